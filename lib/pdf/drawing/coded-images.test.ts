import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { findShadowContent, UPLOAD_LOOK } from "@/lib/pdf/shadow/find-shadow-content";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

/** The warnings for a page with one image. */
function codesOf(entries: string, data: Buffer, other = stream("", "")): string[] {
  const bytes = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>",
    stream("", "q 99 0 0 99 0 0 cm /I Do Q"),
    stream(`/Type/XObject/Subtype/Image/Width 16/Height 16${entries}`, data.toString("latin1")),
    other,
  ]);
  const document = PdfDocument.open(fromBuffer(bytes));
  return findShadowContent(document, readPages(document, { maxPages: 9 }), UPLOAD_LOOK).map(({ code }) => code);
}
const odd = ["drawn_differently"];
const nothing = Buffer.alloc(0);

const u32 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])));
const u16 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value])));
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, "latin1"), content]);
};

interface Codestream {
  components?: number;
  side?: number;
  depth?: number;
  step?: number;
  end?: Buffer;
}

/** The segments of a codestream with one tile part, whose data is never read. */
function codestream({
  components = 1,
  side = 16,
  depth = 7,
  step = 1,
  end = Buffer.from([0xff, 0xd9]),
}: Codestream = {}): Buffer {
  const size = [
    u16(0),
    u32(side, side, 0, 0, side, side, 0, 0),
    u16(components),
    ...Array.from({ length: components }, () => Buffer.from([depth, step, step])),
  ];
  const length = Buffer.concat(size).length;
  return Buffer.concat([
    u16(0xff4f, 0xff51, length + 2),
    ...size,
    u16(0xff64, 80),
    Buffer.alloc(78),
    u16(0xff90, 10, 0),
    u32(14),
    u16(1, 0xff93),
    end,
  ]);
}

const colour = (space: number): Buffer => box("colr", Buffer.from([1, 0, 0]), u32(space));
const size = (components: number, side = 16): Buffer =>
  box("ihdr", u32(side, side), u16(components), Buffer.from([7, 7, 0, 0]));
const signature = box("jP  ", u32(0x0d0a870a));
const jp2 = (header: readonly Buffer[], ...rest: readonly Buffer[]): Buffer =>
  Buffer.concat([signature, box("jp2h", ...header), ...rest]);
const grey = jp2([size(1), colour(17)], box("jp2c", codestream()));
const order = (...rows: readonly [number, number, number][]): Buffer => box("cdef", u16(rows.length, ...rows.flat()));
const jpx = "/Filter/JPXDecode";

