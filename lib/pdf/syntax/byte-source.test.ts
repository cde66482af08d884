import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fromBuffer, openSegments, prefixOf, withTail, type ByteSource } from "./byte-source";

const folder = mkdtempSync(path.join(tmpdir(), "paraph-segments-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const segments = ["01234", "5", "", "6789abc"].map((text, index) => {
  const file = path.join(folder, String(index));
  writeFileSync(file, text);
  return { path: file, size: text.length };
});

const sources: [string, () => ByteSource][] = [
  ["segments", () => openSegments(segments)],
  ["a buffer", () => fromBuffer(Buffer.from("0123456789abc"))],
  ["a file with a tail", () => withTail(fromBuffer(Buffer.from("01234567")), Buffer.from("89abc"))],
  ["a prefix", () => prefixOf(fromBuffer(Buffer.from("0123456789abcdef")), 13)],
];

describe.each(sources)("%s", (_name, open) => {
  test("reads across every boundary, with a short read only at the end", () => {
    const source = open();
    for (let from = 0; from <= source.size; from += 1) {
      for (let length = 0; length <= 15; length += 1) {
        const expected = "0123456789abc".slice(from, from + length);
        expect(source.read(from, length).toString()).toBe(expected);
        const into = Buffer.alloc(length);
        expect(into.toString("latin1", 0, source.readInto(into, from))).toBe(expected);
      }
    }
    source.close();
  });

  test("refuses to read out of bounds", () => {
    const source = open();
    for (const [offset, length] of [
      [-1, 1],
      [14, 1],
      [Number.NaN, 1],
      [0, -1],
    ] as const) {
      expect(() => source.read(offset, length)).toThrow(RangeError);
    }
    source.close();
  });
});

test("refuses a prefix longer than its source", () => {
  expect(() => prefixOf(fromBuffer(Buffer.from("abc")), 4)).toThrow(RangeError);
});

test("reads a large file correctly in the middle and at the end, and reads the end only once", () => {
  const bytes = randomBytes(2_000_000);
  const file = path.join(folder, "large");
  writeFileSync(file, bytes);
  const source = openSegments([{ path: file, size: bytes.length }]);
  for (const offset of [0, 1_000_000, 1_868_900, 1_868_928, 1_950_000, 1_999_990, 2_000_000]) {
    expect(source.read(offset, 5_000)).toEqual(bytes.subarray(offset, offset + 5_000));
  }
  writeFileSync(file, Buffer.alloc(bytes.length));
  expect(source.read(1_950_000, 100)).toEqual(bytes.subarray(1_950_000, 1_950_100));
  source.close();
});

test("fails on a segment shorter than recorded instead of padding it", () => {
  const [first] = segments;
  const source = openSegments([{ path: first?.path ?? "", size: 9 }]);
  expect(() => source.read(0, 9)).toThrow(RangeError);
  source.close();
});
