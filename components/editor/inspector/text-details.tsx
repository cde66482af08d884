"use client";

import { clsx } from "clsx";
import { AlignCenter, AlignLeft, AlignRight, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import { hasText, type EditorField } from "@/components/editor/state/editor-field";
import { Select } from "@/components/ui/inputs";
import { useTimeZones } from "@/components/ui/time";
import {
  alignments,
  dateFormats,
  dayFormats,
  fieldFonts,
  plainStyle,
  writeDate,
  type Alignment,
  type DateFormat,
  type FieldFont,
  type TextStyle,
} from "@/lib/platform/geometry/field-text";
import { formatDecimal } from "@/lib/platform/locale/format";

/** Font sizes on offer, in points; the API takes any from 4 to 72. */
const sizes = [6, 8, 9, 10, 11, 12, 14, 16, 18, 24, 36] as const;

/** An example whose day cannot be a month. */
const exampleDay = new Date("2027-03-31T00:00:00Z");

/** Marks a property that differs among the fields. */
const mixed = "mixed";

/** Size, alignment and date format of the text in these fields. Renders nothing if one of them shows no text. */
export function TextDetails({ fields }: { fields: readonly EditorField[] }) {
  const [t, locale] = [useTranslations("editor.text"), useLocale()];
  const { fieldActions, isLocked } = useEditor();
  if (!fields.every(({ type }) => hasText(type))) return null;
  const change = (style: Partial<TextStyle>): void =>
    fieldActions.run({ kind: "change", keys: fields.map(({ key }) => key), change: style });
  const size = common(fields, "fontSizePt");
  const format = common(fields, "dateFormat");
  const areDates = fields.every(({ type }) => type === "date");
  const formats = areDates ? dateFormats : dayFormats;
  const zone = fields[0]?.timeZone ?? null;
  const known = typeof size === "number" && !sizes.some((one) => one === size) ? [...sizes, size] : sizes;
  const isMixed = { value: mixed, label: t("mixed"), disabled: true };
  return (
    <div className="grid gap-4 max-lg:sm:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Select
          label={t("size")}
          value={size === null ? "" : String(size)}
          disabled={isLocked}
          options={[
            ...(size === mixed ? [isMixed] : []),
            { value: "", label: t("automatic") },
            ...known.map((points) => ({
              value: String(points),
              label: t("points", { size: formatDecimal(points, Number.isInteger(points) ? 0 : 2, locale) }),
            })),
          ]}
          onChange={({ target: { value } }) => change({ fontSizePt: value === "" ? null : Number(value) })}
        />
        <AlignmentChoice
          chosen={common(fields, "alignment")}
          onChoose={(alignment) => change({ alignment: alignment === "left" ? null : alignment })}
        />
      </div>
      {fields.every(({ type }) => type === "date" || type === "day") && (
        <Select
          label={t("dateFormat")}
          value={format ?? dateFormats[0]}
          disabled={isLocked}
          options={[
            ...(format === mixed ? [isMixed] : []),
            ...formats.map((one) => ({ value: one, label: writeDate(exampleDay, one, zone) })),
          ]}
          onChange={({ target: { value } }) =>
            change({ dateFormat: value === dateFormats[0] ? null : (value as DateFormat) })
          }
        />
      )}
      {areDates && <TimeZone fields={fields} />}
      <Font fields={fields} />
      <Colour fields={fields} />
    </div>
  );
}

/** The time zone in which the date of signing, and its time, is shown. */
function TimeZone({ fields }: { fields: readonly EditorField[] }) {
  const t = useTranslations("editor.text");
  const { fieldActions, isLocked } = useEditor();
  const first = fields[0]?.timeZone ?? null;
  const isMixed = fields.some(({ timeZone }) => timeZone !== first);
  const zones = useTimeZones(first);
  return (
    <Select
      label={t("timeZone")}
      value={isMixed ? mixed : (first ?? "UTC")}
      disabled={isLocked}
      options={[...(isMixed ? [{ value: mixed, label: t("mixed"), disabled: true }] : []), ...zones]}
      onChange={({ target: { value } }) =>
        fieldActions.run({
          kind: "change",
          keys: fields.map(({ key }) => key),
          change: { timeZone: value === "UTC" ? null : value },
        })
      }
    />
  );
}

function Font({ fields }: { fields: readonly EditorField[] }) {
  const t = useTranslations("editor.text");
  const { fieldActions, isLocked } = useEditor();
  const font = common(fields, "font");
  return (
    <Select
      label={t("font")}
      value={font ?? fieldFonts[0]}
      disabled={isLocked}
      options={[
        ...(font === mixed ? [{ value: mixed, label: t("mixed"), disabled: true }] : []),
        ...fieldFonts.map((one) => ({ value: one, label: t(`fonts.${one}`) })),
      ]}
      onChange={({ target: { value } }) =>
        fieldActions.run({
          kind: "change",
          keys: fields.map(({ key }) => key),
          change: { font: value === fieldFonts[0] ? null : (value as FieldFont) },
        })
      }
    />
  );
}

/** Colours on offer; each has the contrast with white paper that the API requires. */
const colours = { blue: "#1f5fd6", green: "#0a6c67", red: "#b42318", grey: "#475467" } as const;

function Colour({ fields }: { fields: readonly EditorField[] }) {
  const t = useTranslations("editor.text");
  const { fieldActions, isLocked } = useEditor();
  const colour = common(fields, "colour");
  const isOther = colour !== null && colour !== mixed && !Object.values<string>(colours).includes(colour);
  return (
    <Select
      label={t("colour")}
      value={colour ?? ""}
      disabled={isLocked}
      options={[
        ...(colour === mixed ? [{ value: mixed, label: t("mixed"), disabled: true }] : []),
        { value: "", label: t("colours.black") },
        ...Object.entries(colours).map(([name, value]) => ({
          value,
          label: t(`colours.${name as keyof typeof colours}`),
        })),
        ...(isOther ? [{ value: colour, label: colour }] : []),
      ]}
      onChange={({ target: { value } }) =>
        fieldActions.run({ kind: "change", keys: fields.map(({ key }) => key), change: { colour: value || null } })
      }
    />
  );
}

/** The value shared by all fields, or `mixed`. */
function common<Name extends keyof TextStyle>(
  fields: readonly EditorField[],
  name: Name,
): TextStyle[Name] | typeof mixed {
  const first: TextStyle = fields[0] ?? plainStyle;
  return fields.every((field) => field[name] === first[name]) ? first[name] : mixed;
}

const icons: Record<Alignment, LucideIcon> = { left: AlignLeft, center: AlignCenter, right: AlignRight };

interface AlignmentChoiceProps {
  /** Null means left. */
  chosen: Alignment | null | typeof mixed;
  onChoose: (alignment: Alignment) => void;
}

/** Radio buttons that look like a row of icons. */
function AlignmentChoice({ chosen, onChoose }: AlignmentChoiceProps) {
  const t = useTranslations("editor.text");
  const { isLocked } = useEditor();
  const name = useId();
  return (
    <fieldset disabled={isLocked}>
      <legend className="sr-only">{t("alignment")}</legend>
      <div className="flex rounded-control border border-control p-0.5">
        {alignments.map((alignment) => {
          const Icon = icons[alignment];
          return (
            <label
              key={alignment}
              title={t(`alignments.${alignment}`)}
              className={clsx(
                "relative inline-flex size-7.5 items-center justify-center rounded-mark has-focus-visible:outline-2 has-focus-visible:outline-primary",
                (chosen ?? "left") === alignment ? "bg-primary-tint text-on-primary-tint" : "hover:bg-canvas",
              )}
            >
              <input
                type="radio"
                name={name}
                aria-label={t(`alignments.${alignment}`)}
                checked={(chosen ?? "left") === alignment}
                onChange={() => onChoose(alignment)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              <Icon aria-hidden className="size-4" />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
