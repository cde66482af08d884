/** Pixels from the top left corner; right and bottom are beyond the last one. */
export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Differences nearer than this are one place. */
const tile = 16;
/** Both pictures come from the same program; this much may come from rounding in its blending. */
const tolerance = 12;
/** Outlines beyond this many help nobody: one around all of them says as much. */
const mostBoxes = 24;

/** Where two pictures of the same size differ, each place as one box, from top to bottom. Pixels are RGBA. */
export function pixelDifference(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  width: number,
  height: number,
): PixelBox[] {
  const tiles = differingTiles(before, after, width, height);
  const boxes = joinNeighbours(tiles, Math.ceil(width / tile));
  const all = boxes.length > mostBoxes ? [boxes.reduce(union)] : boxes;
  return all.sort((a, b) => a.top - b.top || a.left - b.left);
}

function differingTiles(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  width: number,
  height: number,
): Map<number, PixelBox> {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const across = Math.ceil(width / tile);
  const tiles = new Map<number, PixelBox>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (was[at] === is[at] || !differsVisibly(before, after, at * 4)) continue;
      const key = Math.floor(y / tile) * across + Math.floor(x / tile);
      const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 };
      const known = tiles.get(key);
      tiles.set(key, known ? union(known, pixel) : pixel);
    }
  }
  return tiles;
}

// Equal words are equal pixels: four bytes are compared at once.
function wordsOf(pixels: Uint8ClampedArray): Uint32Array {
  return new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
}

function differsVisibly(before: Uint8ClampedArray, after: Uint8ClampedArray, at: number): boolean {
  for (let channel = at; channel < at + 3; channel += 1) {
    if (Math.abs((before[channel] ?? 0) - (after[channel] ?? 0)) > tolerance) return true;
  }
  return false;
}

function joinNeighbours(tiles: Map<number, PixelBox>, across: number): PixelBox[] {
  const boxes: PixelBox[] = [];
  const left = new Set(tiles.keys());
  for (const first of tiles.keys()) {
    if (!left.delete(first)) continue;
    const found: number[] = [first];
    let box = tiles.get(first);
    for (let key = found.pop(); key !== undefined; key = found.pop()) {
      const here = tiles.get(key);
      if (here) box = box ? union(box, here) : here;
      for (const next of around(key, across)) if (left.delete(next)) found.push(next);
    }
    if (box) boxes.push(box);
  }
  return boxes;
}

function around(key: number, across: number): number[] {
  const column = key % across;
  const columns = [column - 1, column, column + 1].filter((candidate) => candidate >= 0 && candidate < across);
  return [-1, 0, 1].flatMap((row) => columns.map((candidate) => key - column + row * across + candidate));
}

function union(a: PixelBox, b: PixelBox): PixelBox {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
