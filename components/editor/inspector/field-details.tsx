"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/state/editor-context";
import {
  detailsOfType,
  hasText,
  keysOf,
  toolTypes,
  useDefaults,
  type EditorField,
} from "@/components/editor/state/editor-field";
import { Checkbox, Select, TextArea, TextInput } from "@/components/ui/inputs";
import { useMatcher } from "@/components/ui/use-matcher";
import { isTicked, plainDetails, readTick, takesValue, type FieldType } from "@/lib/platform/field-rules/details";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { ChoiceDetails } from "./choice-details";
import { ConditionDetails } from "./condition-details";
import { DraftInput, Fold, PlaceFields } from "./detail-controls";
import { RuleDetails } from "./rule-details";
import { TextDetails } from "./text-details";

/** All settings of one field. */
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

/** Help for the signer at the field: an explanation, and an example in the empty field. */
function HintDetails({ field }: { field: EditorField }) {
  const t = useTranslations("editor.hints");
  const { fieldActions, isLocked } = useEditor();
  const change = (part: Partial<Pick<EditorField, "help" | "placeholder">>, gesture: string): void =>
    fieldActions.run({ kind: "change", keys: [field.key], change: part, gesture: `${gesture} ${field.key}` });
  return (
    <Fold title={t("title")} isOpen={field.help !== null || field.placeholder !== null}>
      <TextInput
        label={t("help")}
        hint={t("helpHint")}
        maxLength={500}
        autoComplete="off"
        disabled={isLocked}
        value={field.help ?? ""}
        onChange={({ target }) => change({ help: target.value || null }, "help")}
      />
      {hasText(field.type) && field.type !== "day" && (
        <TextInput
          label={t("placeholder")}
          hint={t("placeholderHint")}
          maxLength={255}
          autoComplete="off"
          disabled={isLocked}
          value={field.placeholder ?? ""}
          onChange={({ target }) => change({ placeholder: target.value || null }, "placeholder")}
        />
      )}
    </Fold>
  );
}

/** The value that the signer finds in the field. Typing it is one step of the history. */
function ValueField({ field }: { field: EditorField }) {
  const t = useTranslations("editor.inspector");
  const { fieldActions, isLocked, layout } = useEditor();
  return (
    <div className="flex flex-col gap-3">
      {isTicked(field.type) ? (
        <Checkbox
          label={t("checked")}
          checked={readTick(field.value) === true}
          disabled={isLocked}
          onChange={(event) =>
            fieldActions.run({
              kind: "change",
              keys: [field.key],
              change: { value: event.target.checked ? "true" : null },
            })
          }
        />
      ) : (
        <TextValue field={field} />
      )}
      <Checkbox
        label={t("readOnly")}
        hint={t("readOnlyHint")}
        checked={field.readOnly}
        disabled={isLocked}
        onChange={(event) =>
          fieldActions.run({
            kind: "change",
            keys: keysOf(layout.fields, field),
            // A field that the signer cannot change cannot be required.
            change: { readOnly: event.target.checked, ...(event.target.checked ? { requireWhen: null } : {}) },
          })
        }
      />
    </div>
  );
}

function TextValue({ field }: { field: EditorField }) {
  const t = useTranslations("editor.inspector");
  const { fieldActions, isLocked } = useEditor();
  const matches = useMatcher(field.rules?.pattern !== undefined)?.matches ?? null;
  const store = (value: string): void =>
    fieldActions.run({
      kind: "change",
      keys: [field.key],
      change: { value: value || null },
      gesture: `value ${field.key}`,
    });
  if (field.type === "dropdown")
    return (
      <Select
        label={t("value")}
        required={false}
        disabled={isLocked}
        value={field.value ?? ""}
        options={[
          { value: "", label: t("noValue") },
          ...(field.rules?.options ?? []).map((option) => ({ value: option, label: option, lang: "" })),
        ]}
        onChange={({ target }) => store(target.value)}
      />
    );
  if (field.rules?.multiline && !field.rules.pattern && !field.rules.minLength && !field.rules.maxLength)
    return (
      <TextArea
        label={t("value")}
        required={false}
        rows={3}
        maxLength={1000}
        disabled={isLocked}
        value={field.value ?? ""}
        onChange={({ target }) => store(target.value)}
      />
    );
  return (
    <DraftInput
      marksOptional
      label={t("value")}
      maxLength={1000}
      type={field.type === "day" ? "date" : "text"}
      value={field.value ?? ""}
      check={(text) => (faultOf(field, text, matches) === null ? null : t("valueWrong"))}
      onCommit={store}
    />
  );
}
