"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { signerColour } from "@/components/ui/signer-mark";
import type { LinkField } from "@/lib/signing/schema";
import { boxStyle } from "./field-look";
import { useFill } from "./fill-context";
import { ImageField } from "./image-field";
import { labelPlace } from "./label-place";

/** One of the signer's fields: an input, a checkbox, an image button, or text that is filled in automatically. */
export function FieldControl({
  box,
  scale,
  pageWidth,
  beside,
}: {
  box: LinkField;
  scale: number;
  pageWidth: number;
  /** The signer's fields on the page. */
  beside: readonly LinkField[];
}) {
  const t = useTranslations("signing.field");
  const { flagged, FormField } = useFill();
  const isFlagged = flagged.has(box.id);
  const colour = `var(${signerColour(box.owner)})`;
  const look = clsx(
    "group/field absolute scroll-mt-24 scroll-mb-8 rounded-mark text-paper-ink scheme-light",
    // A raised tick would cover its neighbours with its target of 44 px.
    box.type !== "checkbox" && box.type !== "radio" && "focus-within:z-10",
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
    label: box.label ?? t(box.type),
    look,
    style,
    isRight: box.left + box.width / 2 > pageWidth / 2,
    room: labelPlace(box, scale, pageWidth, beside),
  };
  switch (box.type) {
    case "signature":
    case "initial":
    case "stamp":
      return <ImageField {...props} type={box.type} />;
    default:
      return FormField && <FormField {...props} />;
  }
}
