import { overlapShare } from "@/lib/geometry/fit-box";
import type { EditorElement } from "./editor-element";

export interface Overlap {
  first: EditorElement;
  second: EditorElement;
}

/** From this share of the smaller box on, two boxes are in each other's way. */
const disturbingShare = 0.3;

/** Pairs of boxes of different signers on one page that cover each other by more than 30 %. */
export function findOverlaps(elements: readonly EditorElement[]): Overlap[] {
  return elements.flatMap((first, index) => elements.slice(index + 1)
    .filter((second) => areInTheWay(first, second))
    .map((second) => ({ first, second })));
}

function areInTheWay(first: EditorElement, second: EditorElement): boolean {
  return first.page === second.page && first.signRequestId !== second.signRequestId && overlapShare(first.box, second.box) > disturbingShare;
}
