"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type ReactNode } from "react";
import { useEditor } from "@/components/editor/editor-context";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/text-input";
import type { ExpressionName } from "@/lib/platform/field-rules/conditions/plan";
import { longestExpression } from "@/lib/platform/field-rules/details";
import type { Expressions } from "./use-expressions";

interface ExpressionInputProps {
  label: ReactNode;
  hint: string;
  member: ExpressionName;
  stored: string | null;
  expressions: Expressions;
}

/** An expression as text, stored as soon as it is right, with buttons that insert the fields. */
export function ExpressionInput({ label, hint, member, stored, expressions }: ExpressionInputProps) {
  const t = useTranslations("editor.conditions");
  const { isLocked } = useEditor();
  const [draft, setDraft] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const text = draft ?? stored ?? "";
  const error = text.trim() === "" ? null : expressions.errorOf(member, text.trim());
  const write = (next: string): void => {
    const wanted = next.trim();
    setDraft(next);
    if (wanted === "") expressions.store(member, null);
    else if (expressions.errorOf(member, wanted) === null) expressions.store(member, wanted);
  };
  const insert = (name: string): void => {
    const area = place.current?.querySelector("textarea");
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    const added = `field(${JSON.stringify(name)})`;
    write(text.slice(0, from) + added + text.slice(to));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + added.length, from + added.length);
    });
  };
  return (
    <div ref={place} className="flex flex-col gap-2">
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={longestExpression}
        disabled={isLocked}
        value={text}
        error={error ?? undefined}
        onChange={({ target }) => write(target.value)}
        onBlur={() => {
          if (error === null) setDraft(null);
        }}
      />
      {!isLocked && expressions.candidates.length > 0 && (
        <div role="group" aria-label={t("insert")} className="flex flex-wrap gap-1">
          {expressions.candidates.map(({ name }) => (
            <Button key={name} className="max-w-full px-2!" onClick={() => insert(name)}>
              <bdi className="truncate">{name}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
