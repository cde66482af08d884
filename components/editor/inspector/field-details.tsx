"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import { toolTypes, type EditorElement, type ElementType } from "@/components/editor/editor-element";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { LabelField } from "./label-field";
import { PlaceFields } from "./place-fields";

/** Whose, what and where, to be changed. */
export function FieldDetails({ element }: { element: EditorElement }) {
  const t = useTranslations("editor");
  const { signers, boxActs, isLocked, isSignedUpload } = useEditor();
  const change = (part: Partial<Pick<EditorElement, "type" | "signRequestId" | "required">>): void =>
    boxActs.run({ kind: "change", keys: [element.key], change: part });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 max-lg:sm:grid-cols-2">
        <Select
          label={t("inspector.signer")}
          value={element.signRequestId}
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
          value={element.type}
          disabled={isLocked}
          options={toolTypes.map((type) => ({
            value: type,
            label: t(`types.${type}`),
            disabled: isSignedUpload && type !== "signature" && type !== "initial",
          }))}
          onChange={(event) => change({ type: event.target.value as ElementType })}
        />
      </div>
      <Checkbox
        label={t("inspector.required")}
        checked={element.required}
        disabled={isLocked}
        onChange={(event) => change({ required: event.target.checked })}
      />
      <LabelField element={element} />
      <PlaceFields element={element} />
    </div>
  );
}
