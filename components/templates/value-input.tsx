"use client";

import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { isTicked, takesValue } from "@/lib/platform/field-rules/kinds";
import type { TemplateWire } from "@/lib/requests/templates/schema";

type Field = TemplateWire["fields"][number];

/** A value that the requester can give in advance. */
export interface AskedValue extends Pick<Field, "type" | "rules"> {
  /** As the call names it: the field's, or that of a group of radio buttons. */
  name: string;
  label: string;
  value: string;
  /** Of a dropdown or a group of radio buttons. */
  options: string[] | null;
}

/** Fields that are typed in or chosen from a list, and each group of radio buttons once. Checkboxes are the signer's. */
export function valuesToAsk(fields: readonly Field[]): AskedValue[] {
  const names = new Set<string>();
  return fields.flatMap((field): AskedValue[] => {
    const { type, rules, group } = field;
    if (type === "radio" && group !== null) {
      if (names.has(group)) return [];
      names.add(group);
      const buttons = fields.filter((other) => other.type === "radio" && other.group === group);
      const chosen = buttons.find(({ value }) => value === "true");
      const options = buttons.map((button) => button.label ?? button.name);
      return [{ type, rules, name: group, label: group, value: chosen?.label ?? chosen?.name ?? "", options }];
    }
    if (!takesValue(type) || isTicked(type) || field.calculate !== null) return [];
    const label = field.label ?? field.name;
    // A text's options are proposals.
    const options = type === "dropdown" ? (rules?.options ?? []) : null;
    return [{ type, rules, name: field.name, label, value: field.value ?? "", options }];
  });
}

interface ValueInputProps {
  field: AskedValue;
  value: string;
  onChange: (value: string) => void;
}

export function ValueInput({ field, value, onChange }: ValueInputProps) {
  const t = useTranslations("templates.form");
  const label = <bdi>{field.label}</bdi>;
  if (field.options)
    return (
      <Select
        label={label}
        required={false}
        value={value}
        options={[
          { value: "", label: t("noValue") },
          ...field.options.map((option) => ({ value: option, label: option, lang: "" })),
        ]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  // Patterns are judged by the server.
  const isWrong = faultOf(field, value, null) !== null;
  return (
    <TextInput
      label={label}
      required={false}
      type={field.type === "day" ? "date" : "text"}
      autoComplete="off"
      maxLength={1000}
      value={value}
      error={isWrong ? t("valueWrong") : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
