import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EditorElement } from "@/components/editor/editor-element";
import { plainStyle } from "@/lib/platform/geometry/field-text";
import { arrange, type Arrangement, type Edge } from "./arrange";

const element = (
  key: string,
  page: number,
  leftPt: number,
  topPt: number,
  widthPt = 100,
  heightPt = 20,
): EditorElement => ({
  key,
  type: "text",
  signRequestId: 1,
  page,
  box: { leftPt, topPt, widthPt, heightPt },
  required: true,
  label: null,
  value: null,
  ...plainStyle,
});

const points = fc.integer({ min: 0, max: 500 });
const side = fc.integer({ min: 6, max: 90 });
const several = fc
  .array(fc.tuple(points, points, side, side), { minLength: 2, maxLength: 12 })
  .map((boxes) =>
    boxes.map(([left, top, width, height], index) => element(`box ${index}`, 1, left, top, width, height)),
  );
const arranged = (elements: readonly EditorElement[], how: Arrangement, lead = elements[0]?.key ?? "") => {
  const places = arrange(elements, how, lead);
  return elements.map(({ key, box }) => places.get(key) ?? box);
};

describe("aligning", () => {
  test.each([
    ["left", (box) => box.leftPt],
    ["right", (box) => box.leftPt + box.widthPt],
    ["centre", (box) => box.leftPt + box.widthPt / 2],
    ["top", (box) => box.topPt],
    ["bottom", (box) => box.topPt + box.heightPt],
    ["middle", (box) => box.topPt + box.heightPt / 2],
  ] satisfies [Edge, (box: EditorElement["box"]) => number][])(
    "%s gives all fields the same line and changes only their position along it",
    (to, line) => {
      fc.assert(
        fc.property(several, (elements) => {
          const boxes = arranged(elements, { kind: "align", to });
          expect(new Set(boxes.map((box) => line(box).toFixed(6))).size).toBe(1);
          boxes.forEach((box, index) =>
            expect(box).toMatchObject(
              to === "left" || to === "centre" || to === "right"
                ? { topPt: elements[index]?.box.topPt, widthPt: elements[index]?.box.widthPt }
                : { leftPt: elements[index]?.box.leftPt, heightPt: elements[index]?.box.heightPt },
            ),
          );
        }),
      );
    },
  );

  test("keeps all fields inside their bounding rectangle", () => {
    fc.assert(
      fc.property(several, (elements) => {
        const [from, to] = [
          Math.min(...elements.map(({ box }) => box.leftPt)),
          Math.max(...elements.map(({ box }) => box.leftPt + box.widthPt)),
        ];
        for (const edge of ["left", "centre", "right"] as const) {
          for (const box of arranged(elements, { kind: "align", to: edge })) {
            expect(box.leftPt).toBeGreaterThanOrEqual(from);
            expect(box.leftPt + box.widthPt).toBeLessThanOrEqual(to);
          }
        }
      }),
    );
  });
});

describe("distributing", () => {
  test("equalises the gaps and keeps the outer two in place", () => {
    const boxes = arranged([element("a", 1, 0, 0, 50), element("b", 1, 400, 9, 100), element("c", 1, 60, 5, 30)], {
      kind: "distribute",
      along: "across",
    });
    // 500 wide, 180 filled: 160 between neighbours.
    expect(boxes.map(({ leftPt }) => leftPt)).toEqual([0, 400, 210]);
    expect(boxes.map(({ topPt }) => topPt)).toEqual([0, 9, 5]);
  });

  test("works per page and skips pages with fewer than three fields", () => {
    const elements = [
      element("a", 1, 0, 0),
      element("b", 1, 0, 300),
      element("c", 1, 0, 40),
      element("d", 2, 0, 10),
      element("e", 2, 0, 90),
    ];
    expect(arranged(elements, { kind: "distribute", along: "down" }).map(({ topPt }) => topPt)).toEqual([
      0, 300, 150, 10, 90,
    ]);
  });
});

test("resizes all to the leading field, in one direction or both, without moving any", () => {
  const elements = [element("a", 1, 0, 0, 50, 10), element("b", 1, 200, 300, 150, 40)];
  expect(arranged(elements, { kind: "size", of: "width" }, "b")).toEqual([
    { leftPt: 0, topPt: 0, widthPt: 150, heightPt: 10 },
    { leftPt: 200, topPt: 300, widthPt: 150, heightPt: 40 },
  ]);
  expect(arranged(elements, { kind: "size", of: "both" }, "a")[1]).toEqual({
    leftPt: 200,
    topPt: 300,
    widthPt: 50,
    heightPt: 10,
  });
});
