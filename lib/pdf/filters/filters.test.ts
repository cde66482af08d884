import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Parser } from "@/lib/pdf/syntax/parser";
import { codeOf } from "@/lib/pdf/testing/code-of";
import { decodeStreamData } from "./filters";

function decode(entries: string, raw: Buffer, maxBytes = 1 << 20): Buffer {
  const dict = new Parser(Buffer.from(`<<${entries}>>`, "latin1")).value();
  if (dict.kind !== "dict") {
    throw new Error("the test's value is not a dictionary");
  }
  return decodeStreamData(raw, dict, (value) => value ?? null, maxBytes);
}

/** A simple encoder with a growing table that is cleared when full. */
function lzwOf(data: Buffer): Buffer {
  const bits: string[] = [];
  let [table, next, width] = [new Map<string, number>(), 258, 9];
  const put = (code: number): void => void bits.push(code.toString(2).padStart(width, "0"));
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? 0));
  put(256);
  let held = "";
  for (const character of data.toString("latin1")) {
    if (held.length === 0 || table.has(held + character)) {
      held += character;
      continue;
    }
    put(codeOf(held));
    table.set(held + character, next);
    next += 1;
    if (next === 4094) {
      put(256);
      [table, next, width] = [new Map(), 258, 9];
    } else if (next + 1 > 2 ** width) {
      width += 1;
    }
    held = character;
  }
  put(codeOf(held));
  put(257);
  return Buffer.from((bits.join("") + "0".repeat(7)).match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

describe("filters", () => {
  test("inflates a deflated stream even when its checksum is cut off", () => {
    const data = Buffer.from("hello hello hello");
    const raw = deflateSync(data);
    expect(decode("/Filter/FlateDecode", raw)).toEqual(data);
    expect(decode("/Filter[/Fl]", raw.subarray(0, -4))).toEqual(data);
  });

  test("decodes a chain of filters in order", () => {
    const raw = Buffer.from(`${deflateSync(Buffer.from("inside")).toString("hex")}>`);
    expect(decode("/Filter[/ASCIIHexDecode/FlateDecode]", raw).toString()).toBe("inside");
  });

  test("ignores parameters beside an array of filters unless they are an array, as every program does", () => {
    const raw = deflateSync(Buffer.from("\0a\0b"));
    expect(decode("/Filter/FlateDecode/DecodeParms<</Predictor 15>>", raw).toString()).toBe("ab");
    expect(decode("/Filter[/FlateDecode]/DecodeParms[<</Predictor 15>>]", raw).toString()).toBe("ab");
    expect(decode("/Filter[/FlateDecode]/DecodeParms<</Predictor 15>>", raw).toString()).toBe("\0a\0b");
  });

  test("decodes LZW beyond a full table @exhaustive", () => {
    const data = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * at) % 7));
    expect(decode("/Filter/LZWDecode", lzwOf(data))).toEqual(data);
  });

  test("decodes the forms of base 85: groups, z and a short end", () => {
    expect(decode("/Filter/ASCII85Decode", Buffer.from('87cURD]i,"Ebo80~>')).toString()).toBe("Hello World!");
    expect(decode("/Filter/A85", Buffer.from("z!!~>"))).toEqual(Buffer.from([0, 0, 0, 0, 0]));
  });

  test("decodes repeated and copied run lengths", () => {
    const raw = Buffer.from([2, 97, 98, 99, 254, 120, 128, 1, 1]);
    expect(decode("/Filter/RunLengthDecode", raw).toString()).toBe("abcxxx");
  });

  test("decodes the LZW example of ISO 32000-2, 7.4.4.2", () => {
    const raw = Buffer.from("800b6050220c0c8501", "hex");
    expect([...decode("/Filter/LZWDecode", raw)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  test("decodes any PNG predictor", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.uint8Array({ minLength: 6, maxLength: 6 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(rows, (lines) => {
        const plain = Buffer.concat(lines.map(([, bytes]) => bytes));
        const predicted = predict(
          lines.map(([type]) => type),
          plain,
          6,
          2,
        );
        const entries = "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 3/Colors 2/BitsPerComponent 8>>";
        expect(decode(entries, deflateSync(predicted))).toEqual(plain);
      }),
    );
  });
});

describe("limits", () => {
  test.each([
    ["/Filter/FlateDecode", deflateSync(Buffer.alloc(1 << 20))],
    ["/Filter/RunLengthDecode", Buffer.alloc(2000, Buffer.from([129, 0]))],
    ["/Filter/A85", Buffer.alloc(4000, "z")],
  ])("%s stops at the cap on its output", (entries, raw) => {
    expect(codeOf(() => decode(entries, raw, 10_000))).toBe("too_large");
  });

  test("refuses more filters than any writer uses", () => {
    expect(codeOf(() => decode(`/Filter[${"/AHx".repeat(9)}]`, Buffer.from("00>")))).toBe("too_large");
  });

  test("reports broken data and image filters as damage", () => {
    expect(codeOf(() => decode("/Filter/FlateDecode", Buffer.from("no zlib")))).toBe("damaged");
    expect(codeOf(() => decode("/Filter/DCTDecode", Buffer.from("x")))).toBe("damaged");
    expect(
      codeOf(() =>
        decode("/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 99999999999>>", deflateSync(Buffer.from("x"))),
      ),
    ).toBe("damaged");
  });

  test("gives bytes or a PdfError for any bytes through LZW", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(codeOf(() => decode("/Filter/LZWDecode", Buffer.from(bytes)))).toMatch(/^(no error|damaged|too_large)$/);
      }),
    );
  });
});

/** Applies the PNG filters of RFC 2083, section 6. */
function predict(types: readonly number[], plain: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 ? 0 : (plain[row * rowBytes + column] ?? 0);
  return Buffer.concat(
    types.map((type, row) => {
      const line = Array.from({ length: rowBytes }, (_, column) => {
        const [left, above] = [at(row, column - pixelBytes), at(row - 1, column)];
        const corner = column < pixelBytes ? 0 : at(row - 1, column - pixelBytes);
        const guess = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][type] ?? 0;
        return (at(row, column) - guess) & 255;
      });
      return Buffer.from([type, ...line]);
    }),
  );
}

function nearest(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const ordered = [left, above, corner].map((value, order) => ({ value, order, gap: Math.abs(estimate - value) }));
  ordered.sort((one, other) => one.gap - other.gap || one.order - other.order);
  return ordered[0]?.value ?? 0;
}
