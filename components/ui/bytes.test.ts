import { expect, test } from "vitest";
import { byteCount, byteLimit } from "./bytes";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 KB"],
  [811_900, "812 KB"],
  [3_249_000, "3.2 MB"],
  [104_857_600, "105 MB"],
  [5_368_709_120, "5.4 GB"],
  [214_748_364_800, "215 GB"],
])("formats %d bytes as %s", (bytes, text) => {
  expect(byteCount(bytes, "en")).toBe(text);
});

test("uses the language's decimal separator", () => {
  expect(byteCount(3_249_000, "pt")).toBe("3,2 MB");
});

test("shows a limit of 100 × 1024² bytes as 100 MB, never as more than allowed", () => {
  expect(byteLimit(104_857_600)).toBe("100 MB");
});
