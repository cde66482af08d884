import { useTranslations } from "next-intl";
import { useState } from "react";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import {
  longestStatement,
  statementDemands,
  verificationMarks,
  withOptions,
  type SignatureOptions,
  type SignatureOptionsChange,
} from "@/lib/platform/appearance/options";
import { AppearanceInputs } from "./appearance-inputs";

interface SignatureOptionsPartProps {
  /** The service's options, with which an own look begins. */
  standard: SignatureOptions;
  hasLogo: boolean;
  /** Differences from the service's options; null: none. */
  options: SignatureOptionsChange | null;
  onChange: (options: SignatureOptionsChange | null) => void;
}

/** Reason, location, verification mark and look of signatures of one document or template. Anything not chosen follows the service. */
export function SignatureOptionsPart({ standard, hasLogo, options, onChange }: SignatureOptionsPartProps) {
  const t = useTranslations("documents.signatureOptions");
  const [wasOpen] = useState(options !== null);
  const looks = useTranslations("signature.appearance");
  const change = (part: SignatureOptionsChange) => onChange(withoutGaps({ ...options, ...part }));
  return (
    <details open={wasOpen} className="rounded-card border border-hairline bg-surface">
      <summary className="min-h-11 px-4 py-3 text-ui sm:px-5">
        <span className="font-medium">{t("title")}</span>
        <span className="block text-muted">{t("summary")}</span>
      </summary>
      <div className="px-4 pt-1 pb-5 sm:px-5">
        <div className="grid gap-5 sm:grid-cols-2">
          {(["reason", "location"] as const).map((name) => (
            <Select
              key={name}
              label={t(name)}
              name={name}
              value={options?.[name]?.ask ?? ""}
              options={[
                { value: "", label: t("standard") },
                ...statementDemands.map((value) => ({ value, label: t(`demand.${value}`) })),
              ]}
              onChange={({ target: { value } }) => change({ [name]: { ...options?.[name], ask: askOf(value) } })}
            />
          ))}
          <TextInput
            label={t("preset")}
            hint={t("presetHint")}
            name="reason_preset"
            required={false}
            maxLength={longestStatement}
            autoComplete="off"
            value={options?.reason?.preset ?? ""}
            onChange={({ target: { value } }) =>
              change({ reason: { ...options?.reason, preset: value === "" ? undefined : value } })
            }
          />
          <Select
            label={t("mark")}
            hint={t("markHint")}
            name="verification_mark"
            value={options?.verificationMark ?? ""}
            options={[
              { value: "", label: t("standard") },
              ...verificationMarks.map((value) => ({ value, label: t(`marks.${value}`) })),
            ]}
            onChange={({ target: { value } }) =>
              change({ verificationMark: verificationMarks.find((one) => one === value) })
            }
          />
          <Select
            label={t("look")}
            name="look"
            value={options?.appearance ? "own" : "standard"}
            options={(["standard", "own"] as const).map((value) => ({ value, label: t(`looks.${value}`) }))}
            onChange={({ target: { value } }) =>
              change({ appearance: value === "own" ? standard.appearance : undefined })
            }
          />
        </div>
        {options?.appearance && (
          <div className="mt-5 flex flex-col gap-5">
            <AppearanceInputs
              appearance={withOptions(standard, options).appearance}
              logoHint={hasLogo ? undefined : looks("noLogo")}
              onChange={(part) => change({ appearance: { ...options.appearance, ...part } })}
            />
          </div>
        )}
      </div>
    </details>
  );
}

function askOf(value: string): SignatureOptions["reason"]["ask"] | undefined {
  return statementDemands.find((one) => one === value);
}

/** Without members that are undefined, and without parts that are empty; null if nothing is left. */
function withoutGaps(options: SignatureOptionsChange): SignatureOptionsChange | null {
  const plain = JSON.parse(JSON.stringify(options)) as SignatureOptionsChange;
  const parts = (Object.entries(plain) as [string, object | string][]).filter(
    ([, part]) => typeof part === "string" || Object.keys(part).length > 0,
  );
  return parts.length === 0 ? null : Object.fromEntries(parts);
}
