/** One rendered page in grey at 72 dpi: 0 is black, 255 white, rows from the top. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Left, top, right, bottom in pixels; right and bottom exclusive. */
export type Area = readonly [number, number, number, number];

/** Reads the output of `pdftoppm -gray` and `mutool draw -F pgm`: consecutive P5 images. */
export function readPictures(output: Buffer): Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < output.length;) {
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.toString("latin1", at, at + 64));
    if (header === null) {
      break;
    }
    const [width, height] = [Number(header[1]), Number(header[2])];
    const start = at + header[0].length;
    pictures.push({ width, height, pixels: output.subarray(start, start + width * height) });
    at = start + width * height;
  }
  return pictures;
}

const visibleStep = 40;
const fewestPixels = 6;

/**
 * The area that differs between two renderings by the same program, outside the given areas; null when there is none. A
 * few pixels of antialiasing are not a difference.
 */
export function changedArea(before: Picture, after: Picture, except: readonly Area[]): Area | null {
  if (before.width !== after.width || before.height !== after.height) {
    return [0, 0, after.width, after.height];
  }
  const { width } = after;
  let [left, top, right, bottom, count] = [width, after.height, 0, 0, 0];
  for (let at = 0; at < after.pixels.length; at += 1) {
    if (Math.abs((after.pixels[at] ?? 0) - (before.pixels[at] ?? 0)) < visibleStep) {
      continue;
    }
    const [x, y] = [at % width, Math.floor(at / width)];
    if (except.some((area) => x >= area[0] && x < area[2] && y >= area[1] && y < area[3])) {
      continue;
    }
    count += 1;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return count < fewestPixels ? null : [left, top, right, bottom];
}

const cell = 8;
/** Programs antialias edges and substitute fonts differently: tolerance for a cell's grey. */
const cellTolerance = 45;
const fewestCells = 2;
/** Tolerance for rounding of the page size, as a share. */
const sizeTolerance = 0.02;

/**
 * Whether two bitmaps by different programs look alike: compares the mean grey of cells of 8 points, each with its
 * neighbours. One may be larger overall, because not every program supports /UserUnit.
 */
export function lookAlike(one: Picture, other: Picture): boolean {
  const scale = Math.max(one.width / other.width, one.height / other.height);
  if (
    !(
      Math.abs(one.width / (other.width * scale) - 1) <= sizeTolerance &&
      Math.abs(one.height / (other.height * scale) - 1) <= sizeTolerance
    )
  ) {
    return false;
  }
  const isSmaller = scale < 1 - sizeTolerance;
  const [a, b] = [cellsOf(isSmaller ? one : resized(one, other)), cellsOf(isSmaller ? resized(other, one) : other)];
  let different = 0;
  for (let y = 0; y < Math.min(a.rows, b.rows); y += 1) {
    for (let x = 0; x < Math.min(a.columns, b.columns); x += 1) {
      const isFar = distance(a, b, x, y) > cellTolerance || distance(b, a, x, y) > cellTolerance;
      different += isFar ? 1 : 0;
    }
  }
  return different < fewestCells;
}

/** Scales a picture to about the size of another by nearest pixel. */
function resized(picture: Picture, { width, height }: Picture): Picture {
  if (Math.abs(picture.width / width - 1) <= sizeTolerance) {
    return picture;
  }
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [
      Math.floor(((at % width) * picture.width) / width),
      Math.floor((Math.floor(at / width) * picture.height) / height),
    ];
    pixels[at] = picture.pixels[y * picture.width + x] ?? 255;
  }
  return { width, height, pixels };
}

interface Cells {
  columns: number;
  rows: number;
  means: Float64Array;
}

function cellsOf({ width, height, pixels }: Picture): Cells {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)];
  const means = new Float64Array(columns * rows);
  for (let y = 0; y < rows * cell; y += 1) {
    for (let x = 0; x < columns * cell; x += 1) {
      const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
      means[at] = (means[at] ?? 0) + (pixels[y * width + x] ?? 0) / (cell * cell);
    }
  }
  return { columns, rows, means };
}

/**
 * How far a cell's grey is outside the range of the same cell and its neighbours in the other rendering, because edges
 * may fall into the next cell.
 */
function distance(a: Cells, b: Cells, x: number, y: number): number {
  const own = a.means[y * a.columns + x] ?? 0;
  let [darkest, lightest] = [255, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(b.rows - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(b.columns - 1, x + 1); column += 1) {
      const grey = b.means[row * b.columns + column] ?? 0;
      [darkest, lightest] = [Math.min(darkest, grey), Math.max(lightest, grey)];
    }
  }
  return Math.max(0, own - lightest, darkest - own);
}
