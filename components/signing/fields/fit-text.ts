/** Smallest font size to try. CSS pixels, as all lengths here. */
const leastSize = 1;
const leastStep = 0.25;

/**
 * Sets the font of a line or an input to `largest`, or as small as needed to show all of its text, as the PDF will. The element hides or scrolls what
 * overflows. With `areLines` its text may take several lines.
 */
export function fitText(node: HTMLElement, largest: number, areLines = false): void {
  let size = largest;
  node.style.fontSize = `${size}px`;
  if (node.clientWidth === 0) return;
  // Widths do not scale exactly, because some screens place glyphs on whole pixels; lines break elsewhere at another size.
  while (overflows(node, areLines) && size > leastSize) {
    const next = areLines ? size - leastStep : (size * node.clientWidth) / node.scrollWidth;
    size = Math.max(leastSize, Math.min(size - leastStep, next));
    node.style.fontSize = `${size}px`;
  }
}

function overflows(node: HTMLElement, areLines: boolean): boolean {
  return node.scrollWidth > node.clientWidth || (areLines && node.scrollHeight > node.clientHeight);
}
