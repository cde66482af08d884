import { expect, test } from "vitest";
import { makeRequestId } from "./edge-answer";

test("a request id has 26 Crockford characters", () => {
  expect(makeRequestId()).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});

test("ids of later milliseconds sort after earlier ones", () => {
  const ids = [1, 1000, 1_700_000_000_000, 1_700_000_000_001].map((nowMs) => makeRequestId(nowMs));
  expect([...ids].sort()).toEqual(ids);
});

test("ids of the same millisecond differ", () => {
  expect(new Set(Array.from({ length: 1000 }, () => makeRequestId(5))).size).toBe(1000);
});
