import { useCallback } from "react";
import { useStored } from "@/components/ui/use-stored";

export type Panel = "palette" | "inspector";

/** Whether a panel beside the pages is folded on wide windows, and how to change that. Kept in this browser. */
export function usePanel(panel: Panel): { isFolded: boolean; setFolded: (isFolded: boolean) => void } {
  const [stored, store] = useStored(`paraph-editor-${panel}-folded`);
  const setFolded = useCallback((next: boolean) => store(next ? "1" : "0"), [store]);
  return { isFolded: stored === "1", setFolded };
}
