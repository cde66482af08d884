"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import type { DrawingsPath } from "./phone-drawing";
import { SignaturePad } from "./signature-pad";
import type { CleanPath } from "./signature-picture";
import type { SignatureType } from "./stored-pictures";

interface SignaturePadDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  type: SignatureType;
  /** The signer's full name, also used for initials. */
  name: string;
  /** Receives the trimmed, transparent PNG. The dialog waits for the promise, and stays open if it rejects. */
  onAdopt: (png: Blob) => void | Promise<void>;
  /** Key under which the tab stores an unfinished drawing, such as the link's ID. */
  draftKey?: string | undefined;
  /** API path that cleans photos; the account's by default. */
  cleanPath?: CleanPath | undefined;
  /** API path that starts a drawing on a phone; omitted if that is not offered. */
  drawingsPath?: DrawingsPath | undefined;
}

const titles = { signature: "titleSignature", initial: "titleInitials", stamp: "titleStamp" } as const;

/** Dialog to type, draw or upload a signature or initials. Needs the message areas "signature", "shell" and "errors". */
export function SignaturePadDialog({
  open,
  onOpenChange,
  type,
  name,
  onAdopt,
  draftKey = "account",
  cleanPath = "/account/signature/clean",
  drawingsPath,
}: SignaturePadDialogProps) {
  const t = useTranslations("signature.pad");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="medium"
      fillsPhone
      title={t(titles[type])}
      description={t(type === "stamp" ? "descriptionStamp" : "description")}
    >
      <SignaturePad
        type={type}
        name={name}
        draftKey={`paraph.${type}.${draftKey}`}
        cleanPath={cleanPath}
        drawingsPath={drawingsPath}
        onAdopt={onAdopt}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
