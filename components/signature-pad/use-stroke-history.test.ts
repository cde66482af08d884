import { expect, test } from "vitest";
import { push, redo, startStack, undo } from "./use-stroke-history";

const two = push(push(startStack<string[]>([]), ["a"]), ["a", "b"]);

test("undoes exactly the last step and redoes it", () => {
  expect(undo(two).present).toEqual(["a"]);
  expect(undo(undo(two)).present).toEqual([]);
  expect(redo(undo(two))).toEqual(two);
});

test("does nothing without a step to undo or redo", () => {
  const start = startStack(["a"]);
  expect(undo(start)).toBe(start);
  expect(redo(two)).toBe(two);
});

test("treats clearing as a step, and drops undone steps after a new one", () => {
  const cleared = push(two, []);
  expect(undo(cleared).present).toEqual(["a", "b"]);
  expect(push(undo(two), ["c"]).future).toEqual([]);
});

test("keeps a hundred steps", () => {
  let stack = startStack(0);
  for (let step = 1; step <= 150; step++) stack = push(stack, step);
  expect(stack.past).toHaveLength(100);
  expect(undo(stack).present).toBe(149);
});
