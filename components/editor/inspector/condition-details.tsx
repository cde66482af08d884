"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Select, TextInput } from "@/components/ui/inputs";
import type { Row, RowKind, Rows, RowTest } from "@/lib/platform/field-rules/conditions/rows";
import { hasExpression } from "@/lib/platform/field-rules/details";
import { Fold } from "./detail-controls";
import { ExpressionInput, useExpressions, type Expressions } from "./expression-input";
import type { Candidate } from "./judge-conditions";

/** When the field is shown and required, and how its value is calculated. */
export function ConditionDetails({ field }: { field: EditorField }) {
  const t = useTranslations("editor.conditions");
  const [isOpened, setOpened] = useState(false);
  const has = hasExpression(field);
  const expressions = useExpressions(field, has || isOpened);
  return (
    <Fold title={t("title")} isOpen={has} onOpen={() => setOpened(true)}>
      {expressions && (
        <>
          <ConditionEditor field={field} member="showWhen" expressions={expressions} />
          {expressions.canHave("requireWhen") && field.calculate === null && (
            <ConditionEditor field={field} member="requireWhen" expressions={expressions} />
          )}
          {expressions.canHave("calculate") && (
            <ExpressionInput
              label={t("calculate")}
              hint={t(field.type === "number" ? "calculateHint" : "calculateTextHint")}
              member="calculate"
              stored={field.calculate}
              expressions={expressions}
            />
          )}
        </>
      )}
    </Fold>
  );
}

type Mode = "none" | "all" | "any" | "expression";

/** The person's edits so far, and the stored condition that they started from. */
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

/** "Show this field when Pet is Yes", built row by row, or as an expression. */
function ConditionEditor({ field, member, expressions }: ConditionEditorProps) {
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
                // Rows have no identity other than their position.
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

interface ConditionRowProps {
  row: Row;
  number: number;
  expressions: Expressions;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** A field, a test and a value: "Pet is Yes". */
function ConditionRow({ row, number, expressions, onChange, onRemove }: ConditionRowProps) {
  const t = useTranslations("editor.conditions");
  const { isLocked } = useEditor();
  const { candidates, testsOf } = expressions;
  const candidate = candidates.find(({ name }) => name === row.name);
  const kind = candidate?.kind ?? "text";
  const tests = testsOf[kind].includes(row.test) ? testsOf[kind] : [row.test, ...testsOf[kind]];
  const hasValue = !["filled", "empty", "ticked", "notTicked"].includes(row.test);
  const hidden = (text: string) => <span className="sr-only">{text}</span>;
  const chooseField = (name: string): void => {
    const next = candidates.find((one) => one.name === name);
    const known = testsOf[next?.kind ?? "text"];
    const isKept = next?.kind === kind && kind !== "choice";
    onChange({
      name,
      test: known.includes(row.test) ? row.test : (known[0] ?? "is"),
      value: isKept ? row.value : (next?.options[0] ?? ""),
    });
  };
  return (
    <li className="flex flex-col gap-1 rounded-control border border-hairline p-2">
      <div className="flex items-end gap-1">
        <Select
          className="flex-1"
          label={hidden(t("rowField", { number }))}
          disabled={isLocked}
          value={row.name}
          options={[
            ...(candidate ? [] : [{ value: row.name, label: row.name, lang: "", disabled: true }]),
            ...candidates.map(({ name }) => ({ value: name, label: name, lang: "" })),
          ]}
          onChange={({ target }) => chooseField(target.value)}
        />
        {!isLocked && <IconButton label={t("removeRow", { number })} icon={<X />} onClick={onRemove} />}
      </div>
      <Select
        label={hidden(t("rowTest", { number }))}
        disabled={isLocked}
        value={row.test}
        options={tests.map((test) => ({ value: test, label: t(`tests.${wordOf(test, kind)}`) }))}
        onChange={({ target }) => onChange({ ...row, test: target.value as RowTest })}
      />
      {hasValue && (
        <RowValue row={row} number={number} candidate={candidate} onChange={(value) => onChange({ ...row, value })} />
      )}
    </li>
  );
}

/** Days need other wording than numbers: "from" and "until". */
function wordOf(test: RowTest, kind: RowKind): RowTest | "from" | "until" {
  if (kind === "day" && test === "atLeast") return "from";
  return kind === "day" && test === "atMost" ? "until" : test;
}

interface RowValueProps {
  row: Row;
  number: number;
  candidate: Candidate | undefined;
  onChange: (value: string) => void;
}

function RowValue({ row, number, candidate, onChange }: RowValueProps) {
  const t = useTranslations("editor.conditions");
  const { isLocked } = useEditor();
  const label = <span className="sr-only">{t("rowValue", { number })}</span>;
  if (candidate?.kind === "choice") {
    const isKnown = candidate.options.includes(row.value);
    return (
      <Select
        label={label}
        disabled={isLocked}
        value={row.value}
        options={[
          ...(isKnown ? [] : [{ value: row.value, label: row.value || t("choose"), lang: "", disabled: true }]),
          ...candidate.options.map((option) => ({ value: option, label: option, lang: "" })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <TextInput
      label={label}
      disabled={isLocked}
      autoComplete="off"
      maxLength={255}
      placeholder={t("value")}
      {...(candidate?.kind === "day" ? { type: "date" } : {})}
      {...(candidate?.kind === "number" ? { inputMode: "decimal" as const } : {})}
      value={row.value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
