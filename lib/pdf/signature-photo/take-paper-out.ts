import { dropStrays, type InkMask } from "./drop-strays";
import { findLevels, measureDarkness } from "./find-ink";
import type { Pixels } from "./pixels";

/**
 * Makes the paper of a photographed or scanned signature transparent, in place. The ink keeps its own colour, freed from the light it
 * was photographed in, and put on white paper looks as it did. False, and nothing changed, when there is nothing but paper.
 */
export function takePaperOut(pixels: Pixels): boolean {
  const { rgba, width, height } = pixels;
  const darkness = measureDarkness(pixels);
  const levels = findLevels(darkness);
  if (!levels) return false;
  const { none, full } = levels;
  const mask: InkMask = {
    alpha: darkness.values.map((value) => Math.min(1, Math.max(0, (value - none) / (full - none)))),
    width,
    height,
  };
  if (!dropStrays(mask)) return false;
  mask.alpha.forEach((alpha, at) => {
    for (let channel = 0; channel < 3; channel++) {
      rgba[at * 4 + channel] =
        alpha === 0 ? 0 : ((darkness.colours[at * 3 + channel] ?? 0) - 255 * (1 - alpha)) / alpha;
    }
    rgba[at * 4 + 3] = 255 * alpha;
  });
  return true;
}
