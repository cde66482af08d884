"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Endpoint } from "./wire";

export type Confirmed = "remove" | "rotate";

interface WebhookConfirmProps {
  act: Confirmed;
  endpoint: Endpoint;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a webhook is removed or gets a new secret. */
export function WebhookConfirm({ act, endpoint, onConfirm, onClose }: WebhookConfirmProps) {
  const words = useTranslations("developers.webhooks");
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      danger={act === "remove"}
      title={words(`${act}Title`)}
      body={words(`${act}Body`, { url: endpoint.url })}
      confirmLabel={words(act)}
      onConfirm={onConfirm}
    />
  );
}
