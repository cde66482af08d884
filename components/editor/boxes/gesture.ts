/** What is drawn of a box. */
export function nodeOfBox(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-box-key="${key}"]`);
}

/** Shift, Ctrl or Cmd: one more box is selected. */
export function isAdding(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
}

/**
 * Calls back when Escape is pressed before the signal says that the gesture is over; nobody else hears of that key. The button is still
 * pressed then: where it is let go, nothing is clicked.
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
