"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { cssFonts } from "@/lib/platform/geometry/field-text";
import { FieldLabel } from "./field-label";
import { fillLook, focusLook, touchLook, type FieldProps } from "./field-look";
import { FieldNotes, useDescription } from "./field-notes";
import { fieldId } from "./field-state";
import { useFill } from "./fill-context";
import { leastHeight } from "./label-place";

/** A checkbox or a radio button, with its label beside it. The first button of a group has the group's name above it. */
export function TickField({ box, scale, label, look, style, isRight, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, groups, noteFocus, noteLeave } = useFill();
  const described = useDescription(box);
  const side = Math.max(12, Math.min(box.width, box.height) * scale - 6);
  const group = groups.get(box.id);
  const isRadio = box.type === "radio";
  const isChecked = box.readOnly ? box.value === "true" : values[box.id] === true;
  const isDemanded = isRadio ? group?.isRequired === true : box.required;
  const name = box.group === null || box.label === null ? label : t("choice", { group: box.group, choice: box.label });
  return (
    <label
      htmlFor={fieldId(box.id)}
      className={clsx(look, fillLook, touchLook, "flex items-center justify-center", isRadio && "rounded-full!")}
      style={style}
    >
      {box.label !== null && <FieldLabel text={box.label} place={room} isOwn isBeside />}
      {group?.isFirst === true && box.group !== null && <FieldLabel text={box.group} place={room} isOwn />}
      <input
        type={box.type}
        id={fieldId(box.id)}
        {...(isRadio ? { name: `group-${box.scope}-${box.group ?? ""}` } : {})}
        aria-label={t("onPage", { field: name, page: box.page })}
        required={isDemanded && !box.readOnly}
        disabled={box.readOnly}
        {...described}
        checked={isChecked}
        onChange={(event) => setValue(box.id, event.target.checked)}
        onClick={() => {
          // The only way to take back the choice in a group that needs none.
          if (isRadio && isChecked && !isDemanded) setValue(box.id, false);
        }}
        onFocus={() => noteFocus(box.id)}
        onBlur={() => noteLeave(box.id)}
        className={clsx(focusLook, "relative scroll-mt-24 scroll-mb-8")}
        style={{ width: side, height: side, accentColor: "var(--field)" }}
      />
      <FieldNotes box={box} isRight={isRight} isAbove={box.group !== null} />
    </label>
  );
}

/** One of the options that the requester gave. */
export function DropdownField({ box, scale, label, look, style, isRight, room }: FieldProps) {
  const t = useTranslations("signing.field");
  const { values, setValue, noteFocus, noteLeave } = useFill();
  const described = useDescription(box);
  const height = box.height * scale;
  const value = String(values[box.id] ?? "");
  const fontSize = box.fontSizePt === null ? Math.min(18, Math.max(12, height * 0.6)) : box.fontSizePt * scale;
  const grown = Math.max(0, leastHeight - height);
  return (
    <label
      htmlFor={fieldId(box.id)}
      className={clsx(look, fillLook, touchLook)}
      style={{ ...style, top: box.top * scale - grown / 2, height: height + grown }}
    >
      <FieldLabel text={label} place={room} isOwn={box.label !== null} />
      <select
        id={fieldId(box.id)}
        aria-label={t("onPage", { field: label, page: box.page })}
        required={box.required}
        {...described}
        value={value}
        onChange={(event) => setValue(box.id, event.target.value)}
        onFocus={() => noteFocus(box.id)}
        onBlur={() => noteLeave(box.id)}
        className={clsx(
          focusLook,
          "absolute inset-0 size-full appearance-none scroll-mt-24 scroll-mb-8 bg-transparent ps-1 pe-5 pointer-coarse:text-reading!",
          value === "" && "text-placeholder",
        )}
        style={{
          fontSize,
          fontFamily: cssFonts[box.font ?? "sans"],
          textAlign: box.alignment ?? undefined,
          color: value === "" ? undefined : (box.colour ?? undefined),
        }}
      >
        <option value="">{box.placeholder ?? t("choose")}</option>
        {(box.rules?.options ?? []).map((option) => (
          <option key={option} value={option} lang="">
            {option}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-1 size-3.5 -translate-y-1/2 text-paper-ink"
      />
      <FieldNotes box={box} isRight={isRight} />
    </label>
  );
}
