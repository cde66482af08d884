import type { EditorElement } from "@/components/editor/editor-element";
import { overlapShare } from "@/lib/geometry/fit-box";

export interface Overlap {
  first: EditorElement;
  second: EditorElement;
}

/** From this share of the smaller box on, two boxes are in each other's way. */
const disturbingShare = 0.3;

/** Pairs of boxes on one page that cover each other by more than 30 %; those of different signers, who cannot see it coming, first. */
export function findOverlaps(elements: readonly EditorElement[]): Overlap[] {
  const found = elements.flatMap((first, index) =>
    elements
      .slice(index + 1)
      .filter((second) => areInTheWay(first, second))
      .map((second) => ({ first, second })),
  );
  return [...found.filter((pair) => !isOfOne(pair)), ...found.filter(isOfOne)];
}

function isOfOne({ first, second }: Overlap): boolean {
  return first.signRequestId === second.signRequestId;
}

function areInTheWay(first: EditorElement, second: EditorElement): boolean {
  return first.page === second.page && overlapShare(first.box, second.box) > disturbingShare;
}