describe("JPEG 2000 data", () => {
  test.each<[string, string, Buffer]>([
    ["in a file", jpx, grey],
    ["by themselves", jpx, codestream()],
    [
      "in a file whose last box reaches to its end",
      jpx,
      jp2([size(1), colour(17)], Buffer.concat([u32(0), Buffer.from("jp2c"), codestream()])),
    ],
    [
      "of three colours in the order of their channels",
      jpx,
      jp2([size(3), colour(16), order([0, 0, 1], [1, 0, 2], [2, 0, 3])], box("jp2c", codestream({ components: 3 }))),
    ],
    ["with a colour space of the PDF", `${jpx}/ColorSpace/DeviceGray/BitsPerComponent 8/Decode[0 1]`, grey],
    ["of sixteen bits", jpx, codestream({ depth: 15 })],
  ])("%s are not reported", (_, entries, data) => {
    expect(codesOf(entries, data)).toEqual([]);
  });

  test.each<[string, string, Buffer]>([
    ["values that are bent by some programs only", `${jpx}/Decode[1 0]`, grey],
    ["opacity of their own", `${jpx}/SMaskInData 1`, grey],
    ["a mask by colours", `${jpx}/ColorSpace/DeviceGray/Mask[0 9]`, grey],
    ["the role of a stencil", `${jpx}/ImageMask true`, grey],
    [
      "an ink for a colour space",
      `${jpx}/ColorSpace[/Separation/X/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]`,
      grey,
    ],
    ["more components than colours", `${jpx}/ColorSpace/DeviceGray`, codestream({ components: 2 })],
    ["four components that nobody names", jpx, codestream({ components: 4 })],
    [
      "a space of brightness and two colours",
      jpx,
      jp2([size(3), colour(18)], box("jp2c", codestream({ components: 3 }))),
    ],
    ["a space of more colours", jpx, jp2([size(3), colour(12)], box("jp2c", codestream({ components: 3 })))],
    [
      "two spaces that disagree",
      jpx,
      jp2([size(3), colour(18), colour(16)], box("jp2c", codestream({ components: 3 }))),
    ],
    [
      "channels in another order",
      jpx,
      jp2([size(3), colour(16), order([0, 0, 3], [1, 0, 2], [2, 0, 1])], box("jp2c", codestream({ components: 3 }))),
    ],
    ["a channel of opacity", jpx, jp2([size(1), colour(17), order([0, 1, 0])], box("jp2c", codestream()))],
    ["a palette", jpx, jp2([size(1), colour(17), box("pclr", Buffer.alloc(9))], box("jp2c", codestream()))],
    ["a header of another size", jpx, jp2([size(1, 8), colour(17)], box("jp2c", codestream()))],
    ["two headers", jpx, jp2([size(1), colour(17)], box("jp2h", size(1), colour(17)), box("jp2c", codestream()))],
    ["two codestreams", jpx, jp2([size(1), colour(17)], box("jp2c", codestream()), box("jp2c", codestream()))],
    ["something before the codestream", jpx, Buffer.concat([Buffer.from("GARBAGE!"), codestream()])],
    ["another size", jpx, codestream({ side: 8 })],
    ["signed values", jpx, codestream({ depth: 0x87 })],
    ["fewer samples than pixels", jpx, codestream({ step: 2 })],
    ["no end", jpx, codestream({ end: Buffer.alloc(0) })],
    ["an end that is cut off", jpx, grey.subarray(0, 120)],
  ])("with %s are reported as drawn differently", (_, entries, data) => {
    expect(codesOf(entries, data)).toEqual(odd);
  });

  test("are followed through a limited number of boxes and tile parts", () => {
    const part = Buffer.concat([u16(0xff90, 10, 0), u32(14), u16(1, 0xff93)]);
    const many = Buffer.concat([
      codestream({ end: nothing }),
      ...Array.from({ length: 30_000 }, () => part),
      u16(0xffd9),
    ]);
    expect(codesOf(jpx, many)).toEqual(odd);
    const free = Array.from({ length: 2000 }, () => box("free"));
    expect(codesOf(jpx, jp2([size(1), colour(17)], ...free, box("jp2c", codestream())))).toEqual(odd);
  });

  test("need a stated depth in a soft mask, since poppler shows no mask without it", () => {
    const mask = (depth: string): string =>
      stream(
        `/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray${depth}${jpx}`,
        grey.toString("latin1"),
      );
    const masked = "/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 6 0 R";
    expect(codesOf(masked, Buffer.alloc(256), mask("/BitsPerComponent 8"))).toEqual([]);
    expect(codesOf(masked, Buffer.alloc(256), mask(""))).toEqual(odd);
  });
});

/** Sixteen white rows in two-dimensional coding (ITU-T T.6), with and without an end-of-block code. */
const rows = Buffer.from([0xff, 0xff]);
const block = Buffer.from([0xff, 0xff, 0x00, 0x10, 0x01]);

interface SegmentParts {
  page?: number;
  refers?: readonly number[];
  length?: number;
}
const segment = (
  number: number,
  type: number,
  data: Buffer,
  { page = 1, refers = [], length = data.length }: SegmentParts = {},
): Buffer => Buffer.concat([u32(number), Buffer.from([type, refers.length << 5, ...refers, page]), u32(length), data]);
const page = (number = 0, more: SegmentParts = {}, side = 16): Buffer =>
  segment(number, 48, Buffer.concat([u32(side, side, 0, 0), Buffer.from([0, 0, 0])]), more);
