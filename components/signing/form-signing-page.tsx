"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import { useAttachments } from "@/components/signing/attachments/use-attachments";
import { fieldId } from "@/components/signing/fields/field-state";
import { formRules } from "@/components/signing/fields/form-rules";
import { isDay, tidyValue } from "@/lib/platform/field-rules/faults";
import { cssFonts, largestAutomaticPt, writeDate } from "@/lib/platform/geometry/field-text";
import { insetOf, leadingEm } from "@/lib/platform/geometry/signature-layout";
import type { LinkField, LinkSigner } from "@/lib/signing/schema";
import { FieldLabel, leastHeight } from "./fields/field-label";
import { fillLook, focusLook, touchLook, type FieldProps } from "./fields/field-look";
import { FieldNotes, useDescription } from "./fields/field-notes";
import { useFill } from "./fields/fill-context";
import { fitText, TypedField, useScriptFamily } from "./fields/typed-field";
import { SigningPage, type SigningPageProps } from "./signing-page";

const form = { FormField, rules: formRules, useAttachments };

/** The signing page of a signer with inputs other than pictures. */
export function FormSigningPage(props: SigningPageProps) {
  return <SigningPage {...props} form={form} />;
}

/** A field that is not a picture: an input, a choice, or text that is filled in automatically. */
export function FormField(props: FieldProps) {
  const { type, readOnly } = props.field;
  switch (type) {
    case "text":
    case "number":
    case "phone":
    case "day":
      return readOnly ? <StatedField {...props} /> : <TypedField {...props} />;
    case "dropdown":
      return readOnly ? <StatedField {...props} /> : <DropdownField {...props} />;
    case "checkbox":
    case "radio":
      return <TickField {...props} />;
    case "date":
    case "name":
    case "email":
      return <StatedField {...props} />;
    case "signature":
    case "initial":
    case "stamp":
      return null;
  }
}

/**
 * A checkbox or a radio button, with its label beside it. The first button of a group has the group's name above it.
 */
function TickField({ field, scale, label, look, style, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, groups, noteFocus, noteLeave } = useFill();
  const described = useDescription(field);
  const side = Math.max(12, Math.min(field.width, field.height) * scale - 6);
  const group = groups.get(field.id);
  const isRadio = field.type === "radio";
  const isChecked = field.readOnly ? field.value === "true" : values[field.id] === true;
  const isDemanded = isRadio ? group?.isRequired === true : field.required;
  const name =
    field.group === null || field.label === null ? label : t("choice", { group: field.group, choice: field.label });
  const isFirst = group?.isFirst === true;
  // Without room above, the question and the answer share the place beside the button.
  const isQuestionBeside = isFirst && field.label !== null && room.isBeside && room.belowPx === null;
  return (
    <label
      htmlFor={fieldId(field.id)}
      className={clsx(look, fillLook, touchLook, "flex items-center justify-center", isRadio && "rounded-full!")}
      style={style}
    >
      {field.label !== null && <FieldLabel text={isQuestionBeside ? name : field.label} place={room} isOwn isBeside />}
      {isFirst && field.group !== null && !isQuestionBeside && <FieldLabel text={field.group} place={room} isOwn />}
      <input
        type={field.type}
        id={fieldId(field.id)}
        {...(isRadio ? { name: `group-${field.scope}-${field.group ?? ""}` } : {})}
        aria-label={t("onPage", { field: name, page: field.page })}
        required={isDemanded && !field.readOnly}
        disabled={field.readOnly}
        {...described}
        checked={isChecked}
        onChange={(event) => setValue(field.id, event.target.checked)}
        onClick={() => {
          // The only way to clear an optional group.
          if (isRadio && isChecked && !isDemanded) setValue(field.id, false);
        }}
        onFocus={() => noteFocus(field.id)}
        onBlur={() => noteLeave(field.id)}
        className={clsx(focusLook, "relative scroll-mt-24 scroll-mb-8")}
        style={{ width: side, height: side, accentColor: "var(--field)" }}
      />
      <FieldNotes field={field} room={room} isAbove={field.group !== null} />
    </label>
  );
}

