import { useTranslations } from "next-intl";
import { TextInput } from "@/components/ui/text-input";
import type { EntryProblem, SignerEntry } from "./signer-entry";

interface PhoneFieldProps {
  entry: SignerEntry;
  problem: EntryProblem | null;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
}

/** The number that a signer's codes go to; left out, it is the one of the signer's account. */
export function PhoneField({ entry, problem, onChange, onLeave }: PhoneFieldProps) {
  const words = useTranslations("documents.signers");
  return (
    <TextInput
      label={words("phone")}
      hint={problem === "phone" ? undefined : words("phoneHint")}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      required={false}
      maxLength={32}
      value={entry.phone}
      error={problem === "phone" && words("problem.phone")}
      onChange={(event) => onChange({ phone: event.target.value })}
      onBlur={onLeave}
    />
  );
}