const region = (
  number: number,
  {
    data = block,
    left = 0,
    operator = 0,
    type = 38,
    ...more
  }: SegmentParts & { data?: Buffer; left?: number; operator?: number; type?: number } = {},
): Buffer => segment(number, type, Buffer.concat([u32(16, 16, left, 0), Buffer.from([operator, 1]), data]), more);
const sheet = Buffer.concat([page(), region(1)]);
const bilevel = "/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode";
const shared = `${bilevel}/DecodeParms<</JBIG2Globals 6 0 R>>`;
const symbols = (flags: number): Buffer => segment(0, 0, u16(flags), { page: 0 });
const dictionary = symbols(0);
const kind = (
  type: number,
  flags: Buffer,
  { operator = 0, side = 16, ...more }: SegmentParts & { operator?: number; side?: number } = {},
): Buffer => segment(2, type, Buffer.concat([u32(side, side, 0, 0), Buffer.from([operator]), flags, u16(0)]), more);
const withKind = (...parts: Parameters<typeof kind>): Buffer => Buffer.concat([dictionary, page(1), kind(...parts)]);

describe("JBIG2 data", () => {
  test.each<[string, Buffer]>([
    ["of one region", sheet],
    [
      "with ends of the page and the file",
      Buffer.concat([sheet, segment(2, 49, nothing), segment(3, 51, nothing, { page: 0 })]),
    ],
    ["with symbols before the page", Buffer.concat([dictionary, page(1), region(2, { refers: [0] })])],
    ["with symbols that are refined", Buffer.concat([symbols(2), page(1), region(2, { refers: [0] })])],
    ["with a text that is refined", withKind(6, u16(2), { refers: [0] })],
    ["with a halftone", withKind(22, Buffer.from([6]), { refers: [0] })],
    ["with a page that is refined", withKind(42, Buffer.from([0]))],
    ["with a part that is refined", withKind(42, Buffer.from([0]), { side: 8, refers: [0] })],
    ["with a remark", Buffer.concat([sheet, segment(2, 62, u32(0x20000000))])],
  ])("%s are not reported", (_, data) => {
    expect(codesOf(bilevel, data)).toEqual([]);
  });

  test.each<[string, Buffer]>([
    ["an unknown operator", Buffer.concat([sheet, region(2, { operator: 5 })])],
    ["a region behind the end of the page", Buffer.concat([sheet, segment(2, 49, nothing), region(3)])],
    ["a region behind the end of the file", Buffer.concat([sheet, segment(2, 51, nothing, { page: 0 }), region(3)])],
    ["two pages", Buffer.concat([sheet, page(2, { page: 2 }), region(3, { page: 2 })])],
    ["the same page twice", Buffer.concat([sheet, page(2), region(3)])],
    ["a page of another size", Buffer.concat([page(0, {}, 8), region(1)])],
    ["a region of another page", Buffer.concat([sheet, region(2, { page: 2 })])],
    ["a region before the page", Buffer.concat([region(0), page(1)])],
    ["a region that reaches beyond the page", Buffer.concat([page(), region(1, { left: 8 })])],
    ["a region that is kept for later", Buffer.concat([sheet, region(2, { type: 36 })])],
    ["a length that is not known", Buffer.concat([page(), region(1, { length: 0xffffffff })])],
    ["a remark that has to be understood", Buffer.concat([sheet, segment(2, 62, u32(0x80000007))])],
    ["a number that is there twice", Buffer.concat([sheet, region(1)])],
    ["a reference to nothing", Buffer.concat([page(), region(1, { refers: [9] })])],
    ["rows that are not rows", Buffer.concat([page(), region(1, { data: Buffer.from([0, 0, 0]) })])],
    ["too few rows", Buffer.concat([page(), region(1, { data: Buffer.from([0xf0]) })])],
    ["symbols in Huffman codes", Buffer.concat([symbols(1), page(1), region(2, { refers: [0] })])],
    ["symbols that go on with the statistics of others", Buffer.concat([symbols(0x100), page(1), region(2)])],
    ["symbols that keep their statistics", Buffer.concat([symbols(0x200), page(1), region(2)])],
    ["a text that is refined, in Huffman codes", withKind(6, u16(3), { refers: [0] })],
    ["a halftone that leaves out patterns", withKind(22, Buffer.from([8]), { refers: [0] })],
    ["a halftone of patterns that overlap", withKind(22, Buffer.from([0x10]), { refers: [0] })],
    ["a halftone over another drawing", withKind(22, Buffer.from([0]), { operator: 1, refers: [0] })],
    ["a part of the page that is refined", withKind(42, Buffer.from([0]), { side: 8 })],
    ["garbage behind it", Buffer.concat([sheet, Buffer.alloc(20, 0xff)])],
  ])("with %s are reported as drawn differently", (_, data) => {
    expect(codesOf(bilevel, data)).toEqual(odd);
  });

  test.each<[string, Buffer, boolean]>([
    ["symbols", dictionary, true],
    ["nothing", nothing, true],
    ["a remark", segment(0, 62, u32(0x20000000), { page: 0 }), true],
    ["a remark that has to be understood", segment(0, 62, u32(0x80000007), { page: 0 }), false],
    ["a region", region(0, { page: 0 }), false],
    ["symbols of a page", segment(0, 0, u16(0)), false],
    ["symbols in Huffman codes", symbols(1), false],
    ["garbage", Buffer.from("garbage garbage garbage"), false],
  ])("may share %s: %#", (_, data, isPlain) => {
    const own = Buffer.concat([page(1), region(2)]);
    expect(codesOf(shared, own, stream("", data.toString("latin1")))).toEqual(isPlain ? [] : odd);
  });

  test("have one bit per pixel", () => {
    expect(codesOf(bilevel.replace("Component 1", "Component 8"), sheet)).toEqual(odd);
  });
});

