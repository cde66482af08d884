import { expect, test } from "vitest";
import { freePlace } from "@/components/editor/use-editor-state";

const page = { widthPt: 600, heightPt: 800 };
const box = { leftPt: 200, topPt: 300, widthPt: 150, heightPt: 50 };

test("a box with nothing in its way stays", () => {
  expect(freePlace(box, [{ ...box, leftPt: 400 }], page)).toEqual(box);
});

test("boxes in its way are passed one after the other, with a gap", () => {
  expect(
    freePlace(
      box,
      [
        { ...box, topPt: 290 },
        { ...box, topPt: 360 },
      ],
      page,
    ),
  ).toEqual({ ...box, topPt: 418 });
});

test("where the page ends it stays on top of the others", () => {
  expect(freePlace(box, [{ ...box, topPt: 310, heightPt: 470 }], page)).toEqual(box);
});
