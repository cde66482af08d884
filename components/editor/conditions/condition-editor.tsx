"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorField } from "@/components/editor/editor-field";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { Row, Rows } from "@/lib/platform/field-rules/conditions/rows";
import { ConditionRow } from "./condition-row";
import { ExpressionInput } from "./expression-input";
import type { Expressions } from "./use-expressions";

type Mode = "none" | "all" | "any" | "expression";

/** What a person has put together so far, on top of what was stored then. */
interface Draft {
  mode: Mode;
  rows: readonly Row[];
  stored: string | null;
}

interface ConditionEditorProps {
  field: EditorField;
  member: "showWhen" | "requireWhen";
  expressions: Expressions;
}

/** "Show this field when Pet is Yes", put together row by row, or as an expression. */
export function ConditionEditor({ field, member, expressions }: ConditionEditorProps) {
  const t = useTranslations("editor.conditions");
  const { isLocked } = useEditor();
  const stored = field[member];
  const [kept, setKept] = useState<Draft | null>(null);
  const isKept = kept?.stored === stored || kept?.mode === "expression";
  const draft = kept && isKept ? kept : readDraft(stored, expressions);
  const { mode, rows } = draft;
  const isNumber = (name: string): boolean =>
    expressions.candidates.some((candidate) => candidate.name === name && candidate.kind === "number");
  const written = mode === "all" || mode === "any" ? expressions.writeRows({ join: mode, rows }, isNumber) : null;
  const error = written === null ? null : expressions.errorOf(member, written);

  const change = (next: Rows): void => {
    const text = expressions.writeRows(next, isNumber);
    const isRight = text !== null && expressions.errorOf(member, text) === null;
    setKept({ mode: next.join, rows: next.rows, stored: isRight ? text : stored });
    if (isRight) expressions.store(member, text);
  };
  const choose = (next: Mode): void => {
    if (next === "none") {
      setKept({ mode: "none", rows: [], stored: null });
      return expressions.store(member, null);
    }
    if (next === "expression") return setKept({ mode: next, rows, stored });
    change({ join: next, rows: rows.length > 0 ? rows : [firstRow(expressions)] });
  };
  const joined = { join: mode === "any" ? ("any" as const) : ("all" as const) };
  const without = (index: number): void => {
    const left = rows.filter((_row, at) => at !== index);
    if (left.length === 0) choose("none");
    else change({ ...joined, rows: left });
  };

  return (
    <div role="group" aria-label={t(member)} className="flex flex-col gap-2">
      <Select
        label={t(member)}
        disabled={isLocked}
        value={mode}
        options={(["none", "all", "any", "expression"] as const).map((value) => ({
          value,
          label: t(`modes.${value === "none" ? (member === "showWhen" ? "always" : "asSet") : value}`),
          disabled: value !== "none" && value !== "expression" && expressions.candidates.length === 0,
        }))}
        {...(expressions.candidates.length === 0 ? { hint: t("noFields") } : {})}
        onChange={({ target }) => choose(target.value as Mode)}
      />
      {mode === "expression" && (
        <ExpressionInput
          label={<span className="sr-only">{t("expression")}</span>}
          hint={t("expressionHint")}
          member={member}
          stored={stored}
          expressions={expressions}
        />
      )}
      {(mode === "all" || mode === "any") && (
        <>
          <ul className="flex flex-col gap-2">
            {rows.map((row, index) => (
              <ConditionRow
                // Rows have no other identity than their place.
                key={index}
                row={row}
                number={index + 1}
                expressions={expressions}
                onChange={(changed) =>
                  change({ ...joined, rows: rows.map((one, at) => (at === index ? changed : one)) })
                }
                onRemove={() => without(index)}
              />
            ))}
          </ul>
          {error !== null && <p className="text-caption text-danger">{error}</p>}
          {written !== null && (
            <code dir="ltr" className="rounded-mark bg-canvas px-2 py-1 text-caption wrap-anywhere">
              {written}
            </code>
          )}
          {!isLocked && (
            <Button
              className="self-start"
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => change({ ...joined, rows: [...rows, firstRow(expressions)] })}
            >
              {t("addRow")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function readDraft(stored: string | null, { readRows }: Expressions): Draft {
  if (stored === null) return { mode: "none", rows: [], stored };
  const read = readRows(stored);
  return read ? { mode: read.join, rows: read.rows, stored } : { mode: "expression", rows: [], stored };
}

function firstRow({ candidates, testsOf }: Expressions): Row {
  const [first] = candidates;
  return {
    name: first?.name ?? "",
    test: testsOf[first?.kind ?? "text"][0] ?? "is",
    value: first?.options[0] ?? "",
  };
}
