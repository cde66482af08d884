"use client";

import { clsx } from "clsx";
import { ChevronDown, Copy, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type Ref } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { dockLook } from "./dock-look";
import { useEditor } from "./editor-context";
import type { EditorElement } from "./editor-element";
import { FieldDetails } from "./field-details";
import { findElement } from "./layout-state";
import { OverlapOf } from "./overlap-words";

/** What the selected field is and where, in numbers: at the right; on a phone at the bottom, opened when it is wanted. */
export function Inspector({ ref }: { ref: Ref<HTMLElement> }) {
  const t = useTranslations("editor");
  const { layout, selectedKey } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const element = findElement(layout, selectedKey);
  return (
    <aside ref={ref} data-covers aria-label={t("regions.inspector")} tabIndex={-1} className={clsx(dockLook, "lg:border-l", !element && "max-lg:hidden")}>
      {element ? (
        <div className="flex flex-col gap-3 lg:gap-4">
          <Head element={element} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          <OverlapOf elementKey={element.key} />
          <Acts element={element} />
          <div className={clsx(!isOpen && "max-lg:hidden")}><FieldDetails key={element.key} element={element} /></div>
        </div>
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

function Head({ element, isOpen, onToggle }: { element: EditorElement; isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations("editor");
  const { boxActs } = useEditor();
  return (
    <div className="flex items-center gap-2">
      <h2 className="min-w-0 flex-1 truncate text-ui font-semibold"><span className="lg:hidden">{t(`types.${element.type}`)}</span><span className="max-lg:hidden">{t("inspector.title")}</span></h2>
      <Button
        variant="quiet" className="lg:hidden" aria-expanded={isOpen} onClick={onToggle}
        icon={<ChevronDown aria-hidden className={clsx("size-4", !isOpen && "rotate-180")} />}
      >
        {t("inspector.details")}
      </Button>
      <IconButton className="lg:hidden" label={t("inspector.close")} icon={<X />} onClick={boxActs.leave} />
    </div>
  );
}

function Acts({ element }: { element: EditorElement }) {
  const t = useTranslations("editor.inspector");
  const { boxActs, isLocked, isSignedUpload } = useEditor();
  if (isLocked) return null;
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button icon={<Copy aria-hidden className="size-4" />} disabled={isSignedUpload} onClick={() => boxActs.duplicate(element)}>{t("duplicate")}</Button>
      <Button icon={<Trash2 aria-hidden className="size-4" />} onClick={() => boxActs.remove(element)}>{t("delete")}</Button>
    </div>
  );
}
