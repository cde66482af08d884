import { expect, test } from "vitest";
import { groupBySteps, nextTarget, withStep, type Ordered, type StepTarget } from "./signing-order";

/** "a bc d": three steps, b and c together. A capital letter is a CC. */
function order(text: string): Ordered[] {
  return text
    .split(" ")
    .flatMap((step) =>
      [...step].map((key, index) => ({ key, role: /[A-Z]/.test(key) ? "cc" : "signer", withPrevious: index > 0 })),
    );
}

function text(entries: readonly Ordered[]): string {
  return groupBySteps(entries)
    .map((group) => group.map(({ key }) => key).join(""))
    .join(" ");
}

const moves: [from: string, key: string, target: StepTarget, to: string][] = [
  ["a b c", "c", { kind: "join", step: 1 }, "ac b"],
  ["a b c", "a", { kind: "join", step: 2 }, "ba c"],
  ["ab c", "b", { kind: "new", before: 1 }, "b a c"],
  ["ab c", "a", { kind: "new", before: 3 }, "b c a"],
  ["a b c", "a", { kind: "new", before: 4 }, "b c a"],
  ["a b", "a", { kind: "join", step: 1 }, "a b"],
];

test.each(moves)("moves a person: %s, %s to %o becomes %s", (from, key, target, to) => {
  expect(text(withStep(order(from), key, target))).toBe(to);
});

test("leaves a CC where it is, which counts as no step", () => {
  const moved = withStep(order("a X b c"), "c", { kind: "join", step: 1 });
  expect(text(moved)).toBe("ac b");
  expect(moved.map(({ key }) => key)).toEqual(["a", "X", "c", "b"]);
});

test("moves a person down place by place, through each step and between steps, and up again", () => {
  const path = (start: string, by: -1 | 1): string[] => {
    const seen: string[] = [];
    let entries = order(start);
    for (let target = nextTarget(entries, "a", by); target; target = nextTarget(entries, "a", by)) {
      entries = withStep(entries, "a", target);
      seen.push(text(entries));
    }
    return seen;
  };
  expect(path("a b c", 1)).toEqual(["ba c", "b a c", "b ca", "b c a"]);
  expect(path("b c a", -1)).toEqual(["b ca", "b a c", "ba c", "a b c"]);
});
