import { useSyncExternalStore } from "react";

const low = "(max-height: 43.75rem)";

/** True in a window so low that two fifths of its height hold no form: a small phone, or one that lies on its side. */
export function useIsLow(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(low).matches, () => false);
}

function follow(changed: () => void): () => void {
  const query = window.matchMedia(low);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
