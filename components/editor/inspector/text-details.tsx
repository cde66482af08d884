"use client";

import { clsx } from "clsx";
import { AlignCenter, AlignLeft, AlignRight, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { hasText, type EditorElement } from "@/components/editor/editor-element";
import { Select } from "@/components/ui/select";
import {
  alignments,
  dateFormats,
  plainStyle,
  writeDate,
  type Alignment,
  type DateFormat,
  type TextStyle,
} from "@/lib/platform/geometry/field-text";
import { formatDecimal } from "@/lib/platform/locale/format-number";

/** Font sizes on offer, in points; the API takes any from 4 to 72. */
const sizes = [6, 8, 9, 10, 11, 12, 14, 16, 18, 24, 36] as const;

/** An example whose day is no month. */
const exampleDay = new Date("2027-03-31T00:00:00Z");

/** Marks a property that differs among the fields. */
const mixed = "mixed";

/** Size, alignment and date format of the text in these fields. Renders nothing if one of them shows no text. */
export function TextDetails({ elements }: { elements: readonly EditorElement[] }) {
  const [t, locale] = [useTranslations("editor.text"), useLocale()];
  const { boxActions, isLocked } = useEditor();
  if (!elements.every(({ type }) => hasText(type))) return null;
  const change = (style: Partial<TextStyle>): void =>
    boxActions.run({ kind: "change", keys: elements.map(({ key }) => key), change: style });
  const size = common(elements, "fontSizePt");
  const format = common(elements, "dateFormat");
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
          chosen={common(elements, "alignment")}
          onChoose={(alignment) => change({ alignment: alignment === "left" ? null : alignment })}
        />
      </div>
      {elements.every(({ type }) => type === "date") && (
        <Select
          label={t("dateFormat")}
          value={format ?? dateFormats[0]}
          disabled={isLocked}
          options={[
            ...(format === mixed ? [isMixed] : []),
            ...dateFormats.map((one) => ({ value: one, label: writeDate(exampleDay, one) })),
          ]}
          onChange={({ target: { value } }) =>
            change({ dateFormat: value === dateFormats[0] ? null : (value as DateFormat) })
          }
        />
      )}
    </div>
  );
}

/** The value that all fields have, or `mixed`. */
function common<Name extends keyof TextStyle>(
  elements: readonly EditorElement[],
  name: Name,
): TextStyle[Name] | typeof mixed {
  const first: TextStyle = elements[0] ?? plainStyle;
  return elements.every((element) => element[name] === first[name]) ? first[name] : mixed;
}

const icons: Record<Alignment, LucideIcon> = { left: AlignLeft, center: AlignCenter, right: AlignRight };

interface AlignmentChoiceProps {
  /** Null stands for left. */
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
                "relative inline-flex size-7.5 items-center justify-center rounded-[4px] has-focus-visible:outline-2 has-focus-visible:outline-primary",
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
