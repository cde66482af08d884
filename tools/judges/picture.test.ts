import { describe, expect, test } from "vitest";
import { changedArea, lookAlike, readPictures, type Area, type Picture } from "./picture";

function pageWith(dark: readonly Area[], width = 300, height = 400): Picture {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, top, right, bottom] of dark) {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  }
  return { width, height, pixels };
}

const word: Area = [40, 90, 160, 92];

describe("pictures of one program", () => {
  test("reveal the area where they differ", () => {
    expect(changedArea(pageWith([]), pageWith([[40, 90, 60, 95]]), [])).toEqual([40, 90, 60, 95]);
  });
  test("are equal outside a changeable area", () => {
    expect(changedArea(pageWith([]), pageWith([[40, 90, 60, 95]]), [[40, 90, 60, 95]])).toBeNull();
  });
  test("differ when the page size differs", () => {
    expect(changedArea(pageWith([]), pageWith([], 300, 401), [])).not.toBeNull();
  });
});

describe("pictures of two programs", () => {
  test("match when everything is shifted by one pixel", () => {
    expect(lookAlike(pageWith([[40, 90, 100, 130]]), pageWith([[41, 91, 101, 131]]))).toBe(true);
  });
  test("match when one is a scaled copy of the other", () => {
    expect(lookAlike(pageWith([[40, 90, 100, 130]]), pageWith([[80, 180, 200, 260]], 600, 800))).toBe(true);
  });
  test("do not match when one lacks a line of text", () => {
    expect(lookAlike(pageWith([word, [40, 96, 160, 98]]), pageWith([]))).toBe(false);
  });
  test("do not match when a bar has moved", () => {
    expect(lookAlike(pageWith([[40, 90, 100, 130]]), pageWith([[180, 90, 240, 130]]))).toBe(false);
  });
  test("do not match when the page proportions differ", () => {
    expect(lookAlike(pageWith([]), pageWith([], 400, 300))).toBe(false);
  });
});

test("reads several images of one output in order", () => {
  const output = Buffer.concat([
    Buffer.from("P5\n2 1\n255\n"),
    Buffer.from([1, 2]),
    Buffer.from("P5\n1 1\n255\n"),
    Buffer.from([3]),
  ]);
  expect(readPictures(output).map(({ width, height, pixels }) => [width, height, ...pixels])).toEqual([
    [2, 1, 1, 2],
    [1, 1, 3],
  ]);
});
