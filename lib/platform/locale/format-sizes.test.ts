import { expect, test } from "vitest";
import { byteCount, byteLimit } from "./format";

test.each([
  [0, "0\u00a0B"],
  [999, "999\u00a0B"],
  [1000, "1\u00a0KB"],
  [811_900, "812\u00a0KB"],
  [3_249_000, "3.2\u00a0MB"],
  [104_857_600, "105\u00a0MB"],
  [5_368_709_120, "5.4\u00a0GB"],
  [214_748_364_800, "215\u00a0GB"],
])("formats %d bytes as %s", (bytes, text) => {
  expect(byteCount(bytes, "en")).toBe(text);
});

test("uses the language's decimal separator", () => {
  expect(byteCount(3_249_000, "pt")).toBe("3,2\u00a0MB");
});

test("shows a limit of 100 × 1024² bytes as 100 MB, never as more than allowed", () => {
  expect(byteLimit(104_857_600)).toBe("100\u00a0MB");
});
