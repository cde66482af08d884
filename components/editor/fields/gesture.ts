import { linesOf, noLines, snapMove, type SnapLines, type Snapped } from "@/components/editor/snapping/snap";
import type { EditorField } from "@/components/editor/state/editor-field";
import { shiftBox, shiftTogether, type Shift } from "@/components/editor/state/layout-state";
import type { PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";

/** Fields that move together, and what they snap to. */
export interface Moving {
  moved: readonly EditorField[];
  /** The field under the pointer; the snap lines are those of its page. */
  lead: EditorField;
  pages: readonly PageSize[];
  lines: SnapLines;
  /** The other fields of that page. */
  others: readonly Box[];
}

export function startMoving(
  lead: EditorField,
  moved: readonly EditorField[],
  { fields, pages }: { fields: readonly EditorField[]; pages: readonly PageSize[] },
): Moving {
  const others = fields.filter((field) => field.page === lead.page && !moved.includes(field)).map(({ box }) => box);
  return { moved, lead, pages, others, lines: linesOf(others, pages[lead.page - 1] ?? { widthPt: 0, heightPt: 0 }) };
}

/**
 * The shift of the fields: the wanted one, limited to their pages and snapped to lines and equal gaps within `withinPt`
 * of their bounding rectangle.
 */
export function snappedShift(
  { moved, lead, pages, lines, others }: Moving,
  wanted: Shift,
  withinPt: number,
): { shift: Shift; guides: Snapped["guides"] } {
  const possible = shiftTogether(moved, pages, wanted);
  const around = shiftBox(boxAround(moved.filter(({ page }) => page === lead.page).map(({ box }) => box)), possible);
  const snapped = snapMove(around, lines, withinPt, others);
  const drawn = {
    rightPt: possible.rightPt + snapped.box.leftPt - around.leftPt,
    downPt: possible.downPt + snapped.box.topPt - around.topPt,
  };
  const shift = shiftTogether(moved, pages, drawn);
  const isWhole = shift.rightPt === drawn.rightPt && shift.downPt === drawn.downPt;
  return { shift, guides: isWhole ? snapped.guides : noLines };
}

function boxAround(boxes: readonly Box[]): Box {
  const [leftPt, topPt] = [Math.min(...boxes.map((box) => box.leftPt)), Math.min(...boxes.map((box) => box.topPt))];
  const [rightPt, bottomPt] = [
    Math.max(...boxes.map((box) => box.leftPt + box.widthPt)),
    Math.max(...boxes.map((box) => box.topPt + box.heightPt)),
  ];
  return { leftPt, topPt, widthPt: rightPt - leftPt, heightPt: bottomPt - topPt };
}

/**
 * Distance from an edge of the visible part within which a held field scrolls it, and the speed at the edge, per frame.
 * CSS pixels.
 */
const zonePx = 48;
const fastestPx = 18;

/**
 * Scrolls the scroll container of `node` while the pointer is held near its upper or lower edge, and calls back after
 * each step.
 */
export function edgeScroll(node: HTMLElement, signal: AbortSignal, onScrolled: () => void): (y: number) => void {
  const pane = scrollerOf(node);
  let speed = 0;
  let frame = 0;
  const step = (): void => {
    frame = 0;
    if (speed === 0 || signal.aborted) return;
    const before = pane ? pane.scrollTop : window.scrollY;
    (pane ?? window).scrollBy({ top: speed, behavior: "instant" });
    if ((pane ? pane.scrollTop : window.scrollY) === before) return;
    onScrolled();
    frame = requestAnimationFrame(step);
  };
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));
  return (y) => {
    const rect = pane?.getBoundingClientRect();
    const [top, bottom] = [Math.max(0, rect?.top ?? 0), Math.min(window.innerHeight, rect?.bottom ?? Infinity)];
    speed = speedAt(y, top, bottom);
    if (speed !== 0 && frame === 0) frame = requestAnimationFrame(step);
  };
}

/** Pixels per frame, negative upwards. */
export function speedAt(y: number, top: number, bottom: number): number {
  const [above, below] = [top + zonePx - y, y - (bottom - zonePx)];
  if (above > 0) return -Math.ceil(Math.min(1, above / zonePx) * fastestPx);
  return below > 0 ? Math.ceil(Math.min(1, below / zonePx) * fastestPx) : 0;
}

/** The element that scrolls; null for the window. */
function scrollerOf(node: HTMLElement): HTMLElement | null {
  for (let at = node.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at;
  return null;
}

/** The DOM node of a field. */
export function nodeOfField(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-field-key="${key}"]`);
}

/** Shift, Ctrl or Cmd adds to the selection. */
export function isAdding(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean {
  return event.shiftKey || event.ctrlKey || event.metaKey;
}

/**
 * Calls back if Escape is pressed before the signal ends the gesture, and stops the key there. The click that follows
 * when the button is released is suppressed.
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
