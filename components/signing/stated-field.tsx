"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { FieldProps } from "./field-look";
import { useFill } from "./fill-context";

/** What the service states itself: name, address, and the day of signing in UTC. */
export function StatedField({ box, scale, label, look, style }: FieldProps) {
  const words = useTranslations("signing.field");
  const { signer } = useFill();
  const own = box.type === "name" ? signer.name : box.type === "email" ? signer.email : new Date().toISOString().slice(0, 10);
  const value = box.value ?? own;
  const fontSize = Math.min(18, Math.max(8, box.height * scale * 0.55));
  return (
    <p className={clsx(look, "flex items-center overflow-hidden px-1 leading-none whitespace-nowrap")} style={{ ...style, borderStyle: "dashed", fontSize }}>
      <span className="sr-only">{words("auto", { field: label, page: box.page, value })}</span>
      <span aria-hidden className="truncate" suppressHydrationWarning>{value}</span>
    </p>
  );
}
