"use client";

import { clsx } from "clsx";
import { Copy, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { dockLook } from "./dock-look";
import { useEditor } from "./editor-context";
import { toolTypes, type EditorElement, type ElementType } from "./editor-element";
import { findElement } from "./layout-state";
import { LabelField } from "./label-field";
import { OverlapOf } from "./overlap-words";
import { PlaceFields } from "./place-fields";

/** What the selected field is and where, in numbers: at the right, or at the bottom of a phone. */
export function Inspector({ ref }: { ref: Ref<HTMLElement> }) {
  const t = useTranslations("editor");
  const { layout, selectedKey, boxActs } = useEditor();
  const element = findElement(layout, selectedKey);
  return (
    <aside ref={ref} data-covers aria-label={t("regions.inspector")} tabIndex={-1} className={clsx(dockLook, "lg:border-l", !element && "max-lg:hidden")}>
      {element ? (
        <>
          <div className="mb-3 flex items-center justify-between">
            <h2 className="text-ui font-semibold">{t("inspector.title")}</h2>
            <IconButton className="lg:hidden" size="signer" label={t("inspector.close")} icon={<X />} onClick={boxActs.leave} />
          </div>
          <Details key={element.key} element={element} />
        </>
      ) : (
        <>
          <h2 className="text-ui font-semibold">{t("inspector.title")}</h2>
          <p className="mt-2 text-ui">{t("inspector.none")}</p>
          <p className="mt-1 text-caption text-muted">{t("inspector.noneHint")}</p>
        </>
      )}
    </aside>
  );
}

function Details({ element }: { element: EditorElement }) {
  const t = useTranslations("editor");
  const { signers, boxActs, isLocked, isSignedUpload } = useEditor();
  const { key } = element;
  const change = (part: Partial<Pick<EditorElement, "type" | "signRequestId" | "required">>): void => boxActs.run({ kind: "change", key, change: part });
  const types = toolTypes.some((type) => type === element.type) ? toolTypes : [...toolTypes, element.type];
  return (
    <div className="flex flex-col gap-4">
      <OverlapOf elementKey={key} />
      <div className="grid grid-cols-2 gap-2">
        <Button icon={<Copy aria-hidden className="size-4" />} disabled={isLocked || isSignedUpload} onClick={() => boxActs.duplicate(element)}>{t("inspector.duplicate")}</Button>
        <Button icon={<Trash2 aria-hidden className="size-4" />} disabled={isLocked} onClick={() => boxActs.remove(element)}>{t("inspector.delete")}</Button>
      </div>
      <div className="grid gap-4 max-lg:sm:grid-cols-2">
        <Select
          label={t("inspector.signer")} value={element.signRequestId} disabled={isLocked}
          options={signers.map(({ signRequestId, number, name }) => ({ value: String(signRequestId), label: `${number} · ${name}` }))}
          onChange={(event) => change({ signRequestId: Number(event.target.value) })}
        />
        <Select
          label={t("inspector.type")} value={element.type} disabled={isLocked}
          options={types.map((type) => ({ value: type, label: t(`types.${type}`), disabled: isSignedUpload && type !== "signature" && type !== "initial" }))}
          onChange={(event) => change({ type: event.target.value as ElementType })}
        />
      </div>
      <Checkbox label={t("inspector.required")} checked={element.required} disabled={isLocked} onChange={(event) => change({ required: event.target.checked })} />
      <LabelField element={element} />
      <PlaceFields element={element} />
    </div>
  );
}
