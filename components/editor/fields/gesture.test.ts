import fc from "fast-check";
import { expect, test } from "vitest";
import { editorField } from "@/components/editor/testing/editor-fields";
import { snappedShift, speedAt, startMoving } from "./gesture";

const pages = [
  { widthPt: 600, heightPt: 800 },
  { widthPt: 300, heightPt: 300 },
];
const field = (key: string, page: number, leftPt: number, topPt: number) =>
  editorField({ key, page, box: { leftPt, topPt, widthPt: 100, heightPt: 40 } });
const [lead, beside, elsewhere, other] = [
  field("lead", 1, 100, 100),
  field("beside", 1, 220, 160),
  field("elsewhere", 2, 50, 50),
  field("other", 1, 400, 500),
];
const layout = { fields: [lead, beside, elsewhere, other], pages };
const points = fc.double({ min: -1500, max: 1500, noNaN: true });

test("snaps several fields by their bounding rectangle", () => {
  // Their right edge is at 320; the other field begins at 400.
  const { shift, guides } = snappedShift(startMoving(lead, [lead, beside], layout), { rightPt: 77, downPt: 0 }, 6);
  expect(shift.rightPt).toBe(80);
  expect(guides.vertical).toContain(400);
});

test("keeps several dragged fields together and on their pages", () => {
  fc.assert(
    fc.property(points, points, (rightPt, downPt) => {
      const moved = [lead, beside, elsewhere];
      const { shift } = snappedShift(startMoving(lead, moved, layout), { rightPt, downPt }, 6);
      for (const { page, box } of moved) {
        expect(box.leftPt + shift.rightPt).toBeGreaterThanOrEqual(-1e-9);
        expect(box.topPt + shift.downPt).toBeGreaterThanOrEqual(-1e-9);
        expect(box.leftPt + box.widthPt + shift.rightPt).toBeLessThanOrEqual((pages[page - 1]?.widthPt ?? 0) + 1e-9);
        expect(box.topPt + box.heightPt + shift.downPt).toBeLessThanOrEqual((pages[page - 1]?.heightPt ?? 0) + 1e-9);
      }
    }),
  );
});

test("follows the pointer exactly with no reach, as with Alt pressed", () => {
  expect(snappedShift(startMoving(lead, [lead], layout), { rightPt: 297, downPt: 1 }, -1).shift).toEqual({
    rightPt: 297,
    downPt: 1,
  });
});

test("scrolls faster the nearer the pointer is to an edge, and not in between", () => {
  expect(speedAt(400, 100, 700)).toBe(0);
  expect(speedAt(148, 100, 700)).toBe(0);
  expect(speedAt(124, 100, 700)).toBe(-9);
  expect(speedAt(100, 100, 700)).toBe(-18);
  expect(speedAt(20, 100, 700)).toBe(-18);
  expect(speedAt(690, 100, 700)).toBe(15);
  expect(speedAt(900, 100, 700)).toBe(18);
});
