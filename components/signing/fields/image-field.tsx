"use client";

import { clsx } from "clsx";
import { PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SignatureType } from "@/components/signature/signature-type";
import { fieldId } from "./field-id";
import { focusLook, touchLook, type FieldProps } from "./field-look";
import { useFill } from "./fill-context";

/** A signature or initials, shown as they will be signed; pressing makes others. */
export function ImageField({ box, label, look, style, type }: FieldProps & { type: SignatureType }) {
  const words = useTranslations("signing.field");
  const { slots, openPad, flagged, noteFocus } = useFill();
  const slot = slots[type];
  const url = slot.kind === "proposed" || slot.kind === "stored" ? slot.url : null;
  return (
    <button
      type="button"
      id={fieldId(box.id)}
      aria-label={words(url === null ? "make" : "change", { field: label, page: box.page })}
      aria-invalid={flagged.has(box.id) || undefined}
      onClick={() => openPad(type)}
      onFocus={() => noteFocus(box.id)}
      className={clsx(look, touchLook, focusLook, "flex items-center justify-center p-0.5")}
      style={style}
    >
      {url === null ? (
        <Empty text={words(type === "signature" ? "signHere" : "initialHere")} />
      ) : (
        // eslint-disable-next-line @next/next/no-img-element -- made in this browser, or the signer's own: no service of Next's may keep it.
        <img src={url} alt="" draggable={false} className="max-h-full max-w-full object-contain" />
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
