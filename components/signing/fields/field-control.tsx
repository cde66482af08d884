"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkField } from "@/lib/signing/schema";
import { DropdownField, TickField } from "./choice-fields";
import type { LabelPlace } from "./field-label";
import { boxStyle } from "./field-look";
import { useFill } from "./fill-context";
import { ImageField } from "./image-field";
import { StatedField } from "./stated-field";
import { TypedField } from "./typed-field";

/** One of the signer's fields: an input, a checkbox, an image button, or text that is filled in automatically. */
export function FieldControl({ box, scale, pageWidth }: { box: LinkField; scale: number; pageWidth: number }) {
  const t = useTranslations("signing.field");
  const { flagged } = useFill();
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
    room: labelRoom(box, scale, pageWidth),
  };
  switch (box.type) {
    case "signature":
    case "initial":
    case "stamp":
      return <ImageField {...props} type={box.type} />;
    case "text":
    case "number":
    case "phone":
    case "day":
      return box.readOnly ? <StatedField {...props} /> : <TypedField {...props} />;
    case "dropdown":
      return box.readOnly ? <StatedField {...props} /> : <DropdownField {...props} />;
    case "checkbox":
    case "radio":
      return <TickField {...props} />;
    case "date":
    case "name":
    case "email":
      return <StatedField {...props} />;
  }
}

/** Room for the label above, and beside a checkbox: to the far edge of the page. */
function labelRoom(box: LinkField, scale: number, pageWidth: number): LabelPlace {
  const isRight = box.left + box.width / 2 > pageWidth / 2;
  return {
    isRight,
    isAtTop: box.top * scale < 20,
    abovePx: (isRight ? box.left + box.width : pageWidth - box.left) * scale,
    besidePx: (isRight ? box.left : pageWidth - box.left - box.width) * scale,
  };
}

/** Another signer's field: faint, with the name, not interactive. */
export function BoxOutline({ box, scale }: { box: LinkField; scale: number }) {
  const t = useTranslations("signing.field");
  const colour = `var(${signerColour(box.owner)})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none! absolute overflow-hidden rounded-mark bg-paper/60"
      style={{ ...boxStyle(box, scale), border: `1px ${signerPattern(box.owner)} ${colour}`, color: colour }}
    >
      <span className="line-clamp-2 px-1 text-caption leading-tight wrap-anywhere max-sm:text-mark max-sm:leading-3">
        {t("others", { field: t(box.type), name: isolate(box.ownerName) })}
      </span>
    </div>
  );
}
