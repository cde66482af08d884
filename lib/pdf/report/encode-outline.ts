import type { PathCommand } from "fontkit";

interface OutlinePoint {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** An outline of lines and quadratic curves as a TrueType simple glyph (OpenType `glyf`), coordinates as words, without instructions. */
export function encodeOutline(commands: readonly PathCommand[]): Buffer {
  const contours = toContours(commands);
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  let end = -1;
  const words = [
    contours.length,
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
    ...contours.map((contour) => (end += contour.length)),
    0,
  ];
  const flags = Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0)));
  const bytes = Buffer.concat([toWords(words), flags, toWords(differences(xs)), toWords(differences(ys))]);
  // Offsets are halved in the short form of `loca`.
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function toContours(commands: readonly PathCommand[]): OutlinePoint[][] {
  const contours: OutlinePoint[][] = [];
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args.map(Math.round);
    const contour = contours.at(-1);
    if (command === "moveTo") contours.push([{ x: a, y: b, isOnCurve: true }]);
    else if (command === "lineTo") contour?.push({ x: a, y: b, isOnCurve: true });
    else if (command === "quadraticCurveTo")
      contour?.push({ x: a, y: b, isOnCurve: false }, { x: c, y: d, isOnCurve: true });
    else if (command === "bezierCurveTo") throw new TypeError("TrueType knows no cubic curves");
  }
  return contours.map(withoutRepeatedStart);
}

/** A contour closes by itself. */
function withoutRepeatedStart(contour: OutlinePoint[]): OutlinePoint[] {
  const [first, last] = [contour[0], contour.at(-1)];
  return contour.length > 1 && first && last?.isOnCurve && first.x === last.x && first.y === last.y
    ? contour.slice(0, -1)
    : contour;
}

function differences(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function toWords(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeInt16BE(value, index * 2));
  return bytes;
}
