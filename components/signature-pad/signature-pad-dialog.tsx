"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import type { CleanPath } from "./clean-upload";
import { SignaturePad } from "./signature-pad";
import type { SignatureType } from "./stored-pictures";

interface SignaturePadDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  type: SignatureType;
  /** The signer's whole name, for initials too. */
  name: string;
  /** Takes the trimmed transparent PNG. The dialog waits for a promise, and stays open when it is refused. */
  onAdopt: (png: Blob) => void | Promise<void>;
  /** Under which the tab keeps an unfinished drawing, such as the link's id. */
  draftKey?: string | undefined;
  /** Where photographs are cleaned; for an account when left out. */
  cleanPath?: CleanPath | undefined;
}

/** Type, draw or upload a signature or initials. Needs the areas "signature", "shell" and "errors" of the catalogue. */
export function SignaturePadDialog({
  open,
  onOpenChange,
  type,
  name,
  onAdopt,
  draftKey = "account",
  cleanPath = "/account/signature/clean",
}: SignaturePadDialogProps) {
  const t = useTranslations("signature.pad");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="medium"
      title={t(type === "signature" ? "titleSignature" : "titleInitials")}
      description={t("description")}
    >
      <SignaturePad
        type={type}
        name={name}
        draftKey={`paraph.${type}.${draftKey}`}
        cleanPath={cleanPath}
        onAdopt={onAdopt}
        onCancel={() => onOpenChange(false)}
      />
    </Dialog>
  );
}
