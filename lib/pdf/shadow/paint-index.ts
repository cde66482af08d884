import { intersection, isEmpty, type Box } from "./geometry";
import { ON_SCREEN } from "./layer-states";
import type { Mark, PaintMark } from "./marks";

const SIDE = 24;

/** What is painted where, found by place: a page may hold ten thousand texts and as many drawings. */
export class PaintIndex {
  private readonly cells: (PaintMark[] | undefined)[] = new Array<PaintMark[] | undefined>(SIDE * SIDE);

  constructor(private readonly page: Box, marks: readonly Mark[]) {
    for (const mark of marks) {
      const box = mark.kind === "paint" && (mark.visibility & ON_SCREEN) === ON_SCREEN ? intersection(mark.box, page) : null;
      if (mark.kind === "paint" && box !== null && !isEmpty(box)) {
        this.insert(mark, box);
      }
    }
  }

  /** Everything painted over a point, in the order of drawing. */
  at(x: number, y: number): PaintMark[] {
    const cell = this.cells[this.row(y) * SIDE + this.column(x)] ?? [];
    return cell.filter(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]);
  }

  private insert(mark: PaintMark, box: Box): void {
    const [left, right, low, high] = [this.column(box[0]), this.column(box[2]), this.row(box[1]), this.row(box[3])];
    for (let row = low; row <= high; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const cell = row * SIDE + column;
        (this.cells[cell] ??= []).push(mark);
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
