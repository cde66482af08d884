import type { PdfPage } from "@/lib/pdf/pages";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import type { LookBudget } from "./budget";
import { areaOf, intersection, type Box } from "./geometry";
import type { Visibility } from "./layer-states";
import type { Mark, PaintMark, TextMark } from "./marks";
import { PaintIndex } from "./paint-index";

export interface SeenAnnotation {
  index: number;
  object: Located<PdfDict>;
  subtype: string;
  rect: Box;
  visibility: Visibility;
  /** Draws something: its appearance has marks, or it has none and readers draw one for its type. */
  isDrawn: boolean;
}

/** A page as its content streams say it is drawn. */
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

  /** The page is a scan: pictures cover most of it, and text lies over or under them to be searched. */
  get isScan(): boolean {
    return this.images.reduce((sum, { box }) => sum + areaOf(intersection(box, this.box)), 0) > 0.5 * areaOf(this.box);
  }
}
