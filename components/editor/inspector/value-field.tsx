"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorField } from "@/components/editor/editor-field";
import { keysOf } from "@/components/editor/layout/choice-group";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { useMatcher } from "@/components/ui/use-matcher";
import { faultOf } from "@/lib/platform/field-rules/faults";
import { isTicked } from "@/lib/platform/field-rules/kinds";
import { DraftInput } from "./draft-input";

/** The value that the signer finds in the field. Typing it is one step of the history. */
export function ValueField({ field }: { field: EditorField }) {
  const t = useTranslations("editor.inspector");
  const { fieldActions, isLocked, layout } = useEditor();
  return (
    <div className="flex flex-col gap-3">
      {isTicked(field.type) ? (
        <Checkbox
          label={t("checked")}
          checked={/^(true|yes|on|1)$/i.test(field.value ?? "")}
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
            // Nothing can be required of a field that the signer cannot change.
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
      saysOptional
      label={t("value")}
      maxLength={1000}
      type={field.type === "day" ? "date" : "text"}
      value={field.value ?? ""}
      check={(text) => (faultOf(field, text, matches) === null ? null : t("valueWrong"))}
      onCommit={store}
    />
  );
}
