import { expect, test } from "vitest";
import { push, redo, startStack, undo } from "./use-stroke-history";

const two = push(push(startStack<string[]>([]), ["a"]), ["a", "b"]);

test("undo takes back exactly the last step, redo brings it again", () => {
  expect(undo(two).present).toEqual(["a"]);
  expect(undo(undo(two)).present).toEqual([]);
  expect(redo(undo(two))).toEqual(two);
});

test("with nothing to take back or bring again nothing happens", () => {
  const start = startStack(["a"]);
  expect(undo(start)).toBe(start);
  expect(redo(two)).toBe(two);
});

test("clearing is a step like any other, and a new step forgets what was taken back", () => {
  const cleared = push(two, []);
  expect(undo(cleared).present).toEqual(["a", "b"]);
  expect(push(undo(two), ["c"]).future).toEqual([]);
});

test("a hundred steps are kept", () => {
  let stack = startStack(0);
  for (let step = 1; step <= 150; step++) stack = push(stack, step);
  expect(stack.past).toHaveLength(100);
  expect(undo(stack).present).toBe(149);
});
