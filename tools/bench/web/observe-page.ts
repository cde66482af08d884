/** Values recorded by the page itself, in milliseconds since its navigation. */
export interface PageNotes {
  /** When the first page of the document first appeared on the screen, as an image or drawn; null before that. */
  firstPageAt: number | null;
  largestPaint: number;
  layoutShift: number;
  /** The longest interaction so far. */
  interaction: number;
}

declare global {
  interface Window {
    benchNotes: PageNotes;
    benchIsShown: (page: number) => boolean;
  }
}

/** Runs in the page before its own scripts, so it must not reference anything outside the function. */
export function observePage(): void {
  const notes: PageNotes = { firstPageAt: null, largestPaint: 0, layoutShift: 0, interaction: 0 };
  window.benchNotes = notes;
  window.benchIsShown = (page) => {
    const sheet = document.querySelector(`section[data-page="${page}"]`);
    const picture = sheet?.querySelector("img");
    const canvas = sheet?.querySelector<HTMLCanvasElement>(".react-pdf__Page canvas");
    const isPictured = picture?.complete === true && picture.naturalWidth > 0;
    const isDrawn = canvas != null && canvas.width > 0 && canvas.style.visibility === "";
    return isPictured || isDrawn;
  };
  const look = (): void => {
    if (!window.benchIsShown(1)) return void requestAnimationFrame(look);
    requestAnimationFrame(() => {
      notes.firstPageAt = performance.now();
    });
  };
  look();
  const watch = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  };
  watch("largest-contentful-paint", (entry) => {
    notes.largestPaint = entry.startTime;
  });
  watch("layout-shift", (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) notes.layoutShift += shift.value;
  });
  watch(
    "event",
    (entry) => {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0)
        notes.interaction = Math.max(notes.interaction, entry.duration);
    },
    { durationThreshold: 16 },
  );
}
