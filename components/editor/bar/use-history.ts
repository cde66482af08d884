import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { LayoutCommand, LayoutState } from "@/components/editor/layout/layout-state";
import { useAnnounce } from "@/components/ui/live-region";

/** Undo and redo, said aloud. */
export function useHistory(
  layout: LayoutState,
  run: (command: LayoutCommand) => void,
  isLocked: boolean,
): { undo: () => void; redo: () => void } {
  const t = useTranslations("editor");
  const announce = useAnnounce();
  const [past, future] = [layout.past.at(-1), layout.future.at(-1)];
  const undo = useCallback(() => {
    if (!past || isLocked) return;
    run({ kind: "undo" });
    announce(t("said.undone", { act: t(`acts.${past.act}`) }));
  }, [past, isLocked, run, announce, t]);
  const redo = useCallback(() => {
    if (!future || isLocked) return;
    run({ kind: "redo" });
    announce(t("said.redone", { act: t(`acts.${future.act}`) }));
  }, [future, isLocked, run, announce, t]);
  return { undo, redo };
}
