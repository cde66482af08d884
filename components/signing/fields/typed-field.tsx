"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
} from "react";
import { plainFamily } from "@/components/signature-pad/script-faces";
import { applyMask } from "@/lib/platform/field-rules/mask";
import { cssFonts } from "@/lib/platform/geometry/field-text";
import type { LinkField } from "@/lib/signing/schema";
import { FieldLabel, leastHeight } from "./field-label";
import { fillLook, focusLook, touchLook, type FieldProps } from "./field-look";
import { FieldNotes, useDescription } from "./field-notes";
import { fieldId } from "./field-state";
import { useFill } from "./fill-context";

/** Text, a number, a phone number or a date that the signer types. */
export function TypedField({ field, scale, label, look, style, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, noteFocus, noteLeave } = useFill();
  const described = useDescription(field);
  const height = field.height * scale;
  const isMultiline = field.type === "text" && field.rules?.multiline === true;
  const fontSize =
    field.fontSizePt !== null ? field.fontSizePt * scale : isMultiline ? 14 : Math.min(18, Math.max(12, height * 0.6));
  // On a phone a line of a form may be too low to type in.
  const grown = Math.max(0, leastHeight - height);
  const value = String(values[field.id] ?? "");
  const proposals = field.type === "text" && !isMultiline ? field.rules?.options : undefined;
  const proposalsId = `${fieldId(field.id)}-options`;
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const fontFamily = useScriptFamily(value, cssFonts[field.font ?? "sans"]);
  // A text of the requester that is longer than the field must not be cut off, because the PDF draws all of it.
  useLayoutEffect(() => {
    const fit = () => {
      const node = input.current;
      if (node && node !== document.activeElement && field.type !== "day") fitText(node, fontSize, isMultiline);
    };
    fit();
    void document.fonts.ready.then(fit);
  }, [value, fontSize, fontFamily, isMultiline, field.type, field.width, field.height, scale]);
  const props = {
    ref: input,
    // As the PDF lays out a text: by its first letter with a direction.
    dir: "auto",
    id: fieldId(field.id),
    "aria-label": t("onPage", { field: label, page: field.page }),
    required: field.required,
    ...described,
    maxLength: 1000,
    placeholder: field.placeholder ?? formOf(field),
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValue(field.id, masked(field, target, value)),
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      target.style.fontSize = `${fontSize}px`;
      noteFocus(field.id);
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (field.type !== "day") fitText(target, fontSize, isMultiline);
      noteLeave(field.id);
    },
    className: clsx(
      focusLook,
      "absolute inset-0 size-full scroll-mt-24 scroll-mb-8 bg-transparent px-1 placeholder:text-placeholder pointer-coarse:focus:text-reading!",
      isMultiline && "resize-none py-0.5 leading-tight",
    ),
    style: {
      fontSize,
      fontFamily,
      textAlign: field.alignment ?? ("left" as const),
      color: field.colour ?? undefined,
    },
  };
  return (
    <label
      htmlFor={fieldId(field.id)}
      className={clsx(look, fillLook, touchLook)}
      style={{ ...style, top: field.top * scale - grown / 2, height: height + grown }}
    >
      <FieldLabel text={label} place={room} isOwn={field.label !== null} />
      {isMultiline ? (
        <textarea {...props} />
      ) : (
        <input {...props} {...inputPropsOf(field)} list={proposals && proposalsId} />
      )}
      {proposals && (
        <datalist id={proposalsId}>
          {proposals.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <FieldNotes field={field} room={room} />
    </label>
  );
}

/** The placeholder of an empty field: its mask, or the prefix and suffix of a number. */
function formOf({ type, rules }: LinkField): string | undefined {
  if (type === "text") return rules?.mask;
  if (type !== "number" || !rules) return undefined;
  return [rules.prefix, rules.suffix].join(" ").trim() || undefined;
}

/** The phone's keyboard, and the autofill and limits that the browser applies to the value. */
function inputPropsOf({
  type,
  rules,
}: LinkField): Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "min" | "max"> {
  if (type === "number") return { type: "text", inputMode: "decimal", autoComplete: "off" };
  if (type === "phone") return { type: "tel", autoComplete: "tel" };
  if (type === "day") return { type: "date", min: rules?.earliest, max: rules?.latest };
  return { type: "text" };
}

/** The fixed characters of a mask are added while the signer types at the end, but not while deleting. */
function masked(
  { type, rules }: LinkField,
  { value, selectionStart }: HTMLInputElement | HTMLTextAreaElement,
  before: string,
): string {
  const isTypedAtEnd = value.length > before.length && selectionStart === value.length;
  if (type !== "text" || !rules?.mask || !isTypedAtEnd) return value;
  return applyMask(rules.mask, value) ?? value;
}

/** Smallest font size to try. In CSS pixels, like all lengths here. */
const leastSize = 1;
const leastStep = 0.25;

/**
 * Sets the font of a line or an input to `largest`, or as small as needed to show all of its text, as the PDF will. The
 * element hides or scrolls what overflows. With `areLines` its text may take several lines.
 */
export function fitText(node: HTMLElement, largest: number, areLines = false): void {
  let size = largest;
  node.style.fontSize = `${size}px`;
  if (node.clientWidth === 0) return;
  // Widths do not scale exactly, because some screens place glyphs on whole pixels; lines break elsewhere at another
  // size.
  while (overflows(node, areLines) && size > leastSize) {
    const next = areLines ? size - leastStep : (size * node.clientWidth) / node.scrollWidth;
    size = Math.max(leastSize, Math.min(size - leastStep, next));
    node.style.fontSize = `${size}px`;
  }
}

function overflows(node: HTMLElement, areLines: boolean): boolean {
  return node.scrollWidth > node.clientWidth || (areLines && node.scrollHeight > node.clientHeight);
}

/** The letters covered by the page's own fonts and the fonts of every device. */
const EVERYWHERE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A text for which faces are loaded; empty for one that every device can show. */
export function lettersToLoad(text: string): string {
  return EVERYWHERE.test(text) ? "" : text;
}

/**
 * The CSS fonts of a text in a field: `own`, and the fonts that the PDF uses for other scripts, which a device may
 * lack.
 */
export function useScriptFamily(text: string, own: string | undefined): string | undefined {
  const [family, setFamily] = useState<string | null>(null);
  const letters = lettersToLoad(text);
  useEffect(() => {
    if (letters === "") return;
    let isOver = false;
    void plainFamily(letters).then((loaded) => {
      if (!isOver) setFamily(loaded);
    });
    return () => {
      isOver = true;
    };
  }, [letters]);
  return family === null || letters === "" ? own : `${own ?? "var(--font-sans)"}, ${family}`;
}
