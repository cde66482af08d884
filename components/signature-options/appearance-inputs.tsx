"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-input";
import { useTimeZones } from "@/components/ui/time";
import { hasValidLines, withoutBlankLines } from "@/lib/platform/appearance/fill-lines";
import {
  appearanceBackgrounds,
  appearanceLayouts,
  appearanceVariables,
  type AppearanceTemplate,
} from "@/lib/platform/appearance/options";

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
      // The service would refuse these lines, and the input beside the preview says why.
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
