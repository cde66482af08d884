import type { LookBudget } from "@/lib/pdf/content/budget";
import { ContentTokens, type Operand } from "@/lib/pdf/content/content-tokens";
import {
  boxAround,
  IDENTITY,
  intersection,
  matrixOf,
  multiply,
  NOWHERE,
  numbersOf,
  union,
  type Box,
} from "@/lib/pdf/content/geometry";
import { initialState, numbersIn, type GraphicsState } from "@/lib/pdf/content/graphics-state";
import { FontCache, Resources } from "@/lib/pdf/content/resources";
import { TextPlacer } from "@/lib/pdf/content/text-placer";
import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject, Located, PdfDict } from "@/lib/pdf/syntax/objects";

const FAR = 1e6;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];
/** A share of the box: writers round its numbers, and half the width of a line along its edge is outside. */
const EDGE = 0.02;
const MAX_SAVED = 64;
/** Depth of nested forms that are followed. A deeper one counts with its whole box. */
const MAX_FORMS = 4;

/**
 * Whether a tile (8.7.3) draws into the gap between its box and the next tile. MuPDF does not clip a tile to its box
 * when it draws a single one, while the others do. Without a gap, a single tile covers the whole painted area, and
 * nothing beyond its box can be seen.
 */
export function reachesIntoGap(
  document: PdfDocument,
  tile: IndirectObject,
  resources: Located<PdfDict> | null,
  budget: LookBudget,
): boolean {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(document, tile, "BBox");
  const [across, up] = [x1 - x0, y1 - y0];
  const { entries } = tile.value as PdfDict;
  const isApart = (key: string, side: number): boolean =>
    Math.abs(document.number(entries.get(key)) ?? 0) > side * (1 + EDGE);
  const gaps = [isApart("XStep", across), isApart("YStep", up)];
  if (!gaps.includes(true)) {
    return false;
  }
  const [left, low, right, high] = new TileReach(document, resources, budget).of(tile);
  return (
    (gaps[0] === true && (left < x0 - across * EDGE || right > x1 + across * EDGE)) ||
    (gaps[1] === true && (low < y0 - up * EDGE || high > y1 + up * EDGE))
  );
}

/** Computes the largest possible bounding box of everything that a tile draws, in the tile's own space. */
class TileReach {
  private readonly saved: GraphicsState[] = [];
  private readonly resources: Resources;
  private readonly text: TextPlacer;
  private path: Box = NOWHERE;
  private clips = false;
  private reached: Box = NOWHERE;

  constructor(
    private readonly document: PdfDocument,
    resources: Located<PdfDict> | null,
    private readonly budget: LookBudget,
    private state: GraphicsState = initialState(IDENTITY, EVERYWHERE),
    private readonly depth = 0,
  ) {
    this.resources = new Resources(document, resources, new FontCache(document));
    this.text = new TextPlacer(({ box, clip }) => this.reach(intersection(box, clip)), this.resources);
  }

  of(stream: IndirectObject): Box {
    const tokens = new ContentTokens(this.budget.decode(this.document, stream));
    for (let operator = tokens.next(); operator !== null; operator = tokens.next()) {
      this.budget.spend();
      if (!this.text.perform(operator, tokens.operands, this.state)) {
        this.see(operator, tokens.operands);
      }
    }
    return this.reached;
  }

  private see(operator: string, operands: readonly Operand[]): void {
    const numbers = numbersIn(operands);
    const { matrix, clip } = this.state;
    switch (operator) {
      case "q":
        if (this.saved.length < MAX_SAVED) {
          this.saved.push({ ...this.state });
        }
        return;
      case "Q":
        this.state = this.saved.pop() ?? this.state;
        return;
      case "cm": {
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
        this.state.matrix = multiply([a, b, c, d, e, f], matrix);
        return;
      }
      case "w":
        this.state.lineWidth = numbers[0] ?? 1;
        return;
      case "re": {
        const [x = 0, y = 0, width = 0, height = 0] = numbers;
        this.path = union(this.path, boxAround(matrix, x, y, x + width, y + height));
        return;
      }
      case "m":
      case "l":
      case "c":
      case "v":
      case "y":
        for (let at = 0; at + 1 < numbers.length; at += 2) {
          const [x = 0, y = 0] = numbers.slice(at);
          this.path = union(this.path, boxAround(matrix, x, y, x, y));
        }
        return;
      case "W":
      case "W*":
        this.clips = true;
        return;
      case "sh":
        return this.reach(clip);
      case "BI":
        return this.reach(intersection(boxAround(matrix, 0, 0, 1, 1), clip));
      case "Do":
        return this.draw(operands[0]);
      default:
        this.paint(operator);
    }
  }

  private paint(operator: string): void {
    const { matrix, clip, lineWidth } = this.state;
    const isStroked = /^(?:[SsBb]|[Bb]\*)$/.test(operator);
    if (!isStroked && !/^(?:[fF]|f\*|n)$/.test(operator)) {
      return;
    }
    const half = isStroked ? (Math.max(...matrix.slice(0, 4).map(Math.abs)) * lineWidth) / 2 : 0;
    const [x0, y0, x1, y1] = this.path;
    if (operator !== "n") {
      this.reach(intersection([x0 - half, y0 - half, x1 + half, y1 + half], clip));
    }
    if (this.clips) {
      this.state.clip = intersection(clip, this.path);
    }
    this.path = NOWHERE;
    this.clips = false;
  }

  private draw(name: Operand | undefined): void {
    const object = typeof name === "string" ? this.resources.xobject(name) : null;
    if (object?.value.kind !== "dict") {
      return;
    }
    const { document, budget, depth } = this;
    const { matrix, clip } = this.state;
    const isImage = document.name(object.value.entries.get("Subtype")) === "Image";
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = isImage ? [0, 0, 1, 1] : numbersOf(document, object, "BBox");
    const own = isImage ? matrix : multiply(matrixOf(document, object), matrix);
    const within = intersection(boxAround(own, x0, y0, x1, y1), clip);
    if (isImage || depth >= MAX_FORMS) {
      return this.reach(within);
    }
    const resources = document.dict(object.value.entries.get("Resources"), object.bytes) ?? this.resources.own;
    const state = { ...this.state, matrix: own, clip: within };
    this.reach(new TileReach(document, resources, budget, state, depth + 1).of(object));
  }

  private reach(box: Box): void {
    // The boxes of lines have no area.
    if (box[0] <= box[2] && box[1] <= box[3]) {
      this.reached = union(this.reached, box);
    }
  }
}
