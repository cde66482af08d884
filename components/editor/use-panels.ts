import { useCallback, useSyncExternalStore } from "react";

export type Panel = "palette" | "inspector";

const storageKey = (panel: Panel): string => `paraph-editor-${panel}-folded`;
const listeners = new Set<() => void>();
/** For a browser that blocks storage. */
const held = new Map<Panel, boolean>();

/** Whether a panel beside the pages is folded on wide windows, and how to change that. Kept in this browser. */
export function usePanel(panel: Panel): { isFolded: boolean; setFolded: (isFolded: boolean) => void } {
  const isFolded = useSyncExternalStore(
    subscribe,
    () => read(panel),
    () => false,
  );
  const setFolded = useCallback(
    (next: boolean) => {
      held.set(panel, next);
      try {
        localStorage.setItem(storageKey(panel), next ? "1" : "0");
      } catch {
        // Kept for this visit only.
      }
      for (const listener of listeners) listener();
    },
    [panel],
  );
  return { isFolded, setFolded };
}

function read(panel: Panel): boolean {
  try {
    return localStorage.getItem(storageKey(panel)) === "1";
  } catch {
    return held.get(panel) ?? false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
