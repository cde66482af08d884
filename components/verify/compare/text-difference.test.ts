import { expect, test } from "vitest";
import { fieldAt } from "./compare-page";
import { textDifference, textOf } from "./text-difference";

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

test("removes characters that turn or hide the following text", async () => {
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
