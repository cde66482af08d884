import type { Operand } from "@/lib/pdf/content/content-tokens";
import { boxAround, intersection, isUpright, NOWHERE, pointAt, union, type Box } from "./geometry";
import { numbersIn, type GraphicsState } from "./graphics-state";
import type { AddMark } from "./marks";

const PAINTING = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"]);
/** Points of an upright rectangle drawn with lines: four corners, and the first again. */
const CORNERS = 5;

/** Path construction, painting and clipping (8.5), reduced to the boxes around paths. */
export class PathBuilder {
  private box: Box = NOWHERE;
  private subpaths = 0;
  private points: [number, number][] = [];
  /** The box of each line, curve and rectangle. */
  private strokes: Box[] = [];
  private current: [number, number] = [0, 0];
  private isRect = false;
  private clips = false;

  constructor(private readonly add: AddMark) {}

  /** Returns whether the operator was a path operator. */
  perform(operator: string, operands: readonly Operand[], state: GraphicsState): boolean {
    switch (operator) {
      case "re":
        this.rectangle(numbersIn(operands), state);
        return true;
      case "m":
        this.subpaths += 1;
        this.line(numbersIn(operands), state);
        return true;
      case "l":
        this.strokeTo(numbersIn(operands), state);
        this.line(numbersIn(operands), state);
        return true;
      case "c":
      case "v":
      case "y":
        this.points.length = CORNERS + 1;
        this.strokeTo(numbersIn(operands), state);
        this.extend(numbersIn(operands), state);
        return true;
      case "h":
        return true;
      case "W":
      case "W*":
        this.clips = true;
        return true;
      default:
        if (PAINTING.has(operator)) {
          this.paint(operator, state);
          return true;
        }
        return false;
    }
  }

  private rectangle([x = 0, y = 0, width = 0, height = 0]: number[], { matrix }: GraphicsState): void {
    this.subpaths += 1;
    this.isRect = isUpright(matrix);
    const box = boxAround(matrix, x, y, x + width, y + height);
    this.strokes.push(box);
    this.current = pointAt(matrix, x, y);
    this.cover(box);
  }

  private strokeTo(numbers: readonly number[], { matrix }: GraphicsState): void {
    let box: Box = [...this.current, ...this.current];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = pointAt(matrix, numbers[at] ?? 0, numbers[at + 1] ?? 0);
      box = union(box, [x, y, x, y]);
      this.current = [x, y];
    }
    this.strokes.push(box);
  }

  private line([x = 0, y = 0]: number[], { matrix }: GraphicsState): void {
    const point = pointAt(matrix, x, y);
    this.current = point;
    if (this.points.length <= CORNERS) {
      this.points.push(point);
    }
    this.cover([point[0], point[1], point[0], point[1]]);
  }

  private extend(numbers: readonly number[], { matrix }: GraphicsState): void {
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = pointAt(matrix, numbers[at] ?? 0, numbers[at + 1] ?? 0);
      this.cover([x, y, x, y]);
    }
  }

  private cover(box: Box): void {
    this.box = union(this.box, box);
  }

  private paint(operator: string, state: GraphicsState): void {
    if (this.subpaths > 0) {
      const isFilled = operator !== "n" && operator.toLowerCase() !== "s";
      if (isFilled) {
        this.fill(state);
      } else if (operator !== "n") {
        this.stroke(state);
      }
      if (this.clips) {
        state.clip = intersection(state.clip, this.box);
      }
    }
    this.box = NOWHERE;
    this.points = [];
    this.strokes = [];
    this.subpaths = 0;
    this.isRect = false;
    this.clips = false;
  }

  private fill({ clip, fill, fillAlpha, isSheer }: GraphicsState): void {
    if (fillAlpha === 0) {
      return;
    }
    const isSolid = this.subpaths === 1 && (this.isRect ? this.points.length === 0 : isRectangle(this.points));
    const isWhole = fillAlpha >= 1 && !isSheer;
    this.add({
      kind: "paint",
      what: "path",
      box: intersection(this.box, clip),
      clip,
      colour: isWhole ? fill : null,
      isSolid,
      isOpaque: isSolid && isWhole,
      strokes: [],
    });
  }

  /** A line that is thicker than long looks like a rectangle. */
  private stroke({ clip, stroke, strokeAlpha, isSheer, lineWidth, matrix }: GraphicsState): void {
    const half = (lineWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))) / 2;
    const isLine = this.box[2] - this.box[0] < 0.01 || this.box[3] - this.box[1] < 0.01;
    if (strokeAlpha === 0) {
      return;
    }
    const box: Box = [this.box[0] - half, this.box[1] - half, this.box[2] + half, this.box[3] + half];
    const isWhole = strokeAlpha >= 1 && !isSheer;
    const isBar = isLine && half > 2;
    this.add({
      kind: "paint",
      what: "path",
      box: isLine ? intersection(box, clip) : [0, 0, 0, 0],
      clip,
      colour: isWhole ? stroke : null,
      isSolid: isBar,
      isOpaque: isBar && isWhole,
      strokes: this.strokes.map(([x0, y0, x1, y1]) => intersection([x0 - half, y0 - half, x1 + half, y1 + half], clip)),
    });
  }
}

function isRectangle(points: readonly [number, number][]): boolean {
  if (points.length < 4 || points.length > CORNERS) {
    return false;
  }
  return points.every((point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    return Math.abs(point[0] - next[0]) < 0.01 || Math.abs(point[1] - next[1]) < 0.01;
  });
}
