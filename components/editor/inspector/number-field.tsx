"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState, type KeyboardEvent } from "react";
import { TextInput } from "@/components/ui/text-input";
import { formatDecimal } from "@/lib/locale/format-number";

interface NumberFieldProps {
  label: string;
  value: number;
  /** 2 for points, 0 for pages. */
  decimals: 0 | 2;
  min: number;
  max: number;
  onCommit: (value: number) => void;
  disabled?: boolean;
}

/** A number that counts when Enter is pressed or the field is left; the arrows step by one. Both decimal signs are taken. */
export function NumberField({ label, value, decimals, min, max, onCommit, disabled = false }: NumberFieldProps) {
  const t = useTranslations("editor.inspector");
  const locale = useLocale();
  const inWords = (number: number): string => formatDecimal(number, decimals, locale);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? inWords(value);
  const wanted = readNumber(shown, decimals);
  const error =
    wanted === null || wanted < min || wanted > max
      ? t("notANumber", { from: inWords(min), to: inWords(max) })
      : undefined;

  function commit(): void {
    if (draft === null || wanted === null || error) return;
    setDraft(null);
    if (wanted !== readNumber(inWords(value), decimals)) onCommit(wanted);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") setDraft(null);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const next = (wanted ?? value) + (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
    setDraft(null);
    onCommit(Math.min(max, Math.max(min, next)));
  }

  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      disabled={disabled}
      error={draft === null ? undefined : error}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}

function readNumber(text: string, decimals: 0 | 2): number | null {
  const plain = text.trim().replace(",", ".");
  if (!/^-?\d+(\.\d*)?$/.test(plain)) return null;
  const value = Number(plain);
  return decimals === 0 ? (Number.isInteger(value) ? value : null) : Math.round(value * 100) / 100;
}
