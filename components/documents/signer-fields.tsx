import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { SignerMark } from "@/components/ui/signer-mark";
import { TextInput } from "@/components/ui/text-input";
import { PhoneField } from "./phone-field";
import { isAddressList, readAddresses, type NamedAddress } from "./read-addresses";
import { needsPhone, type EntryProblem, type SignerEntry } from "./signer-entry";

export type SignMethodName = NonNullable<SignerEntry["signMethod"]>;

interface SignerFieldsProps {
  number: number;
  entry: SignerEntry;
  problem: EntryProblem | null;
  /** To choose from; nothing is asked when there is only one. */
  methods: readonly SignMethodName[];
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
  onPasteList: (people: NamedAddress[]) => void;
  onRemove: () => void;
}

/** One signer: mark, address, name, how they sign, and the number where that needs one. */
export function SignerFields({ number, entry, problem, methods, onChange, onLeave, onPasteList, onRemove }: SignerFieldsProps) {
  const words = useTranslations("documents.signers");

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    if (!isAddressList(text)) return;
    event.preventDefault();
    onPasteList(readAddresses(text));
  }

  return (
    <div role="group" aria-label={words("signer", { number })} className="flex items-start gap-3 px-4 py-4">
      <SignerMark number={number} size={28} className="mt-7.5" />
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2 lg:flex lg:[&>*]:flex-1">
        <TextInput
          label={words("email")} type="email" inputMode="email" autoComplete="off" spellCheck={false} value={entry.email} data-entry={entry.key} maxLength={320}
          error={problem && problem !== "phone" && words(`problem.${problem}`)}
          onChange={(event) => onChange({ email: event.target.value })} onBlur={onLeave} onPaste={paste}
        />
        <TextInput label={words("name")} required={false} autoComplete="off" maxLength={255} value={entry.name} onChange={(event) => onChange({ name: event.target.value })} onBlur={onLeave} />
        {methods.length > 1 && (
          <Select
            label={words("method")} value={entry.signMethod ?? methods[0]} className="sm:max-lg:col-span-2"
            options={methods.map((method) => ({ value: method, label: words(`methods.${method}`) }))}
            onChange={(event) => onChange({ signMethod: methods.find((method) => method === event.target.value) ?? null })}
          />
        )}
        {(needsPhone(entry.signMethod ?? methods[0]) || entry.phone !== "") && <PhoneField entry={entry} problem={problem} onChange={onChange} onLeave={onLeave} />}
      </div>
      <IconButton label={words("remove", { number })} icon={<X />} className="mt-7" onClick={onRemove} />
    </div>
  );
}
