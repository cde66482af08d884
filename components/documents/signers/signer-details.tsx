import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control-look";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { languageCodes, languages, toLanguage } from "@/lib/locale/languages";
import type { SignerEntry } from "./signer-entry";

interface SignerDetailsProps {
  number: number;
  entry: SignerEntry;
  onChange: (changes: Partial<SignerEntry>) => void;
  onLeave: () => void;
}

const longestMessage = 2000;

/** What a signer is told besides, and in which language: there when it was given, or asked for. */
export function SignerDetails({ number, entry, onChange, onLeave }: SignerDetailsProps) {
  const words = useTranslations("documents.signers");
  const [isOpen, setOpen] = useState(entry.message !== "" || entry.language !== null);
  if (!isOpen)
    return (
      <div className="mt-1">
        <Button
          variant="quiet"
          className="-ms-3.5 text-muted!"
          aria-label={words("detailsOf", { number })}
          onClick={() => setOpen(true)}
        >
          {words("details")}
        </Button>
      </div>
    );
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
      <Field label={words("message")} hint={words("messageHint")} required={false}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={longestMessage}
            value={entry.message}
            onChange={(event) => onChange({ message: event.target.value })}
            onBlur={onLeave}
            className={controlLook("app", "h-auto! py-2")}
          />
        )}
      </Field>
      <Select
        label={words("language")}
        value={entry.language ?? ""}
        options={[
          { value: "", label: words("theirLanguage") },
          ...languageCodes.map((code) => ({ value: code, label: languages[code].ownName, lang: code })),
        ]}
        onChange={(event) => onChange({ language: toLanguage(event.target.value) })}
      />
    </div>
  );
}
