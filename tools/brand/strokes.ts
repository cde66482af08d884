type Point = readonly [x: number, y: number];
/** A cubic Bézier curve; a stroke is several that continue each other. */
type Curve = readonly [Point, Point, Point, Point];

interface Pen {
  /** Width along the nib and across it. */
  thin: number;
  thick: number;
  /** Angle of the nib, in radians from the horizontal. */
  angle: number;
  /** Shares of the length over which the pen comes down and lifts. */
  taperIn: number;
  taperOut: number;
  /** Number of decimals. */
  digits: number;
}

interface Footprint {
  at: Point;
  /** Direction of travel, a unit vector. */
  along: Point;
}

const stepsPerCurve = 7;

/** The outline, as SVG path data, of a broad nib drawn along the curves. */
function ink(stroke: readonly Curve[], pen: Pen): string {
  const steps = stroke.flatMap((curve, index) => footprints(curve, index > 0));
  const lengths = distances(steps);
  const total = lengths.at(-1) ?? 1;
  const sides = steps.map(({ at: [x, y], along: [dx, dy] }, index) => {
    const half = widthOf([dx, dy], (lengths[index] ?? 0) / total, pen) / 2;
    return { left: [x - dy * half, y + dx * half] as const, right: [x + dy * half, y - dx * half] as const };
  });
  const left = sides.map((side) => side.left);
  const right = sides.map((side) => side.right).reverse();
  const text = textTo(pen.digits);
  return `M${text(left[0])}${smooth(left, text)}L${text(right[0])}${smooth(right, text)}Z`;
}

function footprints([p0, p1, p2, p3]: Curve, continues: boolean): Footprint[] {
  const steps = Array.from({ length: stepsPerCurve + 1 }, (_, step) => step / stepsPerCurve).slice(continues ? 1 : 0);
  return steps.map((t) => {
    const u = 1 - t;
    const at = (axis: 0 | 1) =>
      u ** 3 * p0[axis] + 3 * u * u * t * p1[axis] + 3 * u * t * t * p2[axis] + t ** 3 * p3[axis];
    const slope = (axis: 0 | 1) =>
      u * u * (p1[axis] - p0[axis]) + 2 * u * t * (p2[axis] - p1[axis]) + t * t * (p3[axis] - p2[axis]);
    const length = Math.hypot(slope(0), slope(1)) || 1;
    return { at: [at(0), at(1)], along: [slope(0) / length, slope(1) / length] };
  });
}

function distances(steps: readonly Footprint[]): number[] {
  let length = 0;
  return steps.map(
    ({ at }, index) =>
      (length += Math.hypot(at[0] - (steps[index - 1] ?? { at }).at[0], at[1] - (steps[index - 1] ?? { at }).at[1])),
  );
}

function widthOf([dx, dy]: Point, done: number, { thin, thick, angle, taperIn, taperOut }: Pen): number {
  const across = Math.abs(Math.sin(Math.atan2(dy, dx) - angle));
  const down = taperIn === 0 ? 1 : 0.3 + 0.7 * ease(done / taperIn);
  const lift = 0.12 + 0.88 * ease((1 - done) / taperOut);
  return (thin + (thick - thin) * across) * down * lift;
}

function ease(part: number): number {
  return Math.sin((Math.min(1, part) * Math.PI) / 2);
}

/** Curves through all points (Catmull-Rom). */
function smooth(points: readonly Point[], text: (point: Point) => string): string {
  return points
    .slice(0, -1)
    .map((from, index) => {
      const before = points[index - 1] ?? from;
      const to = points[index + 1] ?? from;
      const after = points[index + 2] ?? to;
      return `C${text([from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6])} ${text([to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6])} ${text(to)}`;
    })
    .join("");
}

function textTo(digits: number): (point: Point | undefined) => string {
  return (point = [0, 0]) =>
    point.map((value) => String(Number(value.toFixed(digits))).replace(/^(-?)0\./, "$1.")).join(" ");
}

/** The flourish under the name: out, a loop, and back under itself. In a box of 120 by 26. */
const ribbon: readonly Curve[] = [
  [
    [9, 17],
    [1, 15],
    [3, 6],
    [20, 5.5],
  ],
  [
    [20, 5.5],
    [50, 4],
    [82, 19],
    [104, 15.5],
  ],
  [
    [104, 15.5],
    [117, 13],
    [112, 3],
    [98, 6.5],
  ],
  [
    [98, 6.5],
    [80, 11],
    [62, 24],
    [30, 22.5],
  ],
];
const ribbonPen: Pen = { thin: 1.5, thick: 4.4, angle: -0.7, taperIn: 0.06, taperOut: 0.3, digits: 1 };

/** The letter of the icon, whose stem ends in a flourish. In a box of 32 by 32. */
const bowl: readonly Curve[] = [
  [
    [7.4, 10],
    [8.8, 4.4],
    [25.6, 2.4],
    [25.9, 10.2],
  ],
  [
    [25.9, 10.2],
    [26.1, 16.4],
    [19.5, 18.4],
    [14.4, 17],
  ],
];
const stem: readonly Curve[] = [
  [
    [15.2, 5.6],
    [15.2, 11.6],
    [14.5, 16.6],
    [12.6, 21],
  ],
  [
    [12.6, 21],
    [8.8, 29.6],
    [1.6, 29.6],
    [3.4, 25],
  ],
  [
    [3.4, 25],
    [5.2, 20.4],
    [15.5, 28.6],
    [28.8, 22.6],
  ],
];
const letterPen: Pen = { thin: 1.9, thick: 3.6, angle: -0.5, taperIn: 0, taperOut: 0.2, digits: 2 };

export const flourish = ink(ribbon, ribbonPen);
export const monogram =
  ink(bowl, { ...letterPen, thin: 2.2, thick: 3.9, taperIn: 0.15, taperOut: 0.1 }) + ink(stem, letterPen);
