"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import { isDay, tidyValue } from "@/lib/platform/field-rules/faults";
import { cssFonts, largestAutomaticPt, writeDate } from "@/lib/platform/geometry/field-text";
import { insetOf, leadingEm } from "@/lib/platform/geometry/signature-layout";
import type { LinkField, LinkSigner } from "@/lib/signing/schema";
import { FieldLabel } from "./field-label";
import { fillLook, focusLook, type FieldProps } from "./field-look";
import { FieldNotes } from "./field-notes";
import { fieldId } from "./field-state";
import { useFill } from "./fill-context";
import { fitText } from "./fit-text";
import { useScriptFamily } from "./use-script-family";

/** Text that the signer cannot change: set by the requester, or by the service (name, address, date of signing in UTC). */
export function StatedField({ box, scale, label, look, style, room, isRight }: FieldProps) {
  const t = useTranslations("signing.field");
  const { signer } = useFill();
  const value = shownValue(box) ?? ownValue(box, signer);
  const area = insetOf({ widthPt: box.width, heightPt: box.height });
  const largest = Math.min(box.fontSizePt ?? largestAutomaticPt, area.heightPt / leadingEm) * scale;
  const line = useRef<HTMLSpanElement>(null);
  const fontFamily = useScriptFamily(value, cssFonts[box.font ?? "sans"]);
  useLayoutEffect(() => {
    const fit = () => line.current && fitText(line.current, largest);
    fit();
    // Web fonts with other widths may load later.
    void document.fonts.ready.then(fit);
  }, [largest, value, fontFamily, box.width, scale]);
  return (
    <div
      // A calculation without a result is led to like a blank field.
      {...(box.calculate === null ? {} : { id: fieldId(box.id), tabIndex: -1 })}
      className={clsx(look, fillLook, box.calculate !== null && focusLook)}
      style={{
        ...style,
        borderStyle: "dashed",
        fontSize: largest,
        fontFamily,
        color: box.colour ?? undefined,
      }}
    >
      {box.label !== null && <FieldLabel text={box.label} place={room} isOwn />}
      <p
        className="flex size-full items-center overflow-hidden leading-none whitespace-nowrap"
        style={{ paddingInline: area.xPt * scale, justifyContent: box.alignment ?? "left" }}
      >
        <span className="sr-only">
          {t(box.calculate !== null ? "calculated" : box.readOnly ? "readOnly" : "auto", {
            field: label,
            page: box.page,
            value,
          })}
        </span>
        <span ref={line} dir="auto" aria-hidden className="truncate" suppressHydrationWarning>
          {value}
        </span>
      </p>
      {box.calculate !== null && <FieldNotes box={box} isRight={isRight} />}
    </div>
  );
}

/** The requester's value as it will be drawn. */
function shownValue({ type, value, rules, dateFormat }: LinkField): string | null {
  if (value === null) return null;
  const text = tidyValue({ type, rules }, value);
  return type === "day" && isDay(text) ? writeDate(new Date(`${text}T00:00:00Z`), dateFormat) : text;
}

function ownValue({ type, dateFormat, timeZone }: LinkField, signer: LinkSigner): string {
  if (type === "name") return signer.name;
  if (type === "email") return signer.email;
  return type === "date" ? writeDate(new Date(), dateFormat, timeZone) : "";
}
