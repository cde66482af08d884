"use client";

import { clsx } from "clsx";
import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, useContext, useLayoutEffect, useRef, type CSSProperties } from "react";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import { signerColour, signerPattern } from "@/components/ui/signer-mark";
import { largestAutomaticPt, writeDate } from "@/lib/platform/geometry/field-text";
import { insetOf, leadingEm } from "@/lib/platform/geometry/signature-layout";
import { isolate } from "@/lib/platform/locale/format";
import type { LinkBox, LinkSigner } from "@/lib/signing/schema";
import { FieldLabel, type LabelPlace } from "./field-label";
import { fieldId, type FieldFault, type FieldValues } from "./field-state";
import { PaintedSignature } from "./painted-signature";
import type { ImageSlot } from "./use-signature-images";

/** CSS pixels (WCAG 2.5.8). */
const leastHeight = 24;

/** One of the signer's fields: an input, a checkbox, a picture button, or text that fills itself. */
export function FieldControl({ box, scale, pageWidth }: { box: LinkBox; scale: number; pageWidth: number }) {
  const t = useTranslations("signing.field");
  const { flagged } = useFill();
  const isFlagged = flagged.has(box.id);
  const colour = `var(${signerColour(box.owner)})`;
  const look = clsx(
    "group/field absolute scroll-mt-24 scroll-mb-8 rounded-[3px] text-paper-ink scheme-light focus-within:z-10",
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

/** Room for the label above, and beside a checkbox: to the far edge of the page. */
function labelRoom(box: LinkBox, scale: number, pageWidth: number): LabelPlace {
  const isRight = box.left + box.width / 2 > pageWidth / 2;
  return {
    isRight,
    isAtTop: box.top * scale < 20,
    abovePx: (isRight ? box.left + box.width : pageWidth - box.left) * scale,
    besidePx: (isRight ? box.left : pageWidth - box.left - box.width) * scale,
  };
}

function TextField({ box, scale, label, look, style, isRight, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, flagged, noteFocus } = useFill();
  const height = box.height * scale;
  const fontSize = box.fontSizePt === null ? Math.min(18, Math.max(12, height * 0.6)) : box.fontSizePt * scale;
  // On a phone a line of a form may be too low to type in.
  const grown = Math.max(0, leastHeight - height);
  return (
    <label
      htmlFor={fieldId(box.id)}
      className={clsx(look, fillLook, touchLook)}
      style={{ ...style, top: box.top * scale - grown / 2, height: height + grown }}
    >
      <FieldLabel text={label} place={room} isOwn={box.label !== null} />
      <FieldError box={box} fault={flagged.get(box.id)} isRight={isRight} />
      <input
        type="text"
        id={fieldId(box.id)}
        aria-label={t("onPage", { field: label, page: box.page })}
        required={box.required}
        {...faultOf(box, flagged)}
        maxLength={1000}
        value={String(values[box.id] ?? "")}
        onChange={(event) => setValue(box.id, event.target.value)}
        onFocus={() => noteFocus(box.id)}
        className={clsx(
          focusLook,
          "absolute inset-0 size-full scroll-mt-24 scroll-mb-8 bg-transparent px-1 pointer-coarse:text-reading!",
        )}
        style={{ fontSize, textAlign: box.alignment ?? undefined }}
      />
    </label>
  );
}

function TickField({ box, scale, label, look, style, isRight, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, flagged, noteFocus } = useFill();
  const side = Math.max(12, Math.min(box.width, box.height) * scale - 6);
  return (
    <label
      htmlFor={fieldId(box.id)}
      className={clsx(look, fillLook, touchLook, "flex items-center justify-center")}
      style={style}
    >
      {box.label !== null && <FieldLabel text={box.label} place={room} isOwn isBeside />}
      <FieldError box={box} fault={flagged.get(box.id)} isRight={isRight} />
      <input
        type="checkbox"
        id={fieldId(box.id)}
        aria-label={t("onPage", { field: label, page: box.page })}
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

const errorId = (box: LinkBox): string => `${fieldId(box.id)}-error`;

/** Error attributes of a control, for screen readers. */
function faultOf(box: LinkBox, flagged: Fill["flagged"]): { "aria-invalid"?: true; "aria-describedby"?: string } {
  return flagged.has(box.id) ? { "aria-invalid": true, "aria-describedby": errorId(box) } : {};
}

interface FieldErrorProps {
  box: LinkBox;
  fault: FieldFault | undefined;
  /** The field is in the right half of its page, so the message extends to the left; on a phone it would leave the window otherwise. */
  isRight: boolean;
}

/** The error message below a field. */
function FieldError({ box, fault, isRight }: FieldErrorProps) {
  const t = useTranslations("signing.field");
  if (!fault) return null;
  return (
    <span
      id={errorId(box)}
      className={clsx(
        "pointer-events-none absolute top-full z-10 mt-1 w-max max-w-40 rounded-[3px] bg-danger-tint px-1.5 py-0.5 text-caption font-medium text-on-danger-tint",
        isRight ? "right-0" : "left-0",
      )}
    >
      {fault === "refused" ? t("refused") : t(box.type === "checkbox" ? "blankTick" : "blankText")}
    </span>
  );
}

/** Values set by the service: name, address, and the date of signing in UTC. */
function StatedField({ box, scale, label, look, style, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { signer } = useFill();
  const own =
    box.type === "name" ? signer.name : box.type === "email" ? signer.email : writeDate(new Date(), box.dateFormat);
  const value = box.value ?? own;
  const area = insetOf({ widthPt: box.width, heightPt: box.height });
  const largest = Math.min(box.fontSizePt ?? largestAutomaticPt, area.heightPt / leadingEm) * scale;
  const line = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fit = () => line.current && fitLine(line.current, largest);
    fit();
    // Web fonts with other widths may load later.
    void document.fonts.ready.then(fit);
  }, [largest, value, box.width, scale]);
  return (
    <div className={clsx(look, fillLook)} style={{ ...style, borderStyle: "dashed", fontSize: largest }}>
      {box.label !== null && <FieldLabel text={box.label} place={room} isOwn />}
      <p
        className="flex size-full items-center overflow-hidden leading-none whitespace-nowrap"
        style={{ paddingInline: area.xPt * scale, justifyContent: box.alignment ?? undefined }}
      >
        <span className="sr-only">{t("auto", { field: label, page: box.page, value })}</span>
        <span ref={line} aria-hidden className="truncate" suppressHydrationWarning>
          {value}
        </span>
      </p>
    </div>
  );
}

/** Smallest font size to try. CSS pixels, as all lengths here. */
const leastSize = 1;
const leastStep = 0.25;

/** Sets a line's font to `largest`, or as small as needed to show it in full, as the PDF will. The line hides overflow. */
function fitLine(line: HTMLElement, largest: number): void {
  let size = largest;
  line.style.fontSize = `${size}px`;
  if (line.clientWidth === 0) return;
  // Widths do not scale exactly, because some screens place glyphs on whole pixels.
  while (line.scrollWidth > line.clientWidth && size > leastSize) {
    size = Math.max(leastSize, Math.min(size - leastStep, (size * line.clientWidth) / line.scrollWidth));
    line.style.fontSize = `${size}px`;
  }
}

/** A signature or initials as they will be painted; pressing makes others. */
function ImageField({ box, label, look, style, type, room }: FieldProps & { type: SignatureType }) {
  const t = useTranslations("signing.field");
  const { signer, slots, openPad, flagged, noteFocus } = useFill();
  const slot = slots[type];
  const url = slot.kind === "proposed" || slot.kind === "stored" ? slot.url : null;
  return (
    <button
      type="button"
      id={fieldId(box.id)}
      aria-label={t(url === null ? "make" : "change", { field: label, page: box.page })}
      aria-invalid={flagged.has(box.id) || undefined}
      onClick={() => openPad(type)}
      onFocus={() => noteFocus(box.id)}
      className={clsx(look, url === null && fillLook, touchLook, focusLook, "flex items-center justify-center")}
      style={style}
    >
      {box.label !== null && <FieldLabel text={box.label} place={room} isOwn />}
      {url === null ? (
        <Empty text={t(type === "signature" ? "signHere" : "initialHere")} />
      ) : (
        // The border is drawn inside the field; the painted picture has the size of the whole field.
        <span className="absolute -inset-px">
          <PaintedSignature
            width={box.width}
            height={box.height}
            image={url}
            name={type === "signature" ? signer.name : null}
          />
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

/** A field that still shows nothing of what will be painted. */
const fillLook = "bg-paper/85";
/** Extends a small field's touch target to 44 px. */
const touchLook =
  "before:absolute before:top-1/2 before:left-1/2 before:-z-1 before:size-full before:min-h-11 before:min-w-11 before:-translate-1/2";
/** Also visible after "Next field" moved the focus, which browsers do not match as :focus-visible. */
const focusLook = "focus:outline-2 focus:outline-offset-2 focus:outline-(--field)";

interface FieldProps {
  box: LinkBox;
  scale: number;
  /** The field's label, or its type. */
  label: string;
  look: string;
  style: CSSProperties;
  /** In the right half of its page. */
  isRight: boolean;
  room: LabelPlace;
}

/** Another signer's field: faint, with the name, not interactive. */
export function BoxOutline({ box, scale }: { box: LinkBox; scale: number }) {
  const t = useTranslations("signing.field");
  const colour = `var(${signerColour(box.owner)})`;
  return (
    <div
      aria-hidden
      className="pointer-events-none! absolute overflow-hidden rounded-[3px] bg-paper/60"
      style={{ ...boxStyle(box, scale), border: `1px ${signerPattern(box.owner)} ${colour}`, color: colour }}
    >
      <span className="block truncate px-1 text-caption leading-tight">
        {t("others", { field: t(box.type), name: isolate(box.ownerName) })}
      </span>
    </div>
  );
}

/** Position of a field on its page; `scale` is CSS pixels per point. */
function boxStyle(
  { left, top, width, height }: Pick<LinkBox, "left" | "top" | "width" | "height">,
  scale: number,
): CSSProperties {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}

/** State and actions of the fields on the pages. */
export interface Fill {
  signer: LinkSigner;
  values: FieldValues;
  setValue: (id: number, value: string | boolean) => void;
  slots: Record<SignatureType, ImageSlot>;
  openPad: (type: SignatureType) => void;
  /** Fields with an error: blank, or with text that the server refused. */
  flagged: ReadonlyMap<number, FieldFault>;
  noteFocus: (id: number) => void;
}

const FillContext = createContext<Fill | null>(null);

export const FillProvider = FillContext.Provider;

function useFill(): Fill {
  const fill = useContext(FillContext);
  if (!fill) throw new Error("a box stands outside of its page");
  return fill;
}
