import { useSyncExternalStore } from "react";

const loadedAt = Date.now();

/** When the page was loaded, in milliseconds since 1970; null until the browser has taken over, so that both draw the same at first. */
export function useNow(): number | null {
  return useSyncExternalStore(
    () => () => undefined,
    () => loadedAt,
    () => null,
  );
}
