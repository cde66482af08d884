import { expect, test } from "vitest";
import { fieldAt, pixelDifference, textDifference, textOf } from "./compare-page";

const [width, height] = [200, 100];

function paper(...marks: readonly { left: number; top: number; size: number; grey?: number }[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const { left, top, size, grey = 0 } of marks) {
    for (let y = top; y < top + size; y += 1)
      for (let x = left; x < left + size; x += 1) pixels.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return pixels;
}

test("finds no difference between equal pictures", () => {
  expect(
    pixelDifference(paper({ left: 5, top: 5, size: 9 }), paper({ left: 5, top: 5, size: 9 }), width, height),
  ).toEqual([]);
});

test("finds a single changed pixel at its exact place", () => {
  expect(pixelDifference(paper(), paper({ left: 199, top: 99, size: 1 }), width, height)).toEqual([
    { left: 199, top: 99, right: 200, bottom: 100 },
  ]);
});

test("joins adjacent differences and separates distant ones, from top to bottom", () => {
  const after = paper({ left: 150, top: 60, size: 8 }, { left: 4, top: 4, size: 30 }, { left: 36, top: 4, size: 8 });
  expect(pixelDifference(paper(), after, width, height)).toEqual([
    { left: 4, top: 4, right: 44, bottom: 34 },
    { left: 150, top: 60, right: 158, bottom: 68 },
  ]);
});

test("does not join the last column with the next row's first", () => {
  expect(
    pixelDifference(paper(), paper({ left: 199, top: 0, size: 1 }, { left: 0, top: 17, size: 1 }), width, height),
  ).toHaveLength(2);
});

test("ignores shades that come from rounding", () => {
  expect(pixelDifference(paper(), paper({ left: 5, top: 5, size: 9, grey: 250 }), width, height)).toEqual([]);
});

test("joins very many places into one", () => {
  const marks = Array.from({ length: 28 }, (_, index) => ({
    left: (index % 7) * 32,
    top: Math.floor(index / 7) * 32,
    size: 1,
  }));
  const boxes = pixelDifference(paper(), paper(...marks), width, height);
  expect(boxes).toEqual([{ left: 0, top: 0, right: 193, bottom: 97 }]);
});

test("reports no difference for the same lines in the same number", () => {
  expect(textDifference(["Rent", "100", "100"], ["Rent", "100", "100"])).toBeNull();
});

test("reports a changed line before and after", () => {
  expect(textDifference(["Rent", "EUR 100"], ["Rent", "EUR 900"])).toEqual({ was: ["EUR 100"], is: ["EUR 900"] });
});

test("reports a line that occurs once more as added", () => {
  expect(textDifference(["a"], ["a", "a"])).toEqual({ was: [], is: ["a"] });
});

test("cuts long text", () => {
  const { is } = textDifference(
    [],
    Array.from({ length: 50 }, (_, index) => `${index} ${"x".repeat(500)}`),
  ) ?? { is: [] };
  expect([is.length, is[0]?.length]).toEqual([6, 201]);
});

test("removes characters that change the direction of following text or hide it", async () => {
  const page = {
    getTextContent: () =>
      Promise.resolve({
        items: [
          { str: "pay \u202E001", hasEOL: false },
          { str: "\u0007 now", hasEOL: true },
          { type: "beginMarkedContent" },
        ],
      }),
  };
  expect(await textOf(page as never)).toEqual(["pay 001 now"]);
});

test("assigns a difference to the smallest field that contains all of it", () => {
  const fields = [
    { name: "page", left: 0, top: 0, right: 1, bottom: 1 },
    { name: "small", left: 0.1, top: 0.1, right: 0.4, bottom: 0.2 },
  ];
  expect(fieldAt(fields, { left: 0.1, top: 0.1, width: 0.3, height: 0.1 })).toBe("small");
  expect(fieldAt(fields, { left: 0.1, top: 0.1, width: 0.5, height: 0.1 })).toBe("page");
  expect(fieldAt(fields.slice(1), { left: 0.1, top: 0.1, width: 0.5, height: 0.1 })).toBeNull();
});
