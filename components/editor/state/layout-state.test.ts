import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editorField } from "@/components/editor/testing/editor-fields";
import { roundPt, smallestSidePt } from "@/lib/platform/geometry/fit-box";
import { isInside } from "@/lib/platform/geometry/placement";
import type { Arrangement } from "./arrange";
import { initialLayout, layoutReducer, type LayoutCommand, type LayoutState } from "./layout-state";

const pages = [
  { widthPt: 595.28, heightPt: 841.89 },
  { widthPt: 841.89, heightPt: 595.28 },
  { widthPt: 200, heightPt: 100 },
];
const signature = editorField({
  key: "a",
  type: "signature",
  box: { leftPt: 120, topPt: 640, widthPt: 150, heightPt: 50 },
});
const start = initialLayout(pages, [
  signature,
  { ...signature, key: "b", page: 2, type: "date", box: { ...signature.box, topPt: 300 } },
]);

const points = fc.double({ min: -2000, max: 2000, noNaN: true });
const key = fc.constantFrom("a", "b", "c", "d", "nobody");
const keys = fc.uniqueArray(key, { maxLength: 4 });
const newFields = fc.array(
  fc
    .record({ key: fc.constantFrom("c", "d"), page: fc.integer({ min: 0, max: 4 }), left: points, top: points })
    .map(({ key: newKey, page, left, top }) => ({
      ...signature,
      key: newKey,
      page,
      box: { ...signature.box, leftPt: left, topPt: top },
    })),
  { maxLength: 2 },
);
const arrangements: fc.Arbitrary<Arrangement> = fc.oneof(
  fc.record({
    kind: fc.constant("align" as const),
    to: fc.constantFrom("left" as const, "centre" as const, "bottom" as const),
  }),
  fc.record({ kind: fc.constant("distribute" as const), along: fc.constantFrom("across" as const, "down" as const) }),
  fc.record({ kind: fc.constant("size" as const), of: fc.constantFrom("width" as const, "both" as const) }),
);
const commands: fc.Arbitrary<LayoutCommand> = fc.oneof(
  fc.record({
    kind: fc.constant("add" as const),
    action: fc.constantFrom("place" as const, "paste" as const, "repeat" as const),
    fields: newFields,
  }),
  fc.record({
    kind: fc.constant("move" as const),
    key,
    page: fc.integer({ min: -1, max: 4 }),
    leftPt: points,
    topPt: points,
  }),
  fc.record({
    kind: fc.constant("carry" as const),
    keys,
    page: fc.integer({ min: 0, max: 4 }),
    rightPt: points,
    downPt: points,
  }),
  fc.record({ kind: fc.constant("turn" as const), keys, by: fc.constantFrom(1 as const, -1 as const) }),
  fc.record({ kind: fc.constant("nudge" as const), keys, rightPt: points, downPt: points }),
  fc.record({
    kind: fc.constant("resize" as const),
    key,
    box: fc.record({ leftPt: points, topPt: points, widthPt: points, heightPt: points }),
  }),
  fc.record({ kind: fc.constant("grow" as const), keys, widthPt: points, heightPt: points }),
  fc.record({ kind: fc.constant("arrange" as const), keys, how: arrangements, lead: key }),
  fc.record({
    kind: fc.constant("change" as const),
    keys,
    change: fc.record({ required: fc.boolean(), type: fc.constantFrom("text" as const, "initial" as const) }),
  }),
  fc.record({ kind: fc.constant("remove" as const), keys }),
  fc.record({ kind: fc.constant("replace" as const), fields: newFields }),
);

const run = (state: LayoutState, list: readonly LayoutCommand[]): LayoutState => list.reduce(layoutReducer, state);

function expectSound({ fields }: LayoutState): void {
  for (const { page, box } of fields) {
    const size = pages[page - 1];
    if (!size) throw new Error("a field on a page that does not exist");
    expect(isInside({ x0: 0, y0: 0, x1: size.widthPt, y1: size.heightPt, rotation: 0, userUnit: 1 }, box, 1e-6)).toBe(
      true,
    );
    expect(Math.min(box.widthPt, box.heightPt)).toBeGreaterThanOrEqual(smallestSidePt);
    for (const value of Object.values(box) as number[]) expect(value).toBe(roundPt(value));
  }
}

