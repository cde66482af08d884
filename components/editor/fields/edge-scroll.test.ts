import { expect, test } from "vitest";
import { speedAt } from "./edge-scroll";

test("scrolls faster the nearer the pointer is to an edge, and not in between", () => {
  expect(speedAt(400, 100, 700)).toBe(0);
  expect(speedAt(148, 100, 700)).toBe(0);
  expect(speedAt(124, 100, 700)).toBe(-9);
  expect(speedAt(100, 100, 700)).toBe(-18);
  expect(speedAt(20, 100, 700)).toBe(-18);
  expect(speedAt(690, 100, 700)).toBe(15);
  expect(speedAt(900, 100, 700)).toBe(18);
});
