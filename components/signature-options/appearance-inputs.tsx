"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { useTimeZones } from "@/components/ui/use-time-zones";
import { hasValidLines, withoutBlankLines } from "@/lib/platform/appearance/fill-lines";
import {
  appearanceBackgrounds,
  appearanceLayouts,
  appearanceVariables,
  type AppearanceTemplate,
} from "@/lib/platform/appearance/options";
import { AppearancePreview } from "./appearance-preview";

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
