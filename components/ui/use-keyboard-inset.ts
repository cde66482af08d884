import { useSyncExternalStore } from "react";

/**
 * How much of the window's lower edge a telephone's keyboard covers, in CSS pixels; 0 where the browser makes the window smaller instead,
 * and while somebody has zoomed in with two fingers.
 */
export function useKeyboardInset(): number {
  return useSyncExternalStore(follow, measure, () => 0);
}

function measure(): number {
  const view = window.visualViewport;
  if (!view || view.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop));
}

function follow(changed: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener("resize", changed);
  view?.addEventListener("scroll", changed);
  return () => {
    view?.removeEventListener("resize", changed);
    view?.removeEventListener("scroll", changed);
  };
}
