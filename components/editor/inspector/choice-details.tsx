"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useEditor } from "@/components/editor/state/editor-context";
import { groupAround, keysOf, nextChoice, useDefaults, type EditorField } from "@/components/editor/state/editor-field";
import { Button } from "@/components/ui/button";
import { TextArea, TextInput } from "@/components/ui/inputs";
import { tidyRules } from "@/lib/platform/field-rules/details";
import { DraftInput } from "./detail-controls";

/** Options of a dropdown, and the group of radio buttons and checkboxes. */
export function ChoiceDetails({ field }: { field: EditorField }) {
  switch (field.type) {
    case "dropdown":
      return <OptionList field={field} />;
    case "radio":
      return <RadioGroup field={field} />;
    case "checkbox":
      return <CheckboxGroup field={field} />;
    default:
      return null;
  }
}

/**
 * One option in each line. Empty lines and repeated ones are left out. For a text field they are suggestions, and
 * optional.
 */
export function OptionList({ field }: { field: EditorField }) {
  const t = useTranslations("editor.choices");
  const { fieldActions, isLocked } = useEditor();
  const isOpen = field.type === "text";
  const stored = (field.rules?.options ?? []).join("\n");
  const [draft, setDraft] = useState<string | null>(null);
  const read = (text: string): string[] => [
    ...new Set(text.split("\n").flatMap((line) => line.trim().slice(0, 255) || [])),
  ];
  return (
    <TextArea
      label={t(isOpen ? "proposals" : "options")}
      hint={t(isOpen ? "proposalsHint" : "optionsHint")}
      required={isOpen ? false : undefined}
      rows={Math.min(8, Math.max(3, (draft ?? stored).split("\n").length))}
      disabled={isLocked}
      value={draft ?? stored}
      error={!isOpen && draft !== null && read(draft).length === 0 ? t("optionsMissing") : undefined}
      onChange={({ target }) => {
        setDraft(target.value);
        const options = read(target.value);
        if (options.length === 0 && !isOpen) return;
        const isKept = isOpen || field.value === null || options.includes(field.value);
        fieldActions.run({
          kind: "change",
          keys: [field.key],
          change: {
            rules: tidyRules({ ...field.rules, options: options.length === 0 ? undefined : options }),
            ...(isKept ? {} : { value: null }),
          },
          gesture: `options ${field.key}`,
        });
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

function RadioGroup({ field }: { field: EditorField }) {
  const t = useTranslations("editor.choices");
  const { fieldActions, isLocked, layout } = useEditor();
  const defaults = useDefaults();
  const add = (): void => {
    const next = nextChoice(groupAround(layout.fields, field), defaults, () => `new-${crypto.randomUUID()}`);
    if (next) fieldActions.run({ kind: "add", action: "place", fields: [next] });
  };
  return (
    <div className="flex flex-col gap-3">
      <DraftInput
        label={t("group")}
        hint={t("groupHint")}
        maxLength={100}
        value={field.group ?? ""}
        check={(text) => (text.trim() === "" ? t("groupMissing") : null)}
        onCommit={(text) =>
          fieldActions.run({
            kind: "change",
            keys: keysOf(layout.fields, field),
            change: { group: text.trim() },
            gesture: `group ${field.key}`,
          })
        }
      />
      {!isLocked && (
        <Button className="self-start" icon={<Plus aria-hidden className="size-4" />} onClick={add}>
          {t("addOption")}
        </Button>
      )}
    </div>
  );
}

function CheckboxGroup({ field }: { field: EditorField }) {
  const t = useTranslations("editor.choices");
  const { fieldActions, isLocked } = useEditor();
  return (
    <TextInput
      label={t("checkboxGroup")}
      hint={t("checkboxGroupHint")}
      required={false}
      maxLength={100}
      autoComplete="off"
      disabled={isLocked}
      value={field.group ?? ""}
      onChange={({ target }) => {
        const group = target.value.trimStart() || null;
        fieldActions.run({
          kind: "change",
          keys: [field.key],
          change: { group, ...(group === null ? { rules: null } : {}) },
          gesture: `group ${field.key}`,
        });
      }}
    />
  );
}
