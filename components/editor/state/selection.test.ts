import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { among, follow, gather, meantBy, nothing, only, press, these, toggle, type Selection } from "./selection";

describe("the focus", () => {
  test("moves a single selection along", () => {
    expect(follow(only("a"), "b")).toEqual(only("b"));
    expect(follow(nothing, "b")).toEqual(only("b"));
  });

  test("passes over a multiple selection without changing it", () => {
    expect(follow(these(["a", "b"]), "c")).toEqual({ keys: ["a", "b"], current: "c" });
  });

  test("selects fields that are not adjacent", () => {
    const passed = follow(toggle(gather(only("a"), ["b"]), "b"), "c");
    expect(passed).toEqual({ keys: ["a"], current: "c" });
    expect(toggle(passed, "c").keys).toEqual(["a", "c"]);
  });
});

describe("a pointer", () => {
  test("keeps the selection when pressed on a selected field, so that all can be dragged", () => {
    expect(press(these(["a", "b"]), "a")).toEqual({ keys: ["a", "b"], current: "a" });
  });

  test("selects only the pressed field when it was not selected", () => {
    expect(press(these(["a", "b"]), "c")).toEqual(only("c"));
  });
});

test("applies an action to the selection that contains the field, else to the field alone", () => {
  expect(meantBy(these(["a", "b"]), "a")).toEqual(["a", "b"]);
  expect(meantBy(these(["a", "b"]), "c")).toEqual(["c"]);
});

test("never selects a field twice, nor a missing one", () => {
  const key = fc.constantFrom("a", "b", "c", "d");
  const action = fc.oneof(
    fc.record({ does: fc.constant(toggle), key }),
    fc.record({ does: fc.constant(follow), key }),
    fc.record({ does: fc.constant(press), key }),
    fc.record({
      does: fc.constant((selection: Selection, more: string) =>
        gather(
          selection,
          [more, "a"].filter((one, index, all) => all.indexOf(one) === index),
        ),
      ),
      key,
    }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
      const end = actions.reduce((selection, { does, key: of }) => does(selection, of), nothing);
      expect(new Set(end.keys).size).toBe(end.keys.length);
      expect(among(end, (of) => of !== "a").keys).not.toContain("a");
    }),
  );
});
