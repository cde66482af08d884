"use client";

import { Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { LayoutState } from "@/components/editor/layout/layout-state";
import { IconButton } from "@/components/ui/icon-button";

interface HistoryButtonsProps {
  layout: LayoutState;
  onUndo: () => void;
  onRedo: () => void;
}

export function HistoryButtons({ layout, onUndo, onRedo }: HistoryButtonsProps) {
  const t = useTranslations("editor");
  const [past, future] = [layout.past.at(-1), layout.future.at(-1)];
  return (
    <div className="flex items-center">
      <IconButton
        label={past ? t("history.undo", { act: t(`acts.${past.act}`) }) : t("history.nothingToUndo")}
        icon={<Undo2 />}
        aria-disabled={!past || undefined}
        onClick={onUndo}
      />
      <IconButton
        label={future ? t("history.redo", { act: t(`acts.${future.act}`) }) : t("history.nothingToRedo")}
        icon={<Redo2 />}
        aria-disabled={!future || undefined}
        onClick={onRedo}
      />
    </div>
  );
}
