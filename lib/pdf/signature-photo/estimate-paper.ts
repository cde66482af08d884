import type { Pixels } from "./pixels";

/** The paper is looked for in a picture of this many pixels on its longer side: noise averages out, and lines get thin. */
const smallSidePx = 192;
/** What is narrower than twice this, in pixels of the small picture, lies on the paper: an eighth of the picture's width. */
const reach = 12;
/** The outermost pixels go on beyond the edge, so that a table or a shadow that reaches in from there is not narrow. */
const margin = 2 * reach;

/** One colour channel of the small picture. */
interface Plane {
  values: Float32Array;
  width: number;
  height: number;
}

type Pick = (a: number, b: number) => number;

/** What the bare paper would look like: red, green and blue, 1–255, of each pixel of a row, one after the other. The next call overwrites it. */
export type Paper = (y: number) => Float32Array;

/**
 * The paper without what is written on it, by a morphological closing of each channel (largest in reach, then smallest of those):
 * narrow dark things vanish, while lamps, shadows, a tint and the table beside the sheet stay, and are paper as far as ink is concerned.
 */
export function estimatePaper(pixels: Pixels): Paper {
  const step = Math.max(1, Math.ceil(Math.max(pixels.width, pixels.height) / smallSidePx));
  const planes = [0, 1, 2].map((channel) => spread(spread(shrink(pixels, step, channel), Math.max), Math.min));
  const row = new Float32Array(pixels.width * 3);
  return (y) => {
    planes.forEach((plane, channel) => fillRow(row, channel, { plane, y, step }));
    return row;
  };
}

/** Each value the mean of a square of `step` by `step` pixels, with the margin around. */
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

/** Bilinear, between the middles of the small picture's pixels. */
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
