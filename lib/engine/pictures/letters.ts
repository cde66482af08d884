import { deflateRawSync } from "node:zlib";
import type { Bitmap } from "./bitmap";

/** The ink of a page, one byte per pixel, 0 for white. */
export interface Greys {
  ink: Uint8Array;
  width: number;
  height: number;
}

/** Left, top, right and bottom of each letter, in pixels. */
export type LetterBoxes = Uint16Array;

const numbersPerBox = 4;
const blackest = 255;
/** Sixteen shades are enough for letters, and half the bytes for photographs. */
const shades = 0xf0;

/** The greys of a page, small enough to be sent to another process. */
export function packGreys({ pixels, width, height }: Bitmap): Uint8Array {
  const ink = new Uint8Array(width * height);
  const blank = Buffer.alloc(width * 4, 0xff);
  for (let row = 0; row < height; row++) {
    if (pixels.compare(blank, 0, blank.length, row * blank.length, (row + 1) * blank.length) === 0) continue;
    for (let at = row * width; at < (row + 1) * width; at++) {
      const light = (pixels[at * 4] ?? 0) + (pixels[at * 4 + 1] ?? 0) + (pixels[at * 4 + 2] ?? 0);
      ink[at] = Math.round(blackest - light / 3) & shades;
    }
  }
  return deflateRawSync(ink, { level: 1 });
}

/** Programs set letters up to a pixel apart: half a pixel from rounding and half from smoothing. */
const tolerancePx = 1;
/**
 * A letter counts as different if this much of its ink is unmatched in the other drawing, both as a share of it and
 * in black pixels. Among 144,000 letters of the corpus, none that both programs draw alike comes near these limits,
 * while half of the ink of a light full stop of 1.5 pixels is unmatched. A missing full stop is less than a pixel of
 * ink.
 */
const limits = [
  { share: 0.3, ink: 0.9 * blackest },
  { share: 0.6, ink: 0.6 * blackest },
] as const;

/** Whether any letter differs between two pictures of a page. */
export function haveOtherLetters(one: Greys, other: Greys, boxes: LetterBoxes): boolean {
  for (let at = 0; at + numbersPerBox <= boxes.length; at += numbersPerBox) {
    const box = {
      left: boxes[at] ?? 0,
      top: boxes[at + 1] ?? 0,
      right: Math.min(boxes[at + 2] ?? 0, one.width, other.width),
      bottom: Math.min(boxes[at + 3] ?? 0, one.height, other.height),
    };
    if (isOtherLetter(one, other, box)) return true;
  }
  return false;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function isOtherLetter(one: Greys, other: Greys, box: Box): boolean {
  const ground = groundOf([one, other], box);
  let [stray, inkOfOne, inkOfOther] = [0, 0, 0];
  for (let y = box.top; y < box.bottom; y++) {
    let [first, second] = [y * one.width + box.left, y * other.width + box.left];
    for (let x = box.left; x < box.right; x++, first++, second++) {
      const here = Math.abs((one.ink[first] ?? 0) - ground);
      const there = Math.abs((other.ink[second] ?? 0) - ground);
      inkOfOne += here;
      inkOfOther += there;
      if (here > 2 * there) stray += Math.max(0, here - 2 * darkestAround(other, ground, x, y));
      else if (there > 2 * here) stray += Math.max(0, there - 2 * darkestAround(one, ground, x, y));
    }
  }
  return limits.some(({ share, ink }) => stray > ink && stray > share * Math.max(inkOfOne, inkOfOther));
}

const shadeBits = 4;
const counts = new Uint16Array(1 << shadeBits);

/**
 * The background: the most frequent shade around a letter in both pictures. Text may be light on a dark background,
 * or at the edge of one.
 */
function groundOf(pictures: readonly Greys[], { left, top, right, bottom }: Box): number {
  counts.fill(0);
  for (const { ink, width } of pictures) {
    const count = (at: number): void => {
      const shade = (ink[at] ?? 0) >> shadeBits;
      counts[shade] = (counts[shade] ?? 0) + 1;
    };
    for (let x = left; x < right; x++) {
      count(top * width + x);
      count((bottom - 1) * width + x);
    }
    for (let y = top; y < bottom; y++) {
      count(y * width + left);
      count(y * width + right - 1);
    }
  }
  let ground = 0;
  for (let shade = 1; shade < counts.length; shade++) if ((counts[shade] ?? 0) > (counts[ground] ?? 0)) ground = shade;
  return ground << shadeBits;
}

function darkestAround({ ink, width, height }: Greys, ground: number, x: number, y: number): number {
  let darkest = 0;
  const [last, lowest] = [Math.min(width - 1, x + tolerancePx), Math.min(height - 1, y + tolerancePx)];
  for (let row = Math.max(0, y - tolerancePx); row <= lowest; row++) {
    for (let column = Math.max(0, x - tolerancePx); column <= last; column++)
      darkest = Math.max(darkest, Math.abs((ink[row * width + column] ?? 0) - ground));
  }
  return darkest;
}
