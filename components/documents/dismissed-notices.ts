import { useCallback } from "react";
import { readStored, useStored } from "@/components/ui/use-stored";

/** Dismissed notices of this browser, newest last, by name. Not more, so that the entry stays small. */
const storageKey = "paraph-dismissed-notices";
const most = 200;

/** Whether the notice was dismissed in this browser, and how to dismiss it or show it again. Not dismissed on the server. */
export function useDismissed(name: string): [isDismissed: boolean, setDismissed: (isDismissed: boolean) => void] {
  const [stored, store] = useStored(storageKey);
  const setDismissed = useCallback(
    (next: boolean) => {
      const others = namesIn(readStored(storageKey)).filter((other) => other !== name);
      store(JSON.stringify(next ? [...others, name].slice(-most) : others));
    },
    [name, store],
  );
  return [namesIn(stored).includes(name), setDismissed];
}

/** None for a value that somebody else wrote. */
function namesIn(stored: string | null): readonly string[] {
  try {
    const names: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
