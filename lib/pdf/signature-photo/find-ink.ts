import { estimatePaper } from "./estimate-paper";
import type { Pixels } from "./pixels";

/** How much darker than bare paper each pixel is: 0 paper, 1 black. With the colour that the pixel has under white light. */
export interface Darkness {
  /** One value a pixel. */
  values: Float32Array;
  /** Red, green and blue of each pixel on white paper in even light, 0–255. */
  colours: Uint8ClampedArray;
}

/** From `none` on a pixel begins to be ink, from `full` on it is nothing else. */
export interface InkLevels {
  none: number;
  full: number;
}

/** Paper's own grain and the blocks of a JPEG stay below this, however even they look. */
const leastDarkness = 0.1;
/** Noise reaches this many standard deviations about once in 4000 pixels; single pixels are dropped later. */
const noiseDeviations = 3.5;
/** Fewer pixels than one in 20,000 are no signature. */
const leastShare = 1 / 20_000;

/** Divides the picture by its paper: shadows, lamps and tints go. */
export function measureDarkness(pixels: Pixels): Darkness {
  const { rgba, width, height } = pixels;
  const paper = estimatePaper(pixels);
  const [values, colours] = [new Float32Array(width * height), new Uint8ClampedArray(width * height * 3)];
  for (let y = 0; y < height; y++) {
    const bare = paper(y);
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const red = (rgba[at * 4] ?? 0) / (bare[x * 3] ?? 1);
      const green = (rgba[at * 4 + 1] ?? 0) / (bare[x * 3 + 1] ?? 1);
      const blue = (rgba[at * 4 + 2] ?? 0) / (bare[x * 3 + 2] ?? 1);
      colours[at * 3] = red * 255;
      colours[at * 3 + 1] = green * 255;
      colours[at * 3 + 2] = blue * 255;
      // Rec. 709 luma, and the channel that the ink takes most of: red ink is bright in one, and ink all the same.
      values[at] = 1 - (0.6 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) + 0.4 * Math.min(red, green, blue));
    }
  }
  return { values, colours };
}

/**
 * Where ink begins and where it is full, from the picture itself: above its noise, below its darkest lines. Moves `darkness` so that the
 * paper, which is most of the picture, lies at 0. Null when there is nothing but paper.
 */
export function findLevels({ values }: Darkness): InkLevels | null {
  const counts = countBySteps(values);
  const paper = quantile(counts, 0.5);
  // On the brighter side of the paper lies noise alone, on the darker one ink as well. 0.16: one standard deviation.
  const noise = paper - quantile(counts, 0.16);
  values.forEach((value, index) => (values[index] = value - paper));
  const none = Math.max(leastDarkness, noiseDeviations * noise);
  const dark = values.filter((value) => value > 1.5 * none);
  if (dark.length < values.length * leastShare) return null;
  const ink = quantile(countBySteps(dark), 0.8);
  return { none, full: none + Math.max(0.05, 0.55 * (ink - none)) };
}

const steps = 1024;
/** Darkness from −0.5, brighter than the paper, to 1. */
const range = { from: -0.5, to: 1 };

function countBySteps(values: Float32Array): Uint32Array {
  const counts = new Uint32Array(steps);
  for (const value of values) {
    const step = Math.floor(((value - range.from) / (range.to - range.from)) * steps);
    const kept = Math.min(steps - 1, Math.max(0, step));
    counts[kept] = (counts[kept] ?? 0) + 1;
  }
  return counts;
}

/** The darkness below which this share of the pixels lies. */
function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share;
  const step = counts.findIndex((count) => (left -= count) <= 0);
  return range.from + ((step + 0.5) / steps) * (range.to - range.from);
}
