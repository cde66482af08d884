"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Checkbox, Select, TextArea, TextInput } from "@/components/ui/inputs";
import { Skeleton } from "@/components/ui/progress";
import { useTimeZones } from "@/components/ui/time";
import {
  appearanceBackgrounds,
  appearanceLayouts,
  appearanceVariables,
  hasValidLines,
  longestStatement,
  statementDemands,
  verificationMarks,
  withOptions,
  withoutBlankLines,
  type AppearanceTemplate,
  type SignatureOptions,
  type SignatureOptionsChange,
} from "@/lib/platform/signature-appearance";

interface SignatureOptionsPartProps {
  /** The service's options, the starting point of a custom look. */
  standard: SignatureOptions;
  hasLogo: boolean;
  /** Differences from the service's options; null: none. */
  options: SignatureOptionsChange | null;
  onChange: (options: SignatureOptionsChange | null) => void;
}

/**
 * The reason, location, verification mark and look of signatures of one document or template. Anything not set
 * follows the service's options.
 */
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

const sizes = [5, 6, 7, 8, 9, 10, 12] as const;

interface AppearanceInputsProps {
  appearance: AppearanceTemplate;
  /** Replaces the hint of the logo, such as when there is none. */
  logoHint?: string | undefined;
  onChange: (change: Partial<AppearanceTemplate>) => void;
}

/** The preview of a signature field, and the inputs of its template. */
export function AppearanceInputs({ appearance, logoHint, onChange }: AppearanceInputsProps) {
  const t = useTranslations("signature.appearance");
  const zones = useTimeZones(appearance.timeZone ?? "UTC");
  return (
    <>
      <AppearancePreview appearance={withoutBlankLines(appearance)} />
      <TextArea
        label={t("lines")}
        hint={t("linesHint")}
        name="lines"
        rows={5}
        spellCheck={false}
        value={appearance.lines.join("\n")}
        onChange={(event) => onChange({ lines: event.target.value.split("\n") })}
        error={!hasValidLines(appearance) && t("linesWrong")}
      />
      <div role="group" aria-label={t("variables")} className="-mt-2 flex flex-wrap gap-2">
        {appearanceVariables.map((name) => (
          <Button
            key={name}
            size="app"
            onClick={() => onChange({ lines: [...withoutBlankLines(appearance).lines, `{{${name}}}`] })}
          >
            {t(`variable.${name}`)}
          </Button>
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t("layout")}
          name="layout"
          value={appearance.layout}
          options={appearanceLayouts.map((value) => ({ value, label: t(`layouts.${value}`) }))}
          onChange={(event) => onChange({ layout: event.target.value as AppearanceTemplate["layout"] })}
        />
        <Select
          label={t("background")}
          name="background"
          value={appearance.background}
          options={appearanceBackgrounds.map((value) => ({ value, label: t(`backgrounds.${value}`) }))}
          onChange={(event) => onChange({ background: event.target.value as AppearanceTemplate["background"] })}
        />
        <Select
          label={t("textSize")}
          name="text_size"
          value={String(appearance.textSizePt ?? "")}
          options={[
            { value: "", label: t("textSizeAuto") },
            ...sizes.map((size) => ({ value: String(size), label: t("points", { size }) })),
          ]}
          onChange={(event) => onChange({ textSizePt: event.target.value === "" ? null : Number(event.target.value) })}
        />
        <Select
          label={t("timeZone")}
          name="time_zone"
          value={appearance.timeZone ?? "UTC"}
          options={zones}
          onChange={(event) => onChange({ timeZone: event.target.value === "UTC" ? null : event.target.value })}
        />
      </div>
      <Checkbox
        label={t("logo")}
        hint={logoHint ?? t("logoHint")}
        checked={appearance.logo}
        onChange={(event) => onChange({ logo: event.target.checked })}
      />
    </>
  );
}

const waitMs = 300;

/** A sample signature as the engine draws it from the PDF that signing would write. */
function AppearancePreview({ appearance }: { appearance: AppearanceTemplate }) {
  const t = useTranslations("signature.appearance");
  const wanted = JSON.stringify(appearance);
  const [shown, setShown] = useState<{ of: string; src: string | null } | null>(null);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(() => {
      const appearance = JSON.parse(wanted) as AppearanceTemplate;
      // The service would refuse these lines; the input beside the preview gives the reason.
      if (!hasValidLines(appearance)) return setShown({ of: wanted, src: null });
      const json = { appearance };
      void callApi<{ file: { mediaType: string; base64: string } }>("POST", "/appearance/preview", { json })
        .then(({ file }) => `data:${file.mediaType};base64,${file.base64}`)
        .catch(() => null)
        .then((src) => {
          if (!isOver) setShown({ of: wanted, src });
        });
    }, waitMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [wanted, attempt]);
  return (
    <figure>
      {shown ? (
        <div className="flex aspect-3/1 max-w-120 items-center justify-center rounded-control border border-hairline bg-paper p-2">
          {shown.src ? (
            <img src={shown.src} alt={t("previewOf")} width={720} height={240} className="size-full object-contain" />
          ) : hasValidLines(appearance) ? (
            <div className="flex flex-col items-center gap-2 text-ui text-paper-ink">
              <p>{t("previewFailed")}</p>
              <Button onClick={() => setAttempt(attempt + 1)}>{t("tryAgain")}</Button>
            </div>
          ) : (
            <p className="text-ui text-paper-ink">{t("noPreview")}</p>
          )}
        </div>
      ) : (
        <Skeleton className="aspect-3/1 max-w-120" />
      )}
      <figcaption role="status" className="mt-1.5 text-caption text-muted">
        {t(shown?.of === wanted ? "previewNote" : "previewBusy")}
      </figcaption>
    </figure>
  );
}
