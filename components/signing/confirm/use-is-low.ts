import { useSyncExternalStore } from "react";

const low = "(max-height: 30rem)";

/** True in a window so low that two fifths of its height hold no form: a phone that lies on its side, or a page zoomed to four times its size. */
export function useIsLow(): boolean {
  return useSyncExternalStore(
    follow,
    () => window.matchMedia(low).matches,
    () => false,
  );
}

function follow(changed: () => void): () => void {
  const query = window.matchMedia(low);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
