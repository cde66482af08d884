import { expect, test } from "vitest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf } from "@/lib/pdf/testing/hand-written-pdf";
import { PdfDocument } from "./document";
import { decodesAlike } from "./filters-of";

const document = PdfDocument.open(
  fromBuffer(pdfOf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"])),
);

/** Codes of nine bits. */
function codes(...values: number[]): string {
  const bits = values.map((value) => value.toString(2).padStart(9, "0")).join("");
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(byte.padEnd(8, "0"), 2))).join("");
}

/** Codes until the table is full, followed by more. */
function overflowing(): string {
  let bits = (256).toString(2).padStart(9, "0");
  for (let entries = 258; entries < 4200; entries += 1) {
    const width = entries >= 2048 ? 12 : entries >= 1024 ? 11 : entries >= 512 ? 10 : 9;
    bits += (32).toString(2).padStart(width, "0");
  }
  bits += (257).toString(2).padStart(12, "0");
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(byte.padEnd(8, "0"), 2))).join("");
}

function isAlike(filters: readonly string[], data: string): boolean {
  return decodesAlike(document, filters, Buffer.from(data, "latin1"), { dict: null, maxBytes: 1 << 20 });
}

test.each<[string, string[], string]>([
  ["hexadecimal digits", ["ASCIIHexDecode"], "41 4\n2>\r\n\0"],
  ["base 85", ["ASCII85Decode"], "z 5sd\n~>\n"],
  ["runs", ["RunLengthDecode"], "\x01ab\x80"],
  ["runs without an end mark", ["RunLengthDecode"], "\x01ab\xffc"],
  ["LZW", ["LZWDecode"], codes(256, 65, 66, 257)],
  ["a chain", ["ASCIIHexDecode", "RunLengthDecode"], "01616280>"],
])("reports that all programs decode %s alike", (_name, filters, data) => {
  expect(isAlike(filters, data)).toBe(true);
});

test.each<[string, string[], string]>([
  ["a vertical tab among hexadecimal digits", ["ASCIIHexDecode"], "41\x0b42>"],
  ["a null byte among hexadecimal digits", ["ASCIIHexDecode"], "41\x0042>"],
  ["a form feed in base 85", ["ASCII85Decode"], "5s\x0cd~>"],
  ["a no-break space in base 85", ["ASCII85Decode"], "5s\xa0d~>"],
  ["a run that is cut off", ["RunLengthDecode"], "\x05ab"],
  ["LZW without an end mark", ["LZWDecode"], codes(256, 65, 66)],
  ["LZW whose table overflows", ["LZWDecode"], overflowing()],
  ["a cut run behind another filter", ["ASCIIHexDecode", "RunLengthDecode"], "056162>"],
])("reports that some programs decode %s differently", (_name, filters, data) => {
  expect(isAlike(filters, data)).toBe(false);
});
