/** How much darker than bare paper each pixel is, from 0 (paper) to 1 (black), and its colour under white light. */
interface Darkness {
  /** One value per pixel. */
  values: Float32Array;
  /** Red, green and blue of each pixel on white paper in even light, 0–255. */
  colours: Uint8ClampedArray;
}

/** A pixel starts to count as ink above `none`, and counts as nothing else from `full`. */
interface InkLevels {
  none: number;
  full: number;
}

/** The paper's grain and the block artefacts of a JPEG stay below this, however even they are. */
const leastDarkness = 0.1;
/** Noise exceeds this many standard deviations about once in 4000 pixels. Single pixels are dropped later. */
const noiseDeviations = 3.5;
/** Fewer than one pixel in 20,000 cannot be a signature. */
const leastShare = 1 / 20_000;

/** Divides the picture by its paper, which removes shadows, uneven light and tints. */
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
      // Rec. 709 luma combined with the channel in which the ink is darkest: red ink is bright in one channel and is
      // still ink.
      values[at] = 1 - (0.6 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) + 0.4 * Math.min(red, green, blue));
    }
  }
  return { values, colours };
}

/**
 * The levels of faint and full ink, derived from the picture: above its noise and below its darkest lines. Shifts
 * `darkness` so that the paper, which is most of the picture, is at 0. Null if there is only paper.
 */
export function findLevels({ values }: Darkness): InkLevels | null {
  const counts = countBySteps(values);
  const paper = quantile(counts, 0.5);
  // On the brighter side of the paper there is only noise, and on the darker side ink as well. 0.16: one standard
  // deviation.
  const noise = paper - quantile(counts, 0.16);
  values.forEach((value, index) => (values[index] = value - paper));
  const none = Math.max(leastDarkness, noiseDeviations * noise);
  const dark = values.filter((value) => value > 1.5 * none);
  if (dark.length < values.length * leastShare) return null;
  const ink = quantile(countBySteps(dark), 0.8);
  return { none, full: none + Math.max(0.05, 0.55 * (ink - none)) };
}

const steps = 1024;
/** Darkness from −0.5 (brighter than the paper) to 1. */
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

/** The darkness below which this share of the pixels is. */
function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share;
  const step = counts.findIndex((count) => (left -= count) <= 0);
  return range.from + ((step + 0.5) / steps) * (range.to - range.from);
}

/**
 * Longer side, in pixels, of the reduced image in which the paper is estimated: noise averages out, and strokes
 * become thin.
 */
const smallSidePx = 192;
/**
 * Shapes narrower than twice this, in pixels of the reduced image, count as writing on the paper: an eighth of the
 * image's width.
 */
const reach = 12;
/**
 * The outermost pixels are extended beyond the edge, so that a table or shadow reaching in from there does not count
 * as narrow.
 */
const margin = 2 * reach;

/** One colour channel of the small picture. */
interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

type Pick = (a: number, b: number) => number;

/**
 * Estimated blank paper: red, green and blue, 1–255, of each pixel of a row, interleaved. The next call overwrites it.
 */
type Paper = (y: number) => Float32Array;

/**
 * The paper without the writing, by a morphological closing of each channel (maximum within reach, then minimum of
 * those): narrow dark shapes vanish, while lighting, shadows, a tint and the table beside the sheet remain and count
 * as paper.
 */
function estimatePaper(pixels: Pixels): Paper {
  const step = Math.max(1, Math.ceil(Math.max(pixels.width, pixels.height) / smallSidePx));
  const planes = [0, 1, 2].map((channel) => spread(spread(shrink(pixels, step, channel), Math.max), Math.min));
  const row = new Float32Array(pixels.width * 3);
  return (y) => {
    planes.forEach((plane, channel) => fillRow(row, channel, { plane, y, step }));
    return row;
  };
}

/** Each value is the mean of a square of `step` by `step` pixels. Adds the margin. */
function shrink(pixels: Pixels, step: number, channel: number): Plane {
  const [inner, low] = [Math.ceil(pixels.width / step), Math.ceil(pixels.height / step)];
  const means = new Float32Array(inner * low);
  for (let y = 0; y < low; y++)
    for (let x = 0; x < inner; x++)
      means[y * inner + x] = meanOf(pixels, { left: x * step, top: y * step, step, channel });
  const [width, height] = [inner + 2 * margin, low + 2 * margin];
  const inside = (place: number, count: number): number => Math.min(count - 1, Math.max(0, place - margin));
  const values = Float32Array.from(
    { length: width * height },
    (_, at) => means[inside(Math.floor(at / width), low) * inner + inside(at % width, inner)] ?? 0,
  );
  return { values, width, height };
}

function meanOf(
  { rgba, width, height }: Pixels,
  { left, top, step, channel }: { left: number; top: number; step: number; channel: number },
): number {
  const [right, bottom] = [Math.min(width, left + step), Math.min(height, top + step)];
  let sum = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += rgba[(y * width + x) * 4 + channel] ?? 0;
  return sum / ((right - left) * (bottom - top));
}

/** The largest (or smallest) value within reach, along rows and then along columns. */
function spread({ values, width, height }: Plane, pick: Pick): Plane {
  const [rows, all] = [new Float32Array(values.length), new Float32Array(values.length)];
  for (let y = 0; y < height; y++) spreadLine(values, rows, { first: y * width, stride: 1, count: width }, pick);
  for (let x = 0; x < width; x++) spreadLine(rows, all, { first: x, stride: width, count: height }, pick);
  return { values: all, width, height };
}

function spreadLine(
  from: Float32Array,
  to: Float32Array,
  { first, stride, count }: { first: number; stride: number; count: number },
  pick: Pick,
): void {
  for (let place = 0; place < count; place++) {
    let best = from[first + place * stride] ?? 0;
    const last = Math.min(count - 1, place + reach);
    for (let other = Math.max(0, place - reach); other <= last; other++)
      best = pick(best, from[first + other * stride] ?? 0);
    to[first + place * stride] = best;
  }
}

/** Bilinear interpolation between the centres of the small picture's pixels. */
function fillRow(
  row: Float32Array,
  channel: number,
  { plane: { values, width }, y, step }: { plane: Plane; y: number; step: number },
): void {
  const down = (y + 0.5) / step - 0.5 + margin;
  const top = Math.floor(down) * width;
  const below = down - Math.floor(down);
  for (let at = channel, x = 0; at < row.length; at += 3, x++) {
    const across = (x + 0.5) / step - 0.5 + margin;
    const left = top + Math.floor(across);
    const beside = across - Math.floor(across);
    const upper = (values[left] ?? 0) * (1 - beside) + (values[left + 1] ?? 0) * beside;
    const lower = (values[left + width] ?? 0) * (1 - beside) + (values[left + width + 1] ?? 0) * beside;
    row[at] = Math.max(1, upper * (1 - below) + lower * below);
  }
}

/** A decoded picture: red, green, blue, alpha, 8 bits each, row by row from the top. */
export interface Pixels {
  rgba: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Whether a picture has a background to remove: none of it is transparent. */
export function isOpaque({ rgba }: Pixels): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < 250) return false;
  return true;
}