const fax = (parameters: string): string =>
  `/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</Columns 16${parameters}>>`;
const bits = (text: string): Buffer =>
  Buffer.from((text.replaceAll(" ", "").match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2)));
const [end, white] = ["000000000001", "101010"];
/** One black pixel after four white ones, then eleven white: coded in one dimension, and in two. */
const [one, two] = ["1011 010 01000", "001 1011 010 1"];
const times = (text: string, count = 16): string => text.repeat(count);

describe("fax data", () => {
  test.each<[string, string, Buffer]>([
    ["rows of two dimensions", "/K -1", block],
    ["the same without an end", "/K -1/EndOfBlock false", rows],
    ["rows of two dimensions with black", "/K -1", bits(`${two} ${times("111", 15)}`)],
    ["rows on whole bytes", "/K -1/EncodedByteAlign true", Buffer.alloc(16, 0x80)],
    ["rows of one dimension", "/K 0", bits(times(one))],
    ["the same behind ends of lines", "/K 0/EndOfLine true", bits(times(`${end}${white}`))],
    ["rows of both kinds", "/K 4", bits(times(`${end}1${one}${end}0111`, 8))],
  ])("that are %s are not reported", (_, parameters, data) => {
    expect(codesOf(fax(parameters), data)).toEqual([]);
  });

  test.each<[string, string, Buffer]>([
    ["cut off", "/K -1", rows.subarray(0, 1)],
    ["of another number of dimensions", "/K 0", block],
    ["of both kinds by their parameters only", "/K 4", block],
    ["not on whole bytes", "/K -1/EncodedByteAlign true", block],
    ["without the ends of lines that are announced", "/K 0/EndOfLine true", bits(times(one))],
    ["of two dimensions and announce ends of lines", "/K -1/EndOfLine true", block],
    ["longer than the row", "/K 0", bits(times(`${one}10100`))],
    ["damaged", "/K -1", Buffer.from([0xff, 0x00, 0xff, 0xff])],
    ["of dimensions that are not whole numbers", "/K -1.0", block],
  ])("that are %s are reported as drawn differently", (_, parameters, data) => {
    expect(codesOf(fax(parameters), data)).toEqual(odd);
  });
});

test("requires whole numbers without a decimal point as counts of an image", () => {
  expect(codesOf("/BitsPerComponent 8/ColorSpace/DeviceGray", Buffer.alloc(256))).toEqual([]);
  expect(codesOf("/BitsPerComponent 8.0/ColorSpace/DeviceGray", Buffer.alloc(256))).toEqual(odd);
  const table = Buffer.alloc(256).toString("hex");
  expect(codesOf(`/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 255<${table}>]`, Buffer.alloc(256))).toEqual([]);
  expect(codesOf(`/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 255.0<${table}>]`, Buffer.alloc(256))).toEqual(
    odd,
  );
});

