"use client";

import { clsx } from "clsx";
import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useMemo, type CSSProperties } from "react";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import { signerColour } from "@/components/ui/signer-mark";
import { isTicked } from "@/lib/platform/field-rules/details";
import type { LinkField } from "@/lib/signing/schema";
import { FieldLabel, labelPlace } from "./field-label";
import { FieldOutline, fieldStyle, fillLook, focusLook, touchLook, type FieldProps } from "./field-look";
import { fieldId, inReadingOrder } from "./field-state";
import { useFill } from "./fill-context";
import { PaintedSignature } from "./painted-signature";

/** The fields of one page: the signer's own in reading order, others' faintly below. */
export const PageFields = memo(function PageFields({
  fields,
  scale,
  pageWidth,
}: {
  fields: readonly LinkField[];
  scale: number;
  pageWidth: number;
}) {
  const mine = useMemo(() => inReadingOrder(fields.filter(({ isMine }) => isMine)), [fields]);
  return (
    // A separate stacking context: the extended touch targets of small fields lie below all fields.
    <div className="pointer-events-none! absolute inset-0 isolate *:pointer-events-auto">
      {fields
        .filter(({ isMine }) => !isMine)
        .map((field) => (
          <FieldOutline key={field.id} field={field} scale={scale} />
        ))}
      {mine.map((field) => (
        <FieldControl key={field.id} field={field} scale={scale} pageWidth={pageWidth} beside={mine} />
      ))}
    </div>
  );
});

/** One of the signer's fields: an input, a checkbox, an image button, or text that is filled in automatically. */
function FieldControl({
  field,
  scale,
  pageWidth,
  beside,
}: {
  field: LinkField;
  scale: number;
  pageWidth: number;
  /** The signer's fields on the page. */
  beside: readonly LinkField[];
}) {
  const t = useTranslations("signing.field");
  const { flagged, FormField } = useFill();
  const isFlagged = flagged.has(field.id);
  const colour = `var(${signerColour(field.owner)})`;
  const look = clsx(
    "group/field absolute scroll-mt-24 scroll-mb-8 rounded-mark text-paper-ink scheme-light",
    // A raised checkbox would cover its neighbours with its target of 44 px.
    !isTicked(field.type) && "focus-within:z-10",
    isFlagged && "ring-2 ring-(--field)",
  );
  const style = {
    ...fieldStyle(field, scale),
    border: `${isFlagged ? 2 : 1}px solid ${colour}`,
    "--field": colour,
  } as CSSProperties;
  const props = {
    field,
    scale,
    label: field.label ?? t(field.type),
    look,
    style,
    room: labelPlace(field, scale, pageWidth, beside),
  };
  switch (field.type) {
    case "signature":
    case "initial":
    case "stamp":
      return <ImageField {...props} type={field.type} />;
    default:
      return FormField && <FormField {...props} />;
  }
}

/** A signature or initials exactly as they will appear in the PDF. Pressing it opens the dialog to create another. */
function ImageField({ field, label, look, style, type, room }: FieldProps & { type: SignatureType }) {
  const t = useTranslations("signing.field");
  const { lookOn, slots, openPad, flagged, noteFocus } = useFill();
  const painted = type === "signature" ? lookOn(field.page) : null;
  const slot = slots[type];
  const url = slot.kind === "proposed" || slot.kind === "stored" ? slot.url : null;
  if (painted?.template.layout === "text")
    return (
      <div
        id={fieldId(field.id)}
        role="img"
        aria-label={t("painted", { field: label, page: field.page })}
        className={look}
        style={style}
      >
        {field.label !== null && <FieldLabel text={field.label} place={room} isOwn />}
        <span className="absolute -inset-px">
          <PaintedSignature width={field.width} height={field.height} image={null} look={painted} />
        </span>
      </div>
    );
  return (
    <button
      type="button"
      id={fieldId(field.id)}
      aria-label={t(url === null ? "make" : "change", { field: label, page: field.page })}
      aria-invalid={flagged.has(field.id) || undefined}
      onClick={() => openPad(type)}
      onFocus={() => noteFocus(field.id)}
      className={clsx(look, url === null && fillLook, touchLook, focusLook, "flex items-center justify-center")}
      style={style}
    >
      {field.label !== null && <FieldLabel text={field.label} place={room} isOwn />}
      {url === null ? (
        <Empty text={t(`${type}Here`)} />
      ) : (
        // The border is drawn inside the field; the painted picture has the size of the whole field.
        <span className="absolute -inset-px">
          <PaintedSignature width={field.width} height={field.height} image={url} look={painted} />
        </span>
      )}
    </button>
  );
}

function Empty({ text }: { text: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1 text-caption text-paper-ink">
      <PenLine aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{text}</span>
    </span>
  );
}
