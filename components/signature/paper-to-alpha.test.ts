import { expect, test } from "vitest";
import { hasTransparency, paperToAlpha } from "./paper-to-alpha";

function pixels(...greys: number[]): Uint8ClampedArray {
  return new Uint8ClampedArray(greys.flatMap((grey) => [grey, grey, grey, 255]));
}

function alphas(rgba: Uint8ClampedArray): number[] {
  return [...rgba].filter((_, at) => at % 4 === 3);
}

test("white paper becomes transparent, ink stays, the edge between them fades", () => {
  const photo = pixels(...Array<number>(20).fill(250), 10, 180);
  paperToAlpha(photo);
  const seen = alphas(photo);
  expect(new Set(seen.slice(0, 20))).toEqual(new Set([0]));
  expect(seen[20]).toBe(255);
  expect(seen[21]).toBeGreaterThan(0);
  expect(seen[21]).toBeLessThan(255);
});

test("grey paper of a badly lit photo becomes transparent as well", () => {
  const photo = pixels(...Array<number>(20).fill(150), 140, 20);
  paperToAlpha(photo);
  expect(alphas(photo).slice(0, 21).every((alpha) => alpha === 0)).toBe(true);
  expect(alphas(photo)[21]).toBe(255);
});

test("a dark picture has no paper and is left as it is", () => {
  const photo = pixels(...Array<number>(20).fill(40), 10);
  paperToAlpha(photo);
  expect(alphas(photo).every((alpha) => alpha === 255)).toBe(true);
});

test("a picture that is transparent somewhere is known", () => {
  expect(hasTransparency(pixels(0, 255))).toBe(false);
  expect(hasTransparency(new Uint8ClampedArray([0, 0, 0, 255, 0, 0, 0, 0]))).toBe(true);
});
