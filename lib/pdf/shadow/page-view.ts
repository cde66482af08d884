import type { LookBudget } from "@/lib/pdf/content/budget";
import { areaOf, intersection, isEmpty, type Box } from "@/lib/pdf/content/geometry";
import { ON_SCREEN, type Visibility } from "@/lib/pdf/content/layer-states";
import type { Mark, PaintMark, TextMark } from "@/lib/pdf/content/marks";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";

export interface SeenAnnotation {
  index: number;
  object: Located<PdfDict>;
  subtype: string;
  rect: Box;
  visibility: Visibility;
  /** It draws something: its appearance has marks, or it has none and readers draw one for its type. */
  isDrawn: boolean;
  /** It has other appearances for rollover or pressing. */
  changesUnderPointer: boolean;
}

/** A page as drawn by its content streams. */
export class PageView {
  readonly box: Box;
  readonly texts: readonly TextMark[];
  readonly images: readonly PaintMark[];
  private known: PaintIndex | null = null;

  constructor(
    page: PdfPage,
    readonly marks: readonly Mark[],
    readonly annotations: readonly SeenAnnotation[],
    readonly budget: LookBudget,
  ) {
    this.box = [page.box.x0, page.box.y0, page.box.x1, page.box.y1];
    this.texts = marks.filter((mark) => mark.kind === "text");
    this.images = marks.filter((mark) => mark.kind === "paint").filter((mark) => mark.what === "image");
  }

  get paints(): PaintIndex {
    this.known ??= new PaintIndex(this.box, this.marks, this.budget);
    return this.known;
  }

  /** The page is a scan: pictures cover most of it, and searchable text is over or under them. */
  get isScan(): boolean {
    return this.images.reduce((sum, { box }) => sum + areaOf(intersection(box, this.box)), 0) > 0.5 * areaOf(this.box);
  }
}

const SIDE = 24;
/** Up to this many items, a linear search is faster than a grid: an image of the whole page would be in every cell. */
const FEW = 12;

/** Spatial index of painted marks: a page may contain ten thousand texts and as many drawings. */
class PaintIndex {
  private readonly paints: readonly PaintMark[];
  private readonly cells: (PaintMark[] | undefined)[] | null;

  constructor(
    private readonly page: Box,
    marks: readonly Mark[],
    private readonly budget: LookBudget,
  ) {
    this.paints = marks
      .filter((mark) => mark.kind === "paint")
      .filter(({ visibility, box }) => (visibility & ON_SCREEN) === ON_SCREEN && !isEmpty(intersection(box, page)));
    this.cells = this.paints.length > FEW ? new Array<PaintMark[] | undefined>(SIDE * SIDE) : null;
    if (this.cells) {
      for (const paint of this.paints) this.insert(this.cells, paint, intersection(paint.box, page));
    }
  }

  /** Everything painted over a point, in drawing order. */
  at(x: number, y: number): PaintMark[] {
    const near = this.cells === null ? this.paints : (this.cells[this.row(y) * SIDE + this.column(x)] ?? []);
    this.budget.compare(near.length);
    return near.filter(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]);
  }

  private insert(cells: (PaintMark[] | undefined)[], mark: PaintMark, box: Box): void {
    const [left, right, low, high] = [this.column(box[0]), this.column(box[2]), this.row(box[1]), this.row(box[3])];
    this.budget.compare((right - left + 1) * (high - low + 1));
    for (let row = low; row <= high; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const cell = row * SIDE + column;
        (cells[cell] ??= []).push(mark);
      }
    }
  }

  private column(x: number): number {
    return clamp(((x - this.page[0]) / (this.page[2] - this.page[0])) * SIDE);
  }

  private row(y: number): number {
    return clamp(((y - this.page[1]) / (this.page[3] - this.page[1])) * SIDE);
  }
}

function clamp(place: number): number {
  return Math.max(0, Math.min(SIDE - 1, Math.floor(place) || 0));
}
