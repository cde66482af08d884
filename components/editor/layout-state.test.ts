import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundPt, smallestSidePt } from "@/lib/geometry/fit-box";
import { isInside } from "@/lib/geometry/placement";
import { type EditorElement } from "./editor-element";
import { initialLayout, layoutReducer, type LayoutCommand, type LayoutState } from "./layout-state";

const pages = [{ widthPt: 595.28, heightPt: 841.89 }, { widthPt: 841.89, heightPt: 595.28 }, { widthPt: 200, heightPt: 100 }];
const signature: EditorElement = {
  key: "a", type: "signature", signRequestId: 1, page: 1, box: { leftPt: 120, topPt: 640, widthPt: 150, heightPt: 50 }, required: true, label: null, value: null,
};
const start = initialLayout(pages, [signature, { ...signature, key: "b", page: 2, type: "date", box: { ...signature.box, topPt: 300 } }]);

const points = fc.double({ min: -2000, max: 2000, noNaN: true });
const key = fc.constantFrom("a", "b", "c", "d", "nobody");
const commands: fc.Arbitrary<LayoutCommand> = fc.oneof(
  fc.record({ kind: fc.constant("place" as const), element: fc.record({ key: fc.constantFrom("c", "d"), page: fc.integer({ min: 0, max: 4 }), left: points, top: points }).map(({ key: newKey, page, left, top }) => ({ ...signature, key: newKey, page, box: { ...signature.box, leftPt: left, topPt: top } })) }),
  fc.record({ kind: fc.constant("duplicate" as const), key, newKey: fc.constantFrom("c", "d") }),
  fc.record({ kind: fc.constant("move" as const), key, page: fc.integer({ min: -1, max: 4 }), leftPt: points, topPt: points }),
  fc.record({ kind: fc.constant("nudge" as const), key, rightPt: points, downPt: points }),
  fc.record({ kind: fc.constant("resize" as const), key, box: fc.record({ leftPt: points, topPt: points, widthPt: points, heightPt: points }) }),
  fc.record({ kind: fc.constant("grow" as const), key, widthPt: points, heightPt: points }),
  fc.record({ kind: fc.constant("change" as const), key, change: fc.record({ required: fc.boolean(), type: fc.constantFrom("text" as const, "initial" as const) }) }),
  fc.record({ kind: fc.constant("remove" as const), key }),
);

const run = (state: LayoutState, list: readonly LayoutCommand[]): LayoutState => list.reduce(layoutReducer, state);

function expectSound({ elements }: LayoutState): void {
  for (const { page, box } of elements) {
    const size = pages[page - 1];
    if (!size) throw new Error("a box on a page that does not exist");
    expect(isInside({ x0: 0, y0: 0, x1: size.widthPt, y1: size.heightPt, rotation: 0, userUnit: 1 }, box, 1e-6)).toBe(true);
    expect(Math.min(box.widthPt, box.heightPt)).toBeGreaterThanOrEqual(smallestSidePt);
    for (const value of Object.values(box) as number[]) expect(value).toBe(roundPt(value));
  }
}

describe("whatever is done to a layout", () => {
  test("every box lies on a page that exists, whole, in hundredths of a point", () => {
    fc.assert(fc.property(fc.array(commands, { maxLength: 40 }), (list) => {
      expectSound(run(start, list));
    }));
  });

  test("undoing every step leads back to the beginning exactly, and redoing every step to the end", () => {
    fc.assert(fc.property(fc.array(commands, { maxLength: 60 }), (list) => {
      const end = run(start, list);
      const undone = run(end, end.past.map(() => ({ kind: "undo" as const })));
      expect(undone.elements).toBe(start.elements);
      const redone = run(undone, undone.future.map(() => ({ kind: "redo" as const })));
      expect(redone.elements).toBe(end.elements);
    }));
  });

  test("a command that changes nothing leaves no step behind", () => {
    const unchanged: LayoutCommand[] = [
      { kind: "move", key: "a", leftPt: 120 }, { kind: "nudge", key: "nobody", rightPt: 1, downPt: 0 }, { kind: "move", key: "a", page: 9 }, { kind: "change", key: "a", change: { required: true } },
    ];
    expect(run(start, unchanged)).toBe(start);
  });
});

describe("the history", () => {
  test("keeps one hundred steps", () => {
    const nudges = Array.from({ length: 130 }, (): LayoutCommand => ({ kind: "nudge", key: "a", rightPt: 1, downPt: 0 }));
    expect(run(start, nudges).past).toHaveLength(100);
  });

  test("takes the nudges of one gesture for one step", () => {
    const nudge: LayoutCommand = { kind: "nudge", key: "a", rightPt: 1, downPt: 0, gesture: "burst-1" };
    const moved = run(start, [nudge, nudge, nudge, { ...nudge, gesture: "burst-2" }]);
    expect(moved.past).toHaveLength(2);
    expect(layoutReducer(moved, { kind: "undo" }).elements[0]?.box.leftPt).toBe(123);
  });

  test("forgets what was undone when something new is done", () => {
    const undone = run(start, [{ kind: "remove", key: "a" }, { kind: "undo" }, { kind: "nudge", key: "a", rightPt: 1, downPt: 0 }]);
    expect(undone.future).toHaveLength(0);
    expect(layoutReducer(undone, { kind: "redo" })).toBe(undone);
  });
});

test("a box that moves to a smaller page is fitted onto it", () => {
  const moved = layoutReducer(start, { kind: "move", key: "a", page: 3 });
  expect(moved.elements[0]).toMatchObject({ page: 3, box: { leftPt: 50, topPt: 50, widthPt: 150, heightPt: 50 } });
});

test("a duplicate lies a little below its original and is a box of its own", () => {
  const { elements } = layoutReducer(start, { kind: "duplicate", key: "a", newKey: "c" });
  expect(elements).toHaveLength(3);
  expect(elements[2]).toEqual({ ...signature, key: "c", box: { ...signature.box, leftPt: 132, topPt: 652 } });
});
