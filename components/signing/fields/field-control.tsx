"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { signerColour } from "@/components/ui/signer-mark";
import type { LinkBox } from "@/lib/signing/schema";
import { boxStyle } from "./box-style";
import { faultOf, FieldError } from "./field-error";
import { fieldId } from "./field-id";
import { focusLook, touchLook, type FieldProps } from "./field-look";
import { useFill } from "./fill-context";
import { ImageField } from "./image-field";
import { StatedField } from "./stated-field";

/** CSS pixels (WCAG 2.5.8). */
const leastHeight = 24;

/** One of the signer's boxes, as what it is: an input, a tick, a button for a picture, or text that fills itself. */
export function FieldControl({ box, scale, pageWidth }: { box: LinkBox; scale: number; pageWidth: number }) {
  const words = useTranslations("signing.field");
  const { flagged } = useFill();
  const isFlagged = flagged.has(box.id);
  const colour = `var(${signerColour(box.owner)})`;
  const look = clsx(
    "absolute scroll-mt-24 scroll-mb-8 rounded-[3px] bg-paper/85 text-paper-ink scheme-light",
    isFlagged && "ring-2 ring-(--field)",
  );
  const style = {
    ...boxStyle(box, scale),
    border: `${isFlagged ? 2 : 1}px solid ${colour}`,
    "--field": colour,
  } as CSSProperties;
  const props = {
    box,
    scale,
    label: box.label ?? words(box.type),
    look,
    style,
    isRight: box.left + box.width / 2 > pageWidth / 2,
  };
  switch (box.type) {
    case "signature":
    case "initial":
      return <ImageField {...props} type={box.type} />;
    case "text":
      return <TextField {...props} />;
    case "checkbox":
      return <TickField {...props} />;
    case "date":
    case "name":
    case "email":
      return <StatedField {...props} />;
  }
}

function TextField({ box, scale, label, look, style, isRight }: FieldProps) {
  const words = useTranslations("signing.field");
  const { values, setValue, flagged, noteFocus } = useFill();
  const height = box.height * scale;
  const fontSize = Math.min(18, Math.max(12, height * 0.6));
  // On a phone a line of a form may be too low to write in.
  const grown = Math.max(0, leastHeight - height);
  return (
    <label
      htmlFor={fieldId(box.id)}
      className={clsx(look, touchLook)}
      style={{ ...style, top: box.top * scale - grown / 2, height: height + grown }}
    >
      <FieldError box={box} fault={flagged.get(box.id)} isRight={isRight} />
      <input
        type="text"
        id={fieldId(box.id)}
        aria-label={words("onPage", { field: label, page: box.page })}
        required={box.required}
        {...faultOf(box, flagged)}
        placeholder={label}
        translate={box.label === null ? undefined : "no"}
        maxLength={1000}
        value={String(values[box.id] ?? "")}
        onChange={(event) => setValue(box.id, event.target.value)}
        onFocus={() => noteFocus(box.id)}
        className={clsx(
          focusLook,
          "absolute inset-0 size-full scroll-mt-24 scroll-mb-8 bg-transparent px-1 placeholder:text-paper-muted pointer-coarse:text-reading!",
        )}
        style={{ fontSize }}
      />
    </label>
  );
}

function TickField({ box, scale, label, look, style, isRight }: FieldProps) {
  const words = useTranslations("signing.field");
  const { values, setValue, flagged, noteFocus } = useFill();
  const side = Math.max(12, Math.min(box.width, box.height) * scale - 6);
  return (
    <label
      htmlFor={fieldId(box.id)}
      className={clsx(look, touchLook, "flex items-center justify-center")}
      style={style}
    >
      <FieldError box={box} fault={flagged.get(box.id)} isRight={isRight} />
      <input
        type="checkbox"
        id={fieldId(box.id)}
        aria-label={words("onPage", { field: label, page: box.page })}
        required={box.required}
        {...faultOf(box, flagged)}
        checked={values[box.id] === true}
        onChange={(event) => setValue(box.id, event.target.checked)}
        onFocus={() => noteFocus(box.id)}
        className={clsx(focusLook, "relative scroll-mt-24 scroll-mb-8")}
        style={{ width: side, height: side, accentColor: "var(--field)" }}
      />
    </label>
  );
}
