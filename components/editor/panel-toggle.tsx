"use client";

import { PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useStored } from "@/components/ui/use-stored";

const icons = {
  palette: { fold: PanelLeftClose, unfold: PanelLeftOpen },
  inspector: { fold: PanelRightClose, unfold: PanelRightOpen },
};

/** Folds and unfolds a panel beside the pages. On a narrow window the panels are at the bottom and do not fold. */
export function PanelToggle({ panel }: { panel: Panel }) {
  const t = useTranslations("editor.panels");
  const { isFolded, setFolded } = usePanel(panel);
  const Icon = icons[panel][isFolded ? "unfold" : "fold"];
  const label =
    panel === "palette" ? t(isFolded ? "showPalette" : "hidePalette") : t(isFolded ? "showInspector" : "hideInspector");
  return (
    <IconButton
      className="max-lg:hidden"
      label={label}
      icon={<Icon className="rtl:-scale-x-100" />}
      aria-expanded={!isFolded}
      onClick={() => setFolded(!isFolded)}
    />
  );
}

type Panel = "palette" | "inspector";

/** Whether a panel beside the pages is folded on wide windows, and how to change that. Kept in this browser. */
export function usePanel(panel: Panel): { isFolded: boolean; setFolded: (isFolded: boolean) => void } {
  const [stored, store] = useStored(`paraph-editor-${panel}-folded`);
  const setFolded = useCallback((next: boolean) => store(next ? "1" : "0"), [store]);
  return { isFolded: stored === "1", setFolded };
}
