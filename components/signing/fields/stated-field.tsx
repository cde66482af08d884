"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef } from "react";
import type { FieldProps } from "./field-look";
import { useFill } from "./fill-context";
import { fitLine } from "./fit-line";

/** What the service states itself: name, address, and the day of signing in UTC. */
export function StatedField({ box, scale, label, look, style }: FieldProps) {
  const words = useTranslations("signing.field");
  const { signer } = useFill();
  const own =
    box.type === "name" ? signer.name : box.type === "email" ? signer.email : new Date().toISOString().slice(0, 10);
  const value = box.value ?? own;
  const largest = Math.min(18, Math.max(8, box.height * scale * 0.55));
  const line = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fit = () => line.current && fitLine(line.current, largest);
    fit();
    // Letters of another width may come later.
    void document.fonts.ready.then(fit);
  }, [largest, value, box.width, scale]);
  return (
    <p
      className={clsx(look, "flex items-center overflow-hidden px-1 leading-none whitespace-nowrap")}
      style={{ ...style, borderStyle: "dashed", fontSize: largest }}
    >
      <span className="sr-only">{words("auto", { field: label, page: box.page, value })}</span>
      <span ref={line} aria-hidden className="truncate" suppressHydrationWarning>
        {value}
      </span>
    </p>
  );
}
