"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import type { Row, RowKind, RowTest } from "@/lib/platform/field-rules/conditions/rows";
import type { Candidate } from "./judge";
import type { Expressions } from "./use-expressions";

interface ConditionRowProps {
  row: Row;
  number: number;
  expressions: Expressions;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** A field, a test and a value: "Pet is Yes". */
export function ConditionRow({ row, number, expressions, onChange, onRemove }: ConditionRowProps) {
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

/** Days are not large or small. */
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
