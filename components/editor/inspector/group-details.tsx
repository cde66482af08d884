"use client";

import { useTranslations } from "next-intl";
import { useEditor } from "@/components/editor/editor-context";
import type { EditorElement } from "@/components/editor/editor-element";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { ArrangeButtons } from "./arrange-buttons";

/** What several boxes have in common, to be changed for all of them. */
export function GroupDetails({ elements }: { elements: readonly EditorElement[] }) {
  const t = useTranslations("editor.inspector");
  const { signers, boxActs, isLocked } = useEditor();
  const keys = elements.map(({ key }) => key);
  const [first] = elements;
  const common = elements.every(({ signRequestId }) => signRequestId === first?.signRequestId)
    ? first?.signRequestId
    : undefined;
  const areRequired = elements.filter(({ required }) => required).length;
  return (
    <div className="flex flex-col gap-4">
      {!isLocked && <ArrangeButtons />}
      <Select
        label={t("signer")}
        value={common === undefined ? "" : String(common)}
        disabled={isLocked}
        options={[
          ...(common === undefined ? [{ value: "", label: t("differentSigners"), disabled: true }] : []),
          ...signers.map(({ signRequestId, number, name }) => ({
            value: String(signRequestId),
            label: `${number} · ${name}`,
            lang: "",
          })),
        ]}
        onChange={(event) =>
          boxActs.run({ kind: "change", keys, change: { signRequestId: Number(event.target.value) } })
        }
      />
      <Checkbox
        label={t("required")}
        hint={
          areRequired > 0 && areRequired < elements.length
            ? t("someRequired", { count: areRequired, total: elements.length })
            : undefined
        }
        checked={areRequired === elements.length}
        disabled={isLocked}
        onChange={(event) => boxActs.run({ kind: "change", keys, change: { required: event.target.checked } })}
      />
    </div>
  );
}
