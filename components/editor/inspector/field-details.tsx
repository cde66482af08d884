"use client";

import { useTranslations } from "next-intl";
import { ConditionDetails } from "@/components/editor/conditions/condition-details";
import { useEditor } from "@/components/editor/editor-context";
import { toolTypes, type EditorField, type FieldType } from "@/components/editor/editor-field";
import { keysOf } from "@/components/editor/layout/choice-group";
import { detailsOfType, useDefaults } from "@/components/editor/new-fields";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { plainDetails } from "@/lib/platform/field-rules/details";
import { takesValue } from "@/lib/platform/field-rules/kinds";
import { ChoiceDetails } from "./choice-details";
import { HintDetails } from "./hint-details";
import { PlaceFields } from "./place-fields";
import { RuleDetails } from "./rule-details";
import { TextDetails } from "./text-details";
import { ValueField } from "./value-field";

/** Everything that can be set of one field. */
export function FieldDetails({ field }: { field: EditorField }) {
  const t = useTranslations("editor");
  const { signers, fieldActions, isLocked, isSignedUpload, layout } = useEditor();
  const defaults = useDefaults();
  const change = (part: Partial<Pick<EditorField, "type" | "signRequestId" | "required">>): void =>
    fieldActions.run({ kind: "change", keys: keysOf(layout.fields, field), change: part });
  const changeType = (type: FieldType): void =>
    fieldActions.run({
      kind: "change",
      keys: [field.key],
      change: {
        type,
        value: null,
        readOnly: takesValue(type) && takesValue(field.type) && field.readOnly,
        ...plainDetails,
        help: field.help,
        ...detailsOfType(type, field.signRequestId, layout.fields, defaults),
      },
    });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 max-lg:sm:grid-cols-2">
        <Select
          label={t("inspector.signer")}
          value={field.signRequestId}
          disabled={isLocked}
          options={signers.map(({ signRequestId, number, name }) => ({
            value: String(signRequestId),
            label: `${number} · ${name}`,
            lang: "",
          }))}
          onChange={(event) => change({ signRequestId: Number(event.target.value) })}
        />
        <Select
          label={t("inspector.type")}
          value={field.type}
          disabled={isLocked}
          options={toolTypes.map((type) => ({
            value: type,
            label: t(`types.${type}`),
            disabled: isSignedUpload && type !== "signature" && type !== "initial",
          }))}
          onChange={(event) => changeType(event.target.value as FieldType)}
        />
      </div>
      <Checkbox
        label={t("inspector.required")}
        checked={field.required}
        hint={field.requireWhen === null ? undefined : t("conditions.requiredByCondition")}
        disabled={isLocked || field.requireWhen !== null}
        onChange={(event) => change({ required: event.target.checked })}
      />
      <ChoiceDetails field={field} />
      <LabelField field={field} />
      {takesValue(field.type) && field.calculate === null && (
        <ValueField key={`${field.key} ${field.type}`} field={field} />
      )}
      <TextDetails fields={[field]} />
      <RuleDetails field={field} />
      <ConditionDetails field={field} />
      {takesValue(field.type) && <HintDetails field={field} />}
      <PlaceFields field={field} />
    </div>
  );
}

/** Typing a label is one step of the history. */
function LabelField({ field }: { field: EditorField }) {
  const t = useTranslations("editor");
  const { fieldActions, isLocked } = useEditor();
  const isChoice = field.type === "radio";
  return (
    <TextInput
      label={t(isChoice ? "choices.option" : "inspector.label")}
      hint={t(isChoice ? "choices.optionHint" : "inspector.labelHint")}
      required={false}
      maxLength={255}
      autoComplete="off"
      disabled={isLocked}
      value={field.label ?? ""}
      onChange={(event) =>
        fieldActions.run({
          kind: "change",
          keys: [field.key],
          change: { label: event.target.value || null },
          gesture: `label ${field.key}`,
        })
      }
    />
  );
}
