"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { QrCode } from "@/components/ui/qr-code";
import { isolate } from "@/lib/platform/locale/format";
import type { DirectLinkWire } from "@/lib/requests/direct-links/schema";

/** The link as a picture to print or to show. */
export function QrDialog({ link, onClose }: { link: DirectLinkWire; onClose: () => void }) {
  const t = useTranslations("links.own");
  return (
    <Dialog open onOpenChange={onClose} title={t("qrTitle", { name: isolate(link.name) })} description={t("qrBody")}>
      <div className="mx-auto flex size-64 items-center justify-center rounded-card border border-hairline bg-paper p-4">
        <QrCode text={link.url} label={t("qrLabel")} />
      </div>
      <p dir="ltr" translate="no" className="mt-4 text-center font-mono text-caption wrap-anywhere">
        {link.url}
      </p>
      <div className="mt-4 flex justify-center">
        <CopyButton text={link.url} label={t("copy")} />
      </div>
    </Dialog>
  );
}
