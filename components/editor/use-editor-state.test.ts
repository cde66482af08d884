import { expect, test } from "vitest";
import { freePlace } from "./use-editor-state";

const page = { widthPt: 600, heightPt: 800 };
const box = { leftPt: 200, topPt: 300, widthPt: 150, heightPt: 50 };

test("keeps a field in place when nothing is in its way", () => {
  expect(freePlace(box, [{ ...box, leftPt: 400 }], page)).toEqual(box);
});

test("moves below each field in its way, with a gap", () => {
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

test("stays on top of the others at the end of the page", () => {
  expect(freePlace(box, [{ ...box, topPt: 310, heightPt: 470 }], page)).toEqual(box);
});
