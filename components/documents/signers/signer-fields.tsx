import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ClipboardEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { SignerMark } from "@/components/ui/signer-mark";
import { TextInput } from "@/components/ui/text-input";
import { EmailField } from "./email-field";
import { PhoneField } from "./phone-field";
import { isAddressList, readAddresses, type NamedAddress } from "./read-addresses";
import { SignerDetails } from "./signer-details";
import { needsPhone, type EntryProblem, type SignerEntry } from "./signer-entry";

export type SignMethodName = NonNullable<SignerEntry["signMethod"]>;

interface SignerFieldsProps {
  number: number;
  /** Of all signers. */
  count: number;
  entry: SignerEntry;
  problem: EntryProblem | null;
  /** To choose from; nothing is asked when there is only one. */
  methods: readonly SignMethodName[];
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
  onPasteList: (people: NamedAddress[]) => void;
  onRemove: () => void;
  /** Left out where the order does not matter. */
  onMove: ((by: -1 | 1) => void) | undefined;
}

/** One signer: mark, address, name, how they sign, the number where that needs one, and what they are told besides. */
export function SignerFields({
  number,
  count,
  entry,
  problem,
  methods,
  onChange,
  onLeave,
  onPasteList,
  onRemove,
  onMove,
}: SignerFieldsProps) {
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
      <div className="min-w-0 flex-1">
        <div className="grid gap-3 sm:grid-cols-2 lg:flex lg:[&>*]:flex-1">
          <EmailField entry={entry} problem={problem} onChange={onChange} onLeave={onLeave} onPaste={paste} />
          <TextInput
            label={words("name")}
            required={false}
            autoComplete="off"
            maxLength={255}
            value={entry.name}
            onChange={(event) => onChange({ name: event.target.value })}
            onBlur={onLeave}
            onPaste={paste}
          />
          {methods.length > 1 && (
            <Select
              label={words("method")}
              value={entry.signMethod ?? methods[0]}
              className="sm:max-lg:col-span-2"
              options={methods.map((method) => ({ value: method, label: words(`methods.${method}`) }))}
              onChange={(event) =>
                onChange({ signMethod: methods.find((method) => method === event.target.value) ?? null })
              }
            />
          )}
          {(needsPhone(entry.signMethod ?? methods[0]) || entry.phone !== "") && (
            <PhoneField entry={entry} problem={problem} onChange={onChange} onLeave={onLeave} />
          )}
        </div>
        <SignerDetails number={number} entry={entry} onChange={onChange} onLeave={onLeave} />
      </div>
      <div className="mt-7 flex flex-col sm:flex-row">
        {onMove && (
          <IconButton
            label={words("moveUp", { number })}
            icon={<ArrowUp />}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
        )}
        {onMove && (
          <IconButton
            label={words("moveDown", { number })}
            icon={<ArrowDown />}
            disabled={number === count}
            onClick={() => onMove(1)}
          />
        )}
        <IconButton label={words("remove", { number })} icon={<X />} onClick={onRemove} />
      </div>
    </div>
  );
}
