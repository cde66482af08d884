"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { TextInput } from "@/components/ui/text-input";

/** Typing a label is one step of the history. */
export function LabelField({ element }: { element: EditorElement }) {
  const t = useTranslations("editor.inspector");
  const { boxActs, isLocked } = useEditor();
  return (
    <TextInput
      label={t("label")}
      hint={t("labelHint")}
      required={false}
      maxLength={255}
      autoComplete="off"
      disabled={isLocked}
      value={element.label ?? ""}
      onChange={(event) =>
        boxActs.run({
          kind: "change",
          keys: [element.key],
          change: { label: event.target.value || null },
          gesture: `label ${element.key}`,
        })
      }
    />
  );
}
