"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { inkColours, type Ink } from "./ink-colours";

const inks: readonly Ink[] = ["black", "blue"];

export function InkChoice({ value, onChange }: { value: Ink; onChange: (ink: Ink) => void }) {
  const words = useTranslations("signature.pad");
  const group = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5">
      <legend className="float-start me-4 text-ui font-medium leading-11">{words("ink")}</legend>
      {inks.map((ink) => (
        <label key={ink} className="flex min-h-11 cursor-pointer items-center gap-2 text-ui">
          <input
            type="radio"
            name={group}
            value={ink}
            checked={value === ink}
            onChange={() => onChange(ink)}
            className="size-5 scroll-mb-48 accent-primary"
          />
          <span
            aria-hidden
            className="size-4 rounded-pill border border-control"
            style={{ backgroundColor: inkColours[ink] }}
          />
          {words(ink)}
        </label>
      ))}
    </fieldset>
  );
}
