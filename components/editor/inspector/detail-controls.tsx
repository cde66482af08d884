"use client";

import { ChevronDown } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { TextInput } from "@/components/ui/inputs";
import { roundPt, smallestSidePt } from "@/lib/platform/geometry/fit-box";
import { formatDecimal } from "@/lib/platform/locale/format";

interface FoldProps {
  title: string;
  isOpen?: boolean;
  onOpen?: () => void;
  children: ReactNode;
}

/** A part of the details that most fields do not need. */
export function Fold({ title, isOpen = false, onOpen, children }: FoldProps) {
  return (
    <details
      className="group/fold"
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary className="flex min-h-9 w-fit list-none items-center gap-1.5 rounded-control pe-2 text-ui font-medium">
        <ChevronDown aria-hidden className="size-4 transition-transform duration-120 not-group-open/fold:-rotate-90" />
        {title}
      </summary>
      <div className="mt-2 flex flex-col gap-3">{children}</div>
    </details>
  );
}

interface DraftInputProps extends Pick<
  ComponentProps<"input">,
  "inputMode" | "type" | "onFocus" | "maxLength" | "dir"
> {
  label: string;
  hint?: ReactNode;
  placeholder?: string | undefined;
  /** The stored value, as text. */
  value: string;
  /** The fault of a text; null if it can be stored. */
  check: (text: string) => string | null;
  onCommit: (text: string) => void;
  /** Says that it is optional, among neighbours that are not. */
  marksOptional?: boolean;
}

/**
 * A text input that stores its text as soon as it is valid, and keeps invalid text until it is corrected or the input
 * is left.
 */
export function DraftInput({ label, hint, value, check, onCommit, marksOptional = false, ...rest }: DraftInputProps) {
  const { isLocked } = useEditor();
  const [draft, setDraft] = useState<string | null>(null);
  const error = draft === null ? null : check(draft);
  return (
    <TextInput
      {...rest}
      label={label}
      hint={hint}
      {...(marksOptional ? { required: false } : {})}
      autoComplete="off"
      disabled={isLocked}
      value={draft ?? value}
      error={error ?? undefined}
      onChange={({ target }) => {
        setDraft(target.value);
        if (check(target.value) === null) onCommit(target.value);
      }}
      onBlur={() => {
        if (error === null) setDraft(null);
      }}
    />
  );
}

/**
 * Page, position and size of a field, as in the API's `coordinates`: folded, because the pointer does it for most
 * people.
 */
export function PlaceFields({ field: { key, page, box } }: { field: EditorField }) {
  const t = useTranslations("editor.inspector");
  const {
    layout,
    fieldActions: { run },
    isLocked,
  } = useEditor();
  const size = layout.pages[page - 1] ?? { widthPt: 0, heightPt: 0 };
  const points = { decimals: 2, disabled: isLocked } as const;
  return (
    <details className="group/place">
      <summary className="flex min-h-9 w-fit list-none items-center gap-1.5 rounded-control pe-2 text-ui font-medium">
        <ChevronDown aria-hidden className="size-4 transition-transform duration-120 not-group-open/place:-rotate-90" />
        {t("place")}
      </summary>
      <div className="mt-2 grid grid-cols-2 gap-3">
        <NumberField
          label={t("left")}
          {...points}
          min={0}
          max={roundPt(size.widthPt - box.widthPt)}
          value={box.leftPt}
          onCommit={(leftPt) => run({ kind: "move", key, leftPt })}
        />
        <NumberField
          label={t("top")}
          {...points}
          min={0}
          max={roundPt(size.heightPt - box.heightPt)}
          value={box.topPt}
          onCommit={(topPt) => run({ kind: "move", key, topPt })}
        />
        <NumberField
          label={t("width")}
          {...points}
          min={smallestSidePt}
          max={roundPt(size.widthPt - box.leftPt)}
          value={box.widthPt}
          onCommit={(widthPt) => run({ kind: "resize", key, box: { widthPt } })}
        />
        <NumberField
          label={t("height")}
          {...points}
          min={smallestSidePt}
          max={roundPt(size.heightPt - box.topPt)}
          value={box.heightPt}
          onCommit={(heightPt) => run({ kind: "resize", key, box: { heightPt } })}
        />
        <NumberField
          label={t("page")}
          decimals={0}
          disabled={isLocked}
          min={1}
          max={layout.pages.length}
          value={page}
          onCommit={(next) => run({ kind: "move", key, page: next })}
        />
      </div>
      <p className="mt-2 text-caption text-muted">{t("points")}</p>
    </details>
  );
}

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

/** A number input that applies on Enter or blur; the arrows step by one. Accepts both decimal separators. */
function NumberField({ label, value, decimals, min, max, onCommit, disabled = false }: NumberFieldProps) {
  const t = useTranslations("editor.inspector");
  const locale = useLocale();
  const formatted = (number: number): string => formatDecimal(number, decimals, locale);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? formatted(value);
  const wanted = readNumber(shown, decimals);
  const error =
    wanted === null || wanted < min || wanted > max
      ? t("notANumber", { from: formatted(min), to: formatted(max) })
      : undefined;

  function commit(): void {
    if (draft === null || wanted === null || error) return;
    setDraft(null);
    if (wanted !== readNumber(formatted(value), decimals)) onCommit(wanted);
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