/** A JPEG of 16 by 16 whose scan is never read. */
function jpeg({
  names = [1, 2, 3],
  adobe = false,
  end = "\xff\xd9",
}: { names?: readonly number[]; adobe?: boolean; end?: string } = {}): Buffer {
  const components = names.map((name) => Buffer.from([name, 0x11, 0]));
  const frame = Buffer.concat([
    u16(0xffc0, 8 + components.length * 3),
    Buffer.from([8]),
    u16(16, 16),
    Buffer.from([components.length]),
    ...components,
  ]);
  const marker = adobe ? Buffer.from("\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0", "latin1") : nothing;
  return Buffer.concat([u16(0xffd8), marker, frame, Buffer.from(end, "latin1")]);
}
const photo = "/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode";
const letters = [..."RGB"].map((letter) => letter.charCodeAt(0));

describe("JPEG data", () => {
  test.each<[string, string, Buffer]>([
    ["as usual", photo, jpeg()],
    ["with a remark behind their end", photo, Buffer.concat([jpeg(), Buffer.alloc(99)])],
    ["whose components are called R, G and B, and that say so", photo, jpeg({ names: letters, adobe: true })],
    ["that say how colours are transformed", `${photo}/DecodeParms<</ColorTransform 0>>`, jpeg()],
  ])("%s are not reported", (_, entries, data) => {
    expect(codesOf(entries, data)).toEqual([]);
  });

  test.each<[string, string, Buffer]>([
    ["without an end", photo, jpeg({ end: "" })],
    ["whose components are called R, G and B", photo, jpeg({ names: letters })],
    ["with a transform that is not a whole number", `${photo}/DecodeParms<</ColorTransform 0.0>>`, jpeg()],
  ])("%s are reported as drawn differently", (_, entries, data) => {
    expect(codesOf(entries, data)).toEqual(odd);
  });
});

/** The warnings for a page with one inline image. */
function codesOfInline(entries: string, data: string): string[] {
  const bytes = pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R>>",
    stream("", `q 99 0 0 99 0 0 cm BI ${entries} ID ${data} EI Q`),
  ]);
  const document = PdfDocument.open(fromBuffer(bytes));
  return findShadowContent(document, readPages(document, { maxPages: 9 }), UPLOAD_LOOK).map(({ code }) => code);
}

const faxGlyph = (more: string): string => `/W 16/H 16/IM true/F/CCF/DP<</K -1/Columns 16${more}>>`;

test.each<[string, string, string, string[]]>([
  ["grey", "/W 2/H 1/BPC 8/CS/G", "ab", []],
  ["a stencil without its depth", "/W 8/H 1/IM true", "a", []],
  ["a table that is whole", "/W 2/H 1/BPC 8/CS[/I/G 1<00ff>]", "\0\x01", []],
  ["a table that is too short", "/W 2/H 1/BPC 8/CS[/I/RGB 1<00ff>]", "\0\x01", odd],
  ["no depth", "/W 2/H 1/CS/G", "ab", odd],
  ["fax rows", faxGlyph(""), block.toString("latin1"), []],
  ["fax rows without a mark behind them", faxGlyph("/BlackIs1 true"), `${rows.toString("latin1")}\n`, []],
  ["fax rows by their full name", "/W 16/H 16/IM true/F[/CCITTFaxDecode]/DP[<</K -1/Columns 16>>]", "\xff\xff", []],
  ["fax rows with more behind them", faxGlyph(""), `${block.toString("latin1")}more`, odd],
  ["fewer fax rows", "/W 16/H 17/IM true/F/CCF/DP<</K -1/Columns 16>>", block.toString("latin1"), odd],
  ["fax rows of another width", "/W 16/H 16/IM true/F/CCF/DP<</K -1/Columns 8>>", block.toString("latin1"), odd],
  ["fax rows of the usual width", "/W 16/H 16/IM true/F/CCF/DP<</K -1>>", block.toString("latin1"), odd],
  ["aligned fax rows", faxGlyph("/EncodedByteAlign true"), block.toString("latin1"), odd],
  ["fax rows of one dimension", "/W 16/H 16/IM true/F/CCF/DP<</Columns 16>>", block.toString("latin1"), odd],
  ["fax rows behind another filter", "/W 16/H 16/IM true/F[/AHx/CCF]/DP[null<</K -1/Columns 16>>]", "FFFF>", odd],
])("an inline image of %s", (_, entries, data, codes) => {
  expect(codesOfInline(entries, data)).toEqual(codes);
});
