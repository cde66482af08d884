import { expect, test } from "vitest";
import { inReadingOrder, neighbourOf, tabStopOf } from "@/components/editor/state/arrange";
import { editorField } from "@/components/editor/testing/editor-fields";

const field = (key: string, page: number, topPt: number, leftPt = 0) =>
  editorField({ key, page, box: { leftPt, topPt, widthPt: 10, heightPt: 10 } });
const fields = [field("low", 1, 500), field("later", 3, 10), field("right", 1, 20, 300), field("left", 1, 20, 30)];

test("sorts by page, then downwards, then to the right", () => {
  expect(inReadingOrder(fields).map(({ key }) => key)).toEqual(["left", "right", "low", "later"]);
});

test("puts the selected field in the tab order, else the first from the visible page on, else the first", () => {
  expect(tabStopOf(fields, "low", 1)).toBe("low");
  expect(tabStopOf(fields, "deleted", 1)).toBe("left");
  expect(tabStopOf(fields, null, 2)).toBe("later");
  expect(tabStopOf(fields, null, 4)).toBe("left");
  expect(tabStopOf([], null, 1)).toBeNull();
});

test("wraps around from the last field to the first and back", () => {
  expect(neighbourOf(fields, "left", 1)).toBe("right");
  expect(neighbourOf(fields, "later", 1)).toBe("left");
  expect(neighbourOf(fields, "left", -1)).toBe("later");
  expect(neighbourOf(fields, "nobody", 1)).toBeNull();
});
