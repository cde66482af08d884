import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf } from "@/lib/pdf/testing/code-of";
import { windowExhausted } from "./lexer";
import type { PdfValue } from "./objects";
import { Parser } from "./parser";
import { pdfName, pdfNumber, pdfText } from "./serialize";
import { decodeString, textOf } from "./text-string";

function parse(text: string): PdfValue {
  return new Parser(Buffer.from(text, "latin1")).value();
}

describe("reading values", () => {
  test.each([
    ["12", 12],
    ["-7", -7],
    ["+3", 3],
    ["4.", 4],
    [".5", 0.5],
    ["--5", -5],
    ["12.3-4", 12.3],
  ])("reads %s as the number %d, as other readers do", (text, value) => {
    expect(parse(text)).toMatchObject({ kind: "number", value });
  });

  test("reads two numbers and an R as a reference, and two numbers alone as numbers", () => {
    expect(parse("12 0 R")).toMatchObject({ kind: "ref", num: 12, gen: 0, start: 0, end: 6 });
    expect(parse("[12 0 R 3 4]")).toMatchObject({ items: [{ kind: "ref" }, { value: 3 }, { value: 4 }] });
    expect(parse("[1 0 Rx]")).toMatchObject({ items: [{ value: 1 }, { value: 0 }, { kind: "keyword" }] });
  });

  test("records the place of each key and value of a dictionary", () => {
    const text = "<< /A 1 /B#20C (x) >>";
    const value = parse(text);
    const entry = value.kind === "dict" ? value.entries.get("B C") : undefined;
    expect(text.slice(entry?.keyStart, entry?.end)).toBe("/B#20C (x)");
  });

  test("reports a repeated key and uses its last value", () => {
    expect(parse("<</A 1/B 2/A 3>>")).toMatchObject({ duplicates: ["A"] });
    const value = parse("<</A 1/A 3>>");
    expect(value.kind === "dict" && value.entries.get("A")).toMatchObject({ value: 3 });
  });

  test("skips comments and stray keywords between entries", () => {
    const value = parse("<</A % no >> here\n1 rubbish /B 2>>");
    expect(value.kind === "dict" && [...value.entries.keys()]).toEqual(["A", "B"]);
  });

  test("reads keys named like object properties as ordinary keys", () => {
    const value = parse("<</__proto__ 1/constructor 2>>");
    expect(value.kind === "dict" && [...value.entries.keys()]).toEqual(["__proto__", "constructor"]);
  });
});

describe("refusing damage", () => {
  test.each(["<</A", "[1 2", "(never closed", "<</A 1 endobj", "[1 endobj", "<abc", "<</A>>"])(
    "reports %s as damaged",
    (text) => {
      expect(codeOf(() => parse(text))).toBe("damaged");
    },
  );

  test("refuses nesting beyond the limit, long before the stack overflows", () => {
    expect(codeOf(() => parse("[".repeat(100_000)))).toBe("too_large");
    expect(codeOf(() => parse("<</A".repeat(100_000)))).toBe("too_large");
  });

  test("asks for more bytes when a window ends inside a token, instead of guessing", () => {
    for (const text of ["12 0", "[1", "(abc", "<</Na", "/Name", "12 0 R"]) {
      expect(() => new Parser(Buffer.from(text), 0, false).value()).toThrow(windowExhausted);
    }
  });
});

describe("round trips", () => {
  test("any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const written = Buffer.from(pdfText(text), "latin1");
        const value = new Parser(written).value();
        expect(value.end).toBe(written.length);
        expect(value.kind === "string" && textOf(decodeString(written, value))).toBe(text);
      }),
    );
  });

  test("any name", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1 }), (codes) => {
        const name = String.fromCharCode(...codes);
        expect(parse(pdfName(name))).toMatchObject({ kind: "name", value: name });
      }),
    );
  });

  test("any number, to its decimals and without an exponent", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (number) => {
        const written = pdfNumber(number);
        expect(written).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Math.abs(Number(written) - number)).toBeLessThanOrEqual(0.000_051);
      }),
    );
  });

  test("any bytes never make the parser throw anything but PdfError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(codeOf(() => new Parser(Buffer.from(bytes)).value())).toMatch(/^(no error|damaged|too_large)$/);
      }),
      { numRuns: 2000 },
    );
  });
});

test("decodes escapes and octals in literal strings as specified, and keeps line ends as readers do", () => {
  const text = "(a\\(b\\)\\n\\101\\1013\\\r\nc\r\nd\\q)";
  const value = parse(text);
  expect(value.kind === "string" && decodeString(Buffer.from(text, "latin1"), value).toString("latin1")).toBe(
    "a(b)\nAA3c\r\ndq",
  );
});

test("decodes text strings by their byte order mark", () => {
  expect(textOf(Buffer.from("feff0141", "hex"))).toBe("Ł");
  expect(textOf(Buffer.from("efbbbfc581", "hex"))).toBe("Ł");
  expect(textOf(Buffer.from([0x95, 0xa0, 0x41]))).toBe("Ł€A");
});
