"use client";

import { clsx } from "clsx";
import { ChevronDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type Ref } from "react";
import { dockLook } from "@/components/editor/dock-look";
import { useEditor } from "@/components/editor/editor-context";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { FieldDetails } from "./field-details";
import { GroupDetails } from "./group-details";
import { OverlapOf } from "./overlap-words";
import { SelectionButtons } from "./selection-buttons";

/** What is selected and where, in numbers: at the end of the line; on a phone at the bottom, opened when it is wanted. */
export function Inspector({ ref }: { ref: Ref<HTMLElement> }) {
  const t = useTranslations("editor");
  const { selected } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [first] = selected;
  return (
    <aside
      ref={ref}
      data-covers
      aria-label={t("regions.inspector")}
      tabIndex={-1}
      className={clsx(dockLook, "lg:border-s", !first && "max-lg:hidden")}
    >
      {first ? (
        <div className="flex flex-col gap-3 lg:gap-4">
          <Head isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
          {selected.length === 1 && <OverlapOf elementKey={first.key} />}
          <SelectionButtons />
          <div className={clsx(!isOpen && "max-lg:hidden")}>
            {selected.length === 1 ? (
              <FieldDetails key={first.key} element={first} />
            ) : (
              <GroupDetails elements={selected} />
            )}
          </div>
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

function Head({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations("editor");
  const { boxActs, selected } = useEditor();
  const [first] = selected;
  return (
    <div className="flex items-center gap-2">
      <h2 className="min-w-0 flex-1 truncate text-ui font-semibold">
        {first && selected.length === 1 ? (
          <>
            <span className="lg:hidden">{t(`types.${first.type}`)}</span>
            <span className="max-lg:hidden">{t("inspector.title")}</span>
          </>
        ) : (
          t("inspector.several", { count: selected.length })
        )}
      </h2>
      <Button
        variant="quiet"
        className="lg:hidden"
        aria-expanded={isOpen}
        onClick={onToggle}
        icon={<ChevronDown aria-hidden className={clsx("size-4", !isOpen && "rotate-180")} />}
      >
        {t("inspector.details")}
      </Button>
      <IconButton className="lg:hidden" label={t("inspector.close")} icon={<X />} onClick={boxActs.leave} />
    </div>
  );
}
