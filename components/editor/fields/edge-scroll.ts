/** Distance from an edge of the visible part within which a held field scrolls it, and the speed at the edge, per frame. CSS pixels. */
const zonePx = 48;
const fastestPx = 18;

/** Scrolls what `node` scrolls in while the pointer is held near its upper or lower edge, and calls back after each step. */
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
