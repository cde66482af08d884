/** The DOM node of a field. */
export function nodeOfBox(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-box-key="${key}"]`);
}

/** Shift, Ctrl or Cmd adds to the selection. */
export function isAdding(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
}

/**
 * Calls back if Escape is pressed before the signal ends the gesture, and stops the key there. The click that follows when the button is released is
 * suppressed.
 */
export function onEscape(signal: AbortSignal, cancel: () => void): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      cancel();
      ignoreNextClick();
    },
    { capture: true, signal },
  );
}

function ignoreNextClick(): void {
  const over = new AbortController();
  const once = { capture: true, signal: over.signal };
  window.addEventListener("pointerdown", () => over.abort(), once);
  window.addEventListener(
    "click",
    (event) => {
      event.stopPropagation();
      over.abort();
    },
    once,
  );
}
