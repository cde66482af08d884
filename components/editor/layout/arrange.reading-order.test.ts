import { expect, test } from "vitest";
import { editorField } from "@/components/editor/testing/editor-fields";
import { inReadingOrder, neighbourOf, tabStopOf } from "./arrange";

const field = (key: string, page: number, topPt: number, leftPt = 0) =>
  editorField({ key, page, box: { leftPt, topPt, widthPt: 10, heightPt: 10 } });
const boxes = [field("low", 1, 500), field("later", 3, 10), field("right", 1, 20, 300), field("left", 1, 20, 30)];

test("sorts by page, then downwards, then to the right", () => {
  expect(inReadingOrder(boxes).map(({ key }) => key)).toEqual(["left", "right", "low", "later"]);
});

test("puts the selected field in the tab order, else the first from the visible page on, else the first", () => {
  expect(tabStopOf(boxes, "low", 1)).toBe("low");
  expect(tabStopOf(boxes, "deleted", 1)).toBe("left");
  expect(tabStopOf(boxes, null, 2)).toBe("later");
  expect(tabStopOf(boxes, null, 4)).toBe("left");
  expect(tabStopOf([], null, 1)).toBeNull();
});

test("wraps around from the last field to the first and back", () => {
  expect(neighbourOf(boxes, "left", 1)).toBe("right");
  expect(neighbourOf(boxes, "later", 1)).toBe("left");
  expect(neighbourOf(boxes, "left", -1)).toBe("later");
  expect(neighbourOf(boxes, "nobody", 1)).toBeNull();
});