describe("any sequence of commands", () => {
  test("keeps every field on an existing page, whole, in hundredths of a point", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 40 }), (list) => {
        expectSound(run(start, list));
      }),
    );
  });

  test("undoes exactly to the start and redoes exactly to the end", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 60 }), (list) => {
        const end = run(start, list);
        const undone = run(
          end,
          end.past.map(() => ({ kind: "undo" as const })),
        );
        expect(undone.fields).toBe(start.fields);
        const redone = run(
          undone,
          undone.future.map(() => ({ kind: "redo" as const })),
        );
        expect(redone.fields).toBe(end.fields);
      }),
    );
  });

  test("adds no step when a command changes nothing", () => {
    const unchanged: LayoutCommand[] = [
      { kind: "move", key: "a", leftPt: 120 },
      { kind: "nudge", keys: ["nobody"], rightPt: 1, downPt: 0 },
      { kind: "move", key: "a", page: 9 },
      { kind: "add", action: "paste", fields: [] },
      { kind: "change", keys: ["a"], change: { required: true } },
    ];
    expect(run(start, unchanged)).toBe(start);
  });
});

describe("the history", () => {
  test("keeps one hundred steps", () => {
    const nudges = Array.from({ length: 130 }, (): LayoutCommand => ({
      kind: "nudge",
      keys: ["a"],
      rightPt: 1,
      downPt: 0,
    }));
    expect(run(start, nudges).past).toHaveLength(100);
  });

  test("merges the nudges of one gesture into one step", () => {
    const nudge: LayoutCommand = { kind: "nudge", keys: ["a"], rightPt: 1, downPt: 0, gesture: "burst-1" };
    const moved = run(start, [nudge, nudge, nudge, { ...nudge, gesture: "burst-2" }]);
    expect(moved.past).toHaveLength(2);
    expect(layoutReducer(moved, { kind: "undo" }).fields[0]?.box.leftPt).toBe(123);
  });

  test("drops undone steps after a new command", () => {
    const undone = run(start, [
      { kind: "remove", keys: ["a"] },
      { kind: "undo" },
      { kind: "nudge", keys: ["a"], rightPt: 1, downPt: 0 },
    ]);
    expect(undone.future).toHaveLength(0);
    expect(layoutReducer(undone, { kind: "redo" })).toBe(undone);
  });
});

test("fits a field onto a smaller page", () => {
  const moved = layoutReducer(start, { kind: "move", key: "a", page: 3 });
  expect(moved.fields[0]).toMatchObject({ page: 3, box: { leftPt: 50, topPt: 50, widthPt: 150, heightPt: 50 } });
});

describe("several fields", () => {
  test("move equally and stop together at the first edge", () => {
    const { fields } = layoutReducer(start, { kind: "nudge", keys: ["a", "b"], rightPt: 5, downPt: 400 });
    // Field a has 151.89 points of room below it.
    expect(fields.map(({ box }) => [box.leftPt, box.topPt])).toEqual([
      [125, 791.89],
      [125, 451.89],
    ]);
  });

  test("go to the next page together, or not at all", () => {
    expect(layoutReducer(start, { kind: "turn", keys: ["a", "b"], by: 1 }).fields.map(({ page }) => page)).toEqual([
      2, 3,
    ]);
    expect(layoutReducer(start, { kind: "turn", keys: ["a", "b"], by: -1 })).toBe(start);
  });

  test("are changed and removed in one step", () => {
    const moved = run(start, [
      { kind: "nudge", keys: ["a", "b"], rightPt: 1, downPt: 1 },
      { kind: "remove", keys: ["a", "b"], action: "cut" },
    ]);
    expect(moved.past.map(({ action }) => action)).toEqual(["move", "cut"]);
    expect(run(moved, [{ kind: "undo" }, { kind: "undo" }]).fields).toBe(start.fields);
  });
});

test("keeps one radio button of a group chosen, in any spelling of true", () => {
  const button = { ...signature, type: "radio" as const, group: "Colour" };
  const buttons = initialLayout(pages, [
    { ...button, key: "a", value: " yes" },
    { ...button, key: "b", value: null },
  ]);
  const chosen = layoutReducer(buttons, { kind: "change", keys: ["b"], change: { value: "true" } });
  expect(chosen.fields.map(({ value }) => value)).toEqual([null, "true"]);
});

test("carries fields to another page together, as far as its edges allow, and nowhere if there is no such page", () => {
  const beside = { ...signature, key: "c", box: { ...signature.box, leftPt: 300 } };
  const before = initialLayout(pages, [signature, beside]);
  const carried = layoutReducer(before, { kind: "carry", keys: ["a", "c"], page: 2, rightPt: 50, downPt: 400 });
  expect(carried.fields.map(({ page, box }) => [page, box.leftPt, box.topPt])).toEqual([
    [2, 170, 545.28],
    [2, 350, 545.28],
  ]);
  expect(carried.past.map(({ action }) => action)).toEqual(["move"]);
  expect(layoutReducer(before, { kind: "carry", keys: ["a"], page: 9, rightPt: 0, downPt: 0 })).toBe(before);
});
