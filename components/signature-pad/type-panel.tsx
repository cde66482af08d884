"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { TextInput } from "@/components/ui/inputs";
import { Skeleton } from "@/components/ui/progress";
import { readyFamily, signatureStyles, type SignatureStyle } from "./script-faces";
import type { SignatureType } from "./stored-pictures";
import { inkColours, type Ink } from "./strokes";

export interface TypedSignature {
  text: string;
  style: SignatureStyle;
  ink: Ink;
}

const longestText = 80;

interface TypePanelProps {
  type: SignatureType;
  value: TypedSignature;
  onChange: (value: TypedSignature) => void;
}

/** A name written in one of four styles. */
export function TypePanel({ type, value, onChange }: TypePanelProps) {
  const t = useTranslations("signature.type");
  const group = useId();
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        size="signer"
        label={t(type === "signature" ? "name" : "initials")}
        value={value.text}
        maxLength={longestText}
        autoComplete={type === "signature" ? "name" : "off"}
        onChange={(event) => onChange({ ...value, text: event.target.value })}
      />
      <fieldset>
        <legend className="mb-1.5 text-ui font-medium">{t("style")}</legend>
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {signatureStyles.map((style) => (
            <label
              key={style}
              className="flex min-h-16 cursor-pointer items-center gap-3 rounded-card border border-control bg-paper scheme-light px-3 py-2 text-paper-ink has-checked:border-primary has-checked:outline-2 has-checked:-outline-offset-1 has-checked:outline-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={group}
                value={style}
                checked={value.style === style}
                onChange={() => onChange({ ...value, style })}
                className="size-5 shrink-0 scroll-mb-48 accent-signer-1"
              />
              <Sample style={style} text={value.text} ink={value.ink} />
              <span className="ms-auto shrink-0 text-caption text-paper-muted">{t(style)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <InkChoice value={value.ink} onChange={(ink) => onChange({ ...value, ink })} />
    </div>
  );
}

/** Shows nothing before the handwriting font is loaded: plain letters would flash first. */
function Sample({ style, text, ink }: TypedSignature) {
  const [family, setFamily] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readyFamily(style, text).then((ready) => isCurrent && setFamily(ready));
    return () => {
      isCurrent = false;
    };
  }, [style, text]);
  if (family === null) return <Skeleton className="h-9 w-32 max-w-full" />;
  return (
    <span
      translate="no"
      className="min-w-0 truncate px-1 py-1 text-h1"
      style={{ fontFamily: family, color: inkColours[ink] }}
    >
      {text}
    </span>
  );
}

const inks: readonly Ink[] = ["black", "blue"];

export function InkChoice({ value, onChange }: { value: Ink; onChange: (ink: Ink) => void }) {
  const t = useTranslations("signature.pad");
  const group = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5">
      <legend className="float-start me-4 text-ui font-medium leading-11">{t("ink")}</legend>
      {inks.map((ink) => (
        <label key={ink} className="flex min-h-11 cursor-pointer items-center gap-2 text-ui">
          <input
            type="radio"
            name={group}
            value={ink}
            checked={value === ink}
            onChange={() => onChange(ink)}
            className="size-5 scroll-mb-48 tick-look"
          />
          <span
            aria-hidden
            className="size-4 rounded-pill border border-control"
            style={{ backgroundColor: inkColours[ink] }}
          />
          {t(ink)}
        </label>
      ))}
    </fieldset>
  );
}