/** A choice among the requester's options. */
function DropdownField({ field, scale, label, look, style, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, noteFocus, noteLeave } = useFill();
  const described = useDescription(field);
  const height = field.height * scale;
  const value = String(values[field.id] ?? "");
  const fontSize = field.fontSizePt === null ? Math.min(18, Math.max(12, height * 0.6)) : field.fontSizePt * scale;
  const grown = Math.max(0, leastHeight - height);
  return (
    <label
      htmlFor={fieldId(field.id)}
      className={clsx(look, fillLook, touchLook)}
      style={{ ...style, top: field.top * scale - grown / 2, height: height + grown }}
    >
      <FieldLabel text={label} place={room} isOwn={field.label !== null} />
      <select
        id={fieldId(field.id)}
        aria-label={t("onPage", { field: label, page: field.page })}
        required={field.required}
        {...described}
        value={value}
        onChange={(event) => setValue(field.id, event.target.value)}
        onFocus={() => noteFocus(field.id)}
        onBlur={() => noteLeave(field.id)}
        className={clsx(
          focusLook,
          "absolute inset-0 size-full appearance-none scroll-mt-24 scroll-mb-8 bg-transparent ps-1 pe-5 pointer-coarse:text-reading!",
          value === "" && "text-placeholder",
        )}
        style={{
          fontSize,
          fontFamily: cssFonts[field.font ?? "sans"],
          textAlign: field.alignment ?? undefined,
          color: value === "" ? undefined : (field.colour ?? undefined),
        }}
      >
        <option value="">{field.placeholder ?? t("choose")}</option>
        {(field.rules?.options ?? []).map((option) => (
          <option key={option} value={option} lang="">
            {option}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-1 size-3.5 -translate-y-1/2 text-paper-ink"
      />
      <FieldNotes field={field} room={room} />
    </label>
  );
}

/**
 * Text that the signer cannot change: set by the requester, or by the service (name, address, date of signing in UTC).
 */
function StatedField({ field, scale, label, look, style, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { signer } = useFill();
  const value = shownValue(field) ?? ownValue(field, signer);
  const area = insetOf({ widthPt: field.width, heightPt: field.height });
  const largest = Math.min(field.fontSizePt ?? largestAutomaticPt, area.heightPt / leadingEm) * scale;
  const line = useRef<HTMLSpanElement>(null);
  const fontFamily = useScriptFamily(value, cssFonts[field.font ?? "sans"]);
  useLayoutEffect(() => {
    const fit = () => line.current && fitText(line.current, largest);
    fit();
    // Web fonts with different widths may load later.
    void document.fonts.ready.then(fit);
  }, [largest, value, fontFamily, field.width, scale]);
  return (
    <div
      // A calculation without a result can be reached like a blank field.
      {...(field.calculate === null ? {} : { id: fieldId(field.id), tabIndex: -1 })}
      className={clsx(look, fillLook, field.calculate !== null && focusLook)}
      style={{
        ...style,
        borderStyle: "dashed",
        fontSize: largest,
        fontFamily,
        color: field.colour ?? undefined,
      }}
    >
      {field.label !== null && <FieldLabel text={field.label} place={room} isOwn />}
      <p
        className="flex size-full items-center overflow-hidden leading-none whitespace-nowrap"
        style={{ paddingInline: area.xPt * scale, justifyContent: field.alignment ?? "left" }}
      >
        <span className="sr-only">
          {t(field.calculate !== null ? "calculated" : field.readOnly ? "readOnly" : "auto", {
            field: label,
            page: field.page,
            value,
          })}
        </span>
        <span ref={line} dir="auto" aria-hidden className="truncate" suppressHydrationWarning>
          {value}
        </span>
      </p>
      {field.calculate !== null && <FieldNotes field={field} room={room} />}
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
