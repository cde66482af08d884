import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { SignerEntry } from "./signer-entry";

export interface AskedRemoval {
  entry: SignerEntry;
  /** The signer's number in the form: what they are called when their row was cleared. */
  number: number;
  /** How many fields are deleted with them. */
  count: number;
}

interface RemoveSignerDialogProps {
  asked: AskedRemoval | null;
  onClose: () => void;
  onRemove: (entry: SignerEntry) => void;
}

/** Asks before a signer goes who has fields. */
export function RemoveSignerDialog({ asked, onClose, onRemove }: RemoveSignerDialogProps) {
  const words = useTranslations("documents.signers");
  if (!asked) return null;
  const { entry, number, count } = asked;

  function confirm() {
    onClose();
    onRemove(entry);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      danger
      onConfirm={confirm}
      confirmLabel={words("removal.confirm")}
      title={
        <span className="wrap-anywhere">
          {words("removal.title", { name: entry.name.trim() || entry.email.trim() || words("signer", { number }) })}
        </span>
      }
      body={words("removal.body", { count })}
    />
  );
}
