const histogramSteps = 256;
/** The paper's brightness is that of the pixel which a tenth of the picture outshines: lamps and glare do not count. */
const paperShare = 0.9;
/** From this share of the paper's brightness on a pixel is paper, and below the other one it is ink. */
const paperFrom = 0.88;
const inkBelow = 0.6;

/** Whether the picture has any transparency, so that its background needs no taking out. `rgba` is what `ImageData.data` holds. */
export function hasTransparency(rgba: Uint8ClampedArray): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 250) return true;
  return false;
}

/** Makes the paper of a photographed or scanned signature transparent, in place; edges fade. A dark picture is left as it is. */
export function paperToAlpha(rgba: Uint8ClampedArray): void {
  const paper = paperBrightness(rgba);
  if (paper < 96) return;
  for (let at = 0; at < rgba.length; at += 4) {
    const share = brightness(rgba, at) / paper;
    const ink = Math.min(1, Math.max(0, (paperFrom - share) / (paperFrom - inkBelow)));
    rgba[at + 3] = Math.round((rgba[at + 3] ?? 0) * ink);
  }
}

function paperBrightness(rgba: Uint8ClampedArray): number {
  const counts = new Uint32Array(histogramSteps);
  for (let at = 0; at < rgba.length; at += 4) {
    const step = Math.min(histogramSteps - 1, Math.round(brightness(rgba, at)));
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let left = (rgba.length / 4) * paperShare;
  return counts.findIndex((count) => (left -= count) <= 0);
}

/** Rec. 709 luma, 0–255. */
function brightness(rgba: Uint8ClampedArray, at: number): number {
  return 0.2126 * (rgba[at] ?? 0) + 0.7152 * (rgba[at + 1] ?? 0) + 0.0722 * (rgba[at + 2] ?? 0);
}
