import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editorField } from "@/components/editor/testing/editor-fields";
import { arrange, type Arrangement, type Edge } from "./arrange";
import type { EditorField } from "./editor-field";

const field = (key: string, page: number, leftPt: number, topPt: number, widthPt = 100, heightPt = 20) =>
  editorField({ key, page, box: { leftPt, topPt, widthPt, heightPt } });

const points = fc.integer({ min: 0, max: 500 });
const side = fc.integer({ min: 6, max: 90 });
const several = fc
  .array(fc.tuple(points, points, side, side), { minLength: 2, maxLength: 12 })
  .map((boxes) => boxes.map(([left, top, width, height], index) => field(`box ${index}`, 1, left, top, width, height)));
const arranged = (fields: readonly EditorField[], how: Arrangement, lead = fields[0]?.key ?? "") => {
  const places = arrange(fields, how, lead);
  return fields.map(({ key, box }) => places.get(key) ?? box);
};

describe("aligning", () => {
  test.each([
    ["left", (box) => box.leftPt],
    ["right", (box) => box.leftPt + box.widthPt],
    ["centre", (box) => box.leftPt + box.widthPt / 2],
    ["top", (box) => box.topPt],
    ["bottom", (box) => box.topPt + box.heightPt],
    ["middle", (box) => box.topPt + box.heightPt / 2],
  ] satisfies [Edge, (box: EditorField["box"]) => number][])(
    "%s gives all fields the same line and changes only their position along it",
    (to, line) => {
      fc.assert(
        fc.property(several, (fields) => {
          const boxes = arranged(fields, { kind: "align", to });
          expect(new Set(boxes.map((box) => line(box).toFixed(6))).size).toBe(1);
          boxes.forEach((box, index) =>
            expect(box).toMatchObject(
              to === "left" || to === "centre" || to === "right"
                ? { topPt: fields[index]?.box.topPt, widthPt: fields[index]?.box.widthPt }
                : { leftPt: fields[index]?.box.leftPt, heightPt: fields[index]?.box.heightPt },
            ),
          );
        }),
      );
    },
  );

  test("keeps all fields inside their bounding rectangle", () => {
    fc.assert(
      fc.property(several, (fields) => {
        const [from, to] = [
          Math.min(...fields.map(({ box }) => box.leftPt)),
          Math.max(...fields.map(({ box }) => box.leftPt + box.widthPt)),
        ];
        for (const edge of ["left", "centre", "right"] as const) {
          for (const box of arranged(fields, { kind: "align", to: edge })) {
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
    const boxes = arranged([field("a", 1, 0, 0, 50), field("b", 1, 400, 9, 100), field("c", 1, 60, 5, 30)], {
      kind: "distribute",
      along: "across",
    });
    // 500 wide, 180 filled: 160 between neighbours.
    expect(boxes.map(({ leftPt }) => leftPt)).toEqual([0, 400, 210]);
    expect(boxes.map(({ topPt }) => topPt)).toEqual([0, 9, 5]);
  });

  test("works per page and skips pages with fewer than three fields", () => {
    const fields = [
      field("a", 1, 0, 0),
      field("b", 1, 0, 300),
      field("c", 1, 0, 40),
      field("d", 2, 0, 10),
      field("e", 2, 0, 90),
    ];
    expect(arranged(fields, { kind: "distribute", along: "down" }).map(({ topPt }) => topPt)).toEqual([
      0, 300, 150, 10, 90,
    ]);
  });
});

test("resizes all to the leading field, in one direction or both, without moving any", () => {
  const fields = [field("a", 1, 0, 0, 50, 10), field("b", 1, 200, 300, 150, 40)];
  expect(arranged(fields, { kind: "size", of: "width" }, "b")).toEqual([
    { leftPt: 0, topPt: 0, widthPt: 150, heightPt: 10 },
    { leftPt: 200, topPt: 300, widthPt: 150, heightPt: 40 },
  ]);
  expect(arranged(fields, { kind: "size", of: "both" }, "a")[1]).toEqual({
    leftPt: 200,
    topPt: 300,
    widthPt: 50,
    heightPt: 10,
  });
});
