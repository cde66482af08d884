"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorField } from "@/components/editor/editor-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/inputs";

const kinds = ["all", "odd", "even", "range"] as const satisfies readonly PageChoice["kind"][];

interface RepeatDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRepeat: (pages: readonly number[]) => void;
}

/** Asks on which pages to repeat the selected fields. */
export function RepeatDialog({ open, onOpenChange, onRepeat }: RepeatDialogProps) {
  const t = useTranslations("editor.repeat");
  const { selected, layout } = useEditor();
  const form = useId();
  const [kind, setKind] = useState<PageChoice["kind"]>("all");
  const [text, setText] = useState("");
  const [hasTried, setTried] = useState(false);
  const total = layout.pages.length;
  const pages = pagesOfChoice(kind === "range" ? { kind, text } : { kind }, total);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!pages) return;
    onOpenChange(false);
    onRepeat(pages);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { count: selected.length })}
      description={t("description")}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form={form}>
            {pages ? t("repeat", { count: pages.length }) : t("repeatUnknown")}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <fieldset>
          <legend className="mb-1 text-ui font-semibold">{t("pages")}</legend>
          {kinds.map((one) => (
            <label key={one} className="flex min-h-11 items-center gap-2.5 text-body">
              <input
                type="radio"
                name={`${form}-kind`}
                value={one}
                checked={kind === one}
                onChange={() => setKind(one)}
                className="size-5 tick-look"
              />
              {t(`kinds.${one}`, { total })}
            </label>
          ))}
        </fieldset>
        {kind === "range" && (
          <TextInput
            label={t("range")}
            hint={t("rangeHint", { total })}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={hasTried && !pages ? t("rangeError", { total }) : undefined}
          />
        )}
      </form>
    </Dialog>
  );
}

/** The pages to repeat a field on. */
type PageChoice = { kind: "all" | "odd" | "even" } | { kind: "range"; text: string };

/** The chosen pages from 1 to `total`, in order; null if a range is malformed or names a missing page. */
export function pagesOfChoice(choice: PageChoice, total: number): number[] | null {
  const all = Array.from({ length: total }, (_, index) => index + 1);
  switch (choice.kind) {
    case "all":
      return all;
    case "odd":
      return all.filter((page) => page % 2 === 1);
    case "even":
      return all.filter((page) => page % 2 === 0);
    case "range": {
      const spans = choice.text.split(/[,;]/).map((part) => readSpan(part.trim(), total));
      return spans.includes(null)
        ? null
        : all.filter((page) => spans.some((span) => span && page >= span.from && page <= span.to));
    }
  }
}

/** Reads "4" and "2-5", with any kind of dash. */
function readSpan(text: string, total: number): { from: number; to: number } | null {
  const [, first, second] = /^(\d{1,5})(?:\s*[-–—]\s*(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  const [from, to] = [Number(first), Number(second ?? first)];
  return from >= 1 && from <= to && to <= total ? { from, to } : null;
}

/** Initials are usually wanted on every page: one press repeats them there. */
export function isInitials(fields: readonly Pick<EditorField, "type">[]): boolean {
  return fields.length > 0 && fields.every(({ type }) => type === "initial");
}

/** Numbers of all pages, from 1. */
export function everyPage(pages: readonly unknown[]): number[] {
  return pages.map((_, index) => index + 1);
}
