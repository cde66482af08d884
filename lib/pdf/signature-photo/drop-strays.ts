/** How opaque each pixel is, 0–1, row by row. */
export interface InkMask {
  alpha: Float32Array;
  width: number;
  height: number;
}

/** What hangs together, diagonally too. */
interface Blot {
  pixels: number[];
  /** Pixels that are more ink than paper. */
  strength: number;
  /** Pixels on the picture's edge, and on how many of its sides. */
  edge: number;
  sides: number;
}

const inkFrom = 0.5;
/** In a picture of 1600 by 1200 pixels, 15: a third of the dot on an i. */
const speckShare = 8e-6;
const smallestSpeckPx = 4;
/** A line that leaves the picture over this share of a side, or by two sides, is the sheet's rim, the table or a finger. */
const rimShare = 0.08;
/** Unless hardly anything else is there. */
const leastRest = 0.2;

/** Clears dust, and what reaches in from the picture's edge beside the signature. Changes `mask`; answers whether any ink is left. */
export function dropStrays(mask: InkMask): boolean {
  const { alpha, width, height } = mask;
  const blots = findBlots(mask);
  const smallest = Math.max(smallestSpeckPx, width * height * speckShare);
  const whole = blots.filter(({ strength }) => strength >= smallest);
  const isRim = ({ sides, edge }: Blot): boolean => sides > 1 || edge > rimShare * Math.max(width, height);
  const inside = whole.filter((blot) => !isRim(blot));
  const kept = new Set(inkOf(inside) >= leastRest * inkOf(whole) ? inside : whole);
  for (const blot of blots) if (!kept.has(blot)) for (const pixel of blot.pixels) alpha[pixel] = 0;
  return kept.size > 0;
}

function inkOf(blots: readonly Blot[]): number {
  return blots.reduce((sum, { strength }) => sum + strength, 0);
}

function findBlots(mask: InkMask): Blot[] {
  const seen = new Uint8Array(mask.alpha.length);
  const blots: Blot[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 0 && (mask.alpha[start] ?? 0) > 0) blots.push(gatherBlot(mask, seen, start));
  }
  return blots;
}

function gatherBlot({ alpha, width, height }: InkMask, seen: Uint8Array, start: number): Blot {
  const pixels = [start];
  seen[start] = 1;
  const onSide = { left: 0, right: 0, top: 0, bottom: 0 };
  let strength = 0;
  // Grows while it is read: a queue without removals.
  for (let next = 0; next < pixels.length; next++) {
    const pixel = pixels[next] ?? 0;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    if ((alpha[pixel] ?? 0) >= inkFrom) strength += 1;
    if (x === 0) onSide.left += 1;
    if (x === width - 1) onSide.right += 1;
    if (y === 0) onSide.top += 1;
    if (y === height - 1) onSide.bottom += 1;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const beside = row * width + column;
        if (seen[beside] === 1 || (alpha[beside] ?? 0) === 0) continue;
        seen[beside] = 1;
        pixels.push(beside);
      }
    }
  }
  const edges = Object.values(onSide).filter((count) => count > 0);
  return { pixels, strength, edge: Math.max(0, ...edges), sides: edges.length };
}
