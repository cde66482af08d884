"use client";

import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { toDecimal, writeAmount } from "@/lib/platform/field-rules/decimal";
import { formatDay } from "@/lib/platform/locale/format";
import type { Locale } from "@/lib/platform/locale/languages";
import type { LinkField } from "@/lib/signing/schema";
import type { LabelPlace } from "./field-label";
import { fieldId, type FieldFault } from "./field-state";
import { useFill } from "./fill-context";

const errorId = (field: LinkField): string => `${fieldId(field.id)}-error`;
const hintId = (field: LinkField): string => `${fieldId(field.id)}-hint`;

interface Described {
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

/** Attributes by which a screen reader announces the field's rules and its error. */
export function useDescription(field: LinkField): Described {
  const { flagged } = useFill();
  const hints = useHints(field, flagged.get(field.id));
  const isFlagged = flagged.has(field.id);
  const ids = [...(isFlagged ? [errorId(field)] : []), ...(hints.length > 0 ? [hintId(field)] : [])];
  return {
    ...(isFlagged ? { "aria-invalid": true as const } : {}),
    ...(ids.length > 0 ? { "aria-describedby": ids.join(" ") } : {}),
  };
}

const notesGapPx = 6;

interface FieldNotesProps {
  field: LinkField;
  room: LabelPlace;
  /** Above the field, if the next choice is below it. */
  isAbove?: boolean;
}

/**
 * Below a field, or beside it if another one is below: its error and, while it has the focus, its help and rules. In
 * the right half of a page they extend to the left, because on a phone they would leave the window otherwise.
 */
export function FieldNotes({ field, room: { isRight, areNotesBeside, besidePx }, isAbove = false }: FieldNotesProps) {
  const { flagged } = useFill();
  const fault = flagged.get(field.id);
  const text = useFaultText(field, fault);
  const hints = useHints(field, fault);
  if (!fault && hints.length === 0) return null;
  return (
    <span
      className={clsx(
        "pointer-events-none absolute z-10 flex w-max max-w-60 flex-col gap-1 text-caption",
        areNotesBeside
          ? clsx("top-0", isRight ? "right-full items-end" : "left-full items-start")
          : clsx(isAbove ? "bottom-full mb-5" : "top-full mt-1", isRight ? "right-0 items-end" : "left-0 items-start"),
      )}
      style={
        areNotesBeside
          ? { maxWidth: Math.min(240, besidePx - notesGapPx), [isRight ? "marginRight" : "marginLeft"]: notesGapPx }
          : undefined
      }
    >
      {text !== null && (
        <span
          id={errorId(field)}
          // On a phone the errors of small fields would cover the fields below, so only the frames mark the wrong ones.
          className={clsx(
            "rounded-mark bg-danger-tint px-1.5 py-0.5 font-medium text-on-danger-tint max-sm:hidden max-sm:group-focus-within/field:block",
            !areNotesBeside && "max-w-44",
          )}
        >
          {text}
        </span>
      )}
      {hints.length > 0 && (
        <span
          id={hintId(field)}
          className="hidden rounded-mark border border-hairline bg-surface px-1.5 py-0.5 text-start whitespace-pre-line text-ink shadow-popover group-focus-within/field:block"
        >
          {hints.join("\n")}
        </span>
      )}
    </span>
  );
}

/** The error, for the signer. */
function useFaultText(field: LinkField, fault: FieldFault | undefined): string | null {
  const [t, locale] = [useTranslations("signing.field"), useLocale()];
  if (!fault) return null;
  switch (fault.code) {
    case "refused":
      return t("refused");
    case "required":
      return t(field.type === "checkbox" ? "blankTick" : field.type === "radio" ? "blankChoice" : "blankText");
    case "pattern_mismatch":
      return fault.hint ?? t("faults.pattern_mismatch");
    case "mask_mismatch":
      return t("faults.mask_mismatch", { mask: fault.mask });
    case "too_small":
    case "too_large":
      return t(`faults.${fault.code}`, { limit: fault.limit });
    case "off_step":
      return t("faults.off_step", { step: fault.step });
    case "too_early":
    case "too_late":
      return t(`faults.${fault.code}`, { day: sayDay(fault.day, locale) });
    case "too_short":
    case "too_long":
    case "too_many_decimals":
    case "too_few_checked":
    case "too_many_checked":
      return t(`faults.${fault.code}`, { count: fault.count });
    case "not_an_option":
    case "number_invalid":
    case "number_ambiguous":
    case "phone_invalid":
    case "day_invalid":
    case "more_than_one":
    case "division_by_zero":
    case "result_too_long":
      return t(`faults.${fault.code}`);
  }
}

/** The requester's help and the rules. The text of a pattern appears once: here, or as the error. */
function useHints({ help, rules, readOnly }: LinkField, fault: FieldFault | undefined): string[] {
  const [t, locale] = [useTranslations("signing.field.rules"), useLocale()];
  if (readOnly) return help === null ? [] : [help];
  const { min, max, minLength, maxLength, mask, earliest, latest, minChecked, maxChecked } = rules ?? {};
  const written = (value: number): string => writeAmount(toDecimal(value), rules ?? {});
  return [
    ...(help === null ? [] : [help]),
    ...range(t, "number", min === undefined ? null : written(min), max === undefined ? null : written(max)),
    ...range(t, "length", minLength ?? null, maxLength ?? null),
    ...range(t, "day", earliest ? sayDay(earliest, locale) : null, latest ? sayDay(latest, locale) : null),
    ...range(t, "checked", minChecked ?? null, maxChecked ?? null),
    ...(mask ? [t("mask", { mask })] : []),
    ...(rules?.patternHint && fault?.code !== "pattern_mismatch" ? [rules.patternHint] : []),
  ];
}

function range(
  t: ReturnType<typeof useTranslations<"signing.field.rules">>,
  of: "number" | "length" | "day" | "checked",
  from: string | number | null,
  to: string | number | null,
): string[] {
  if (from !== null && to !== null) return [t(`${of}.between`, { from, to })];
  if (from !== null) return [t(`${of}.from`, { from })];
  return to === null ? [] : [t(`${of}.to`, { to })];
}

function sayDay(day: string, locale: Locale): string {
  return formatDay(new Date(`${day}T00:00:00Z`), "UTC", locale);
}
