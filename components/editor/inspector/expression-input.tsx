"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import { keysOf, type EditorField } from "@/components/editor/state/editor-field";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/inputs";
import type { ConditionDefect, ExpressionName } from "@/lib/platform/field-rules/conditions/plan";
import { longestExpression } from "@/lib/platform/field-rules/details";
import type { Candidate } from "./judge-conditions";

interface ExpressionInputProps {
  label: ReactNode;
  hint: string;
  member: ExpressionName;
  stored: string | null;
  expressions: Expressions;
}

/** An expression as text, stored as soon as it is valid, with buttons that insert the fields. */
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

type Code = Pick<typeof import("./judge-conditions"), "judge" | "candidatesFor"> &
  Pick<typeof import("@/lib/platform/field-rules/conditions/rows"), "readRows" | "writeRows" | "testsOf"> & {
    canHave: typeof import("@/lib/platform/field-rules/conditions/plan").canHave;
  };

/** The code for expressions, loaded when a field has some or somebody starts to write one. */
export interface Expressions extends Pick<Code, "readRows" | "writeRows" | "testsOf"> {
  candidates: readonly Candidate[];
  /** The fault of an expression of the field, as a sentence; null if it has none. */
  errorOf: (member: ExpressionName, text: string) => string | null;
  canHave: (member: ExpressionName) => boolean;
  store: (member: ExpressionName, text: string | null) => void;
}

export function useExpressions(field: EditorField, isNeeded: boolean): Expressions | null {
  const { layout, signers, files, fieldNames: names, fieldActions } = useEditor();
  const t = useTranslations("editor.conditions.defects");
  const [loaded, setLoaded] = useState<Code | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    void loadCode().then(setLoaded, () => undefined);
  }, [isNeeded]);
  return useMemo(() => {
    if (!loaded) return null;
    const around = { fields: layout.fields, signers, files, names };
    return {
      readRows: loaded.readRows,
      writeRows: loaded.writeRows,
      testsOf: loaded.testsOf,
      candidates: loaded.candidatesFor(around, field),
      errorOf: (member, text) => {
        const defect = loaded.judge(around, field, member, text);
        return defect && t(defect.code, wordsOf(defect));
      },
      canHave: (member) => loaded.canHave(field, member),
      store: (member, text) =>
        fieldActions.run({
          kind: "change",
          keys: keysOf(layout.fields, field),
          // A calculated value replaces the requester's.
          change: { [member]: text, ...(member === "calculate" && text !== null ? { value: null } : {}) },
          gesture: `${member} ${field.key}`,
        }),
    };
  }, [loaded, layout.fields, signers, files, names, field, t, fieldActions]);
}

async function loadCode(): Promise<Code> {
  const [{ judge, candidatesFor }, { readRows, writeRows, testsOf }, { canHave }] = await Promise.all([
    import("./judge-conditions"),
    import("@/lib/platform/field-rules/conditions/rows"),
    import("@/lib/platform/field-rules/conditions/plan"),
  ]);
  return { judge, candidatesFor, readRows, writeRows, testsOf, canHave };
}

function wordsOf(defect: ConditionDefect): { name: string; names: string; at: number } {
  return {
    name: "name" in defect ? defect.name : "",
    names: "names" in defect ? defect.names.join(" → ") : "",
    at: "at" in defect ? defect.at + 1 : 0,
  };
}
