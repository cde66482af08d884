import { expect, test } from "vitest";
import { byteCount } from "./byte-count";

test.each([[0, "0 B"], [999, "999 B"], [1000, "1 KB"], [811_900, "812 KB"], [3_249_000, "3.2 MB"], [104_857_600, "105 MB"]])("%d bytes read as %s", (bytes, text) => {
  expect(byteCount(bytes)).toBe(text);
});
