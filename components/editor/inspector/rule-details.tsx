"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import { groupAround, type EditorField } from "@/components/editor/state/editor-field";
import { Checkbox, Select } from "@/components/ui/inputs";
import { useMatcher } from "@/components/ui/use-matcher";
import { longestAffix, tidyRules, type FieldRules } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { defectOf } from "@/lib/platform/field-rules/rule-defects";
import { OptionList } from "./choice-details";
import { DraftInput, Fold } from "./detail-controls";

/** Rules for the value of a field, by its type. Renders nothing for types without rules. */
export function RuleDetails({ field }: { field: EditorField }) {
  const t = useTranslations("editor.rules");
  if (field.type === "text") return <TextRules field={field} />;
  if (field.type === "number")
    return (
      <Fold title={t("title")} isOpen={field.rules !== null}>
        <div className="grid grid-cols-2 gap-3">
          <RuleInput field={field} rule="min" label={t("min")} read={readNumber} isNumeric />
          <RuleInput field={field} rule="max" label={t("max")} read={readNumber} isNumeric />
          <RuleInput field={field} rule="step" label={t("step")} read={readNumber} isNumeric />
          <RuleInput field={field} rule="decimals" label={t("decimals")} read={readDecimals} isNumeric />
          <RuleInput field={field} rule="prefix" label={t("prefix")} read={readText} />
          <RuleInput field={field} rule="suffix" label={t("suffix")} read={readText} />
        </div>
        <DecimalMark field={field} />
      </Fold>
    );
  if (field.type === "day")
    return (
      <Fold title={t("title")} isOpen={field.rules !== null}>
        <RuleInput field={field} rule="earliest" label={t("earliest")} read={readText} type="date" />
        <RuleInput field={field} rule="latest" label={t("latest")} read={readText} type="date" />
      </Fold>
    );
  if (field.type === "checkbox" && field.group !== null)
    return (
      <Fold title={t("groupTitle")} isOpen={field.rules !== null}>
        <div className="grid grid-cols-2 gap-3">
          <RuleInput field={field} rule="minChecked" label={t("minChecked")} read={readCount} isNumeric />
          <RuleInput field={field} rule="maxChecked" label={t("maxChecked")} read={readCount} isNumeric />
        </div>
      </Fold>
    );
  return null;
}

function TextRules({ field }: { field: EditorField }) {
  const t = useTranslations("editor.rules");
  const { isLocked } = useEditor();
  const change = useRuleChange(field);
  const { multiline, pattern } = field.rules ?? {};
  return (
    <Fold title={t("title")} isOpen={field.rules !== null}>
      <Checkbox
        label={t("multiline")}
        checked={multiline === true}
        disabled={isLocked}
        onChange={({ target }) => change({ multiline: target.checked ? true : undefined })}
      />
      <div className="grid grid-cols-2 gap-3">
        <RuleInput field={field} rule="minLength" label={t("minLength")} read={readCount} isNumeric />
        <RuleInput field={field} rule="maxLength" label={t("maxLength")} read={readCount} isNumeric />
      </div>
      {multiline !== true && <OptionList field={field} />}
      <RuleInput field={field} rule="mask" label={t("mask")} hint={t("maskHint")} read={readText} />
      <RuleInput field={field} rule="pattern" label={t("pattern")} hint={t("patternHint")} read={readText} isCode />
      {pattern !== undefined && (
        <RuleInput
          field={field}
          rule="patternHint"
          label={t("patternMessage")}
          hint={t("patternMessageHint")}
          read={readText}
        />
      )}
    </Fold>
  );
}

function DecimalMark({ field }: { field: EditorField }) {
  const t = useTranslations("editor.rules");
  const { isLocked } = useEditor();
  const change = useRuleChange(field);
  return (
    <Select
      label={t("decimalMark")}
      value={field.rules?.decimalMark ?? "."}
      disabled={isLocked}
      options={[
        { value: ".", label: t("point") },
        { value: ",", label: t("comma") },
      ]}
      onChange={({ target }) => change({ decimalMark: target.value === "," ? "," : undefined })}
    />
  );
}

/** The stored form of a rule; undefined for none, null for text that is not such a rule. */
type Read = (text: string) => string | number | undefined | null;

const readText: Read = (text) => text || undefined;

const readNumber: Read = (text) => {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return undefined;
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : null;
};

const readCount: Read = (text) => {
  if (text.trim() === "") return undefined;
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
};

const readDecimals: Read = (text) => {
  const count = readCount(text);
  return typeof count === "number" && count > 10 ? null : count;
};

const longest: Readonly<Partial<Record<keyof FieldRules, number>>> = {
  patternHint: 255,
  mask: 100,
  prefix: longestAffix,
  suffix: longestAffix,
};

interface RuleInputProps {
  field: EditorField;
  rule: keyof FieldRules;
  label: string;
  hint?: string;
  read: Read;
  isNumeric?: boolean;
  /** Written from left to right in every language. */
  isCode?: boolean;
  type?: "date";
}

function RuleInput({ field, rule, label, hint, read, isNumeric = false, isCode = false, type }: RuleInputProps) {
  const t = useTranslations("editor.rules");
  const change = useRuleChange(field);
  const [isTouched, setTouched] = useState(false);
  const patterns = useMatcher(rule === "pattern" && isTouched);
  const stored = field.rules?.[rule];
  return (
    <DraftInput
      label={label}
      hint={hint}
      maxLength={longest[rule] ?? 200}
      {...(isNumeric ? { inputMode: "decimal" as const } : {})}
      {...(isCode ? { dir: "ltr" } : {})}
      {...(type ? { type } : {})}
      value={stored === undefined ? "" : String(stored)}
      onFocus={() => setTouched(true)}
      check={(text) => {
        const value = read(text);
        if (value === null) return t("notANumber");
        const rules = tidyRules({ ...field.rules, [rule]: value });
        const defect = defectOf({ ...field, rules }, patterns?.isPattern ?? null);
        return defect === null ? null : t(`defects.${defect.code}`);
      }}
      onCommit={(text) => change({ [rule]: read(text) })}
    />
  );
}

/**
 * Changes rules, as one step of the history. A value that no longer obeys them is removed. A group's rules apply to
 * each of its checkboxes.
 */
function useRuleChange(field: EditorField): (rules: FieldRules) => void {
  const { fieldActions, layout } = useEditor();
  return (changed) => {
    const rules = tidyRules({ ...field.rules, ...changed });
    const isKept = field.value === null || faultOf({ type: field.type, rules }, field.value, null) === null;
    fieldActions.run({
      kind: "change",
      keys: groupAround(layout.fields, field).map(({ key }) => key),
      change: { rules, ...(isKept ? {} : { value: null }) },
      gesture: `rules ${field.key}`,
    });
  };
}
