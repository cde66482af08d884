import { expect, test } from "vitest";
import { present } from "@/lib/testing/representatives";
import { brandColours, contrast, leastContrast, normalColour } from "./brand";

const given = ["#3b3fd8", "#ffff00", "#000000", "#ffffff", "#777777", "#e10098", "#00a651", "#ff6600", "#0af"];

test.each(given)("%s is legible as text and under text in both themes", (colour) => {
  const made = present(brandColours(colour));
  for (const [palette, surfaces] of [
    [made.light, ["#ffffff", "#f6f7f9"]],
    [made.dark, ["#0c0f16", "#141925", "#1b2130"]],
  ] as const) {
    for (const surface of surfaces) expect(contrast(palette.primary, surface)).toBeGreaterThanOrEqual(leastContrast);
    expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(leastContrast);
    expect(contrast(palette.onPrimary, palette.primaryHover)).toBeGreaterThanOrEqual(leastContrast);
    expect(contrast(palette.onTint, palette.tint)).toBeGreaterThanOrEqual(leastContrast);
  }
});

test("keeps a legible colour and reports when it adjusts one", () => {
  expect(brandColours("#3B3FD8")).toMatchObject({ light: { primary: "#3b3fd8" }, isAdjusted: false });
  expect(brandColours("#ffff00")).toMatchObject({ isAdjusted: true });
});

test("accepts only three or six digits", () => {
  expect(normalColour(" #0AF ")).toBe("#00aaff");
  for (const wrong of ["0af", "#0a", "#12345", "red", "#gggggg", "#3b3fd8;}", ""])
    expect(brandColours(wrong)).toBeNull();
});

test("black on white has a contrast of 21", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
});
