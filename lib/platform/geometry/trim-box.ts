/** A part of an image, in pixels from its top-left corner. */
export interface PixelBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How to redraw a part of an image: the size of the new image, and the position of the part in it. */
export interface TrimPlan {
  source: PixelBox;
  width: number;
  height: number;
  target: PixelBox;
}

/** Lower alpha values, out of 255, are dust of a scan or the outermost haze of an edge. */
const inkAlpha = 12;
const paddingShare = 0.04;
const smallest = { width: 40, height: 20 };
const largest = { width: 1600, height: 600 };

/** The smallest box that contains everything drawn, or null if nothing is. `rgba` is laid out like `ImageData.data`. */
export function inkBox(rgba: Uint8ClampedArray, width: number, height: number): PixelBox | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((rgba[(y * width + x) * 4 + 3] ?? 0) < inkAlpha) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * The trimmed image: the ink with a margin of 4 % of its longer side, at least 40 × 20 px, shrunk to fit 1600 × 600 px,
 * and further if `shrink` is less than 1. It is never enlarged: an image that is too small is padded.
 */
export function planTrim(ink: PixelBox, shrink = 1): TrimPlan {
  const padding = Math.max(1, Math.round(Math.max(ink.width, ink.height) * paddingShare));
  const scale =
    shrink * Math.min(1, largest.width / (ink.width + 2 * padding), largest.height / (ink.height + 2 * padding));
  const drawn = {
    width: Math.max(1, Math.round(ink.width * scale)),
    height: Math.max(1, Math.round(ink.height * scale)),
  };
  const width = Math.min(largest.width, Math.max(smallest.width, drawn.width + 2 * Math.round(padding * scale)));
  const height = Math.min(largest.height, Math.max(smallest.height, drawn.height + 2 * Math.round(padding * scale)));
  const target = {
    left: Math.round((width - drawn.width) / 2),
    top: Math.round((height - drawn.height) / 2),
    ...drawn,
  };
  return { source: ink, width, height, target };
}
