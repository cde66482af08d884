"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import { hasText, type EditorField } from "@/components/editor/editor-field";
import { TextInput } from "@/components/ui/text-input";
import { Fold } from "./fold";

/** What the signer reads at the field: an explanation, and an example in the empty field. */
export function HintDetails({ field }: { field: EditorField }) {
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
