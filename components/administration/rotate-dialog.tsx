"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { GraveDialog } from "@/components/account/grave-dialog";
import { callApi } from "@/components/api/call";
import { useToast } from "@/components/ui/toast";

/** Makes a new seal or issuing authority, after saying what that means. */
export function RotateDialog({
  kind,
  email,
  onClose,
}: {
  kind: "seal" | "issuing";
  email: string;
  onClose: () => void;
}) {
  const words = useTranslations("administration.certificates.rotate");
  const router = useRouter();
  const toast = useToast();
  async function rotate() {
    await callApi("POST", "/admin/authorities/rotate", { json: { key: kind } });
    toast(words("done"));
    onClose();
    router.refresh();
  }
  return (
    <GraveDialog
      title={words(`${kind}.title`)}
      description={words(`${kind}.body`)}
      email={email}
      confirmLabel={words("confirm")}
      onConfirm={rotate}
      onClose={onClose}
    />
  );
}
