/** Where measuring ends: nobody reads less. CSS pixels, as all lengths here. */
const leastSize = 1;
const leastStep = 0.25;

/** Makes the font of a line as large as `largest`, or as much smaller as it takes to show all of it, as the PDF will. The line hides what overflows. */
export function fitLine(line: HTMLElement, largest: number): void {
  let size = largest;
  line.style.fontSize = `${size}px`;
  if (line.clientWidth === 0) return;
  // Widths do not follow the size exactly: glyphs stand on whole pixels on some screens.
  while (line.scrollWidth > line.clientWidth && size > leastSize) {
    size = Math.max(leastSize, Math.min(size - leastStep, (size * line.clientWidth) / line.scrollWidth));
    line.style.fontSize = `${size}px`;
  }
}
