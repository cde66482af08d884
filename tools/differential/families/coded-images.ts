import { pick, type Family } from "./family";
import { sheet, stream } from "./raw-file";

/**
 * Codestreams of 16 by 16 pixels, written by OpenJPEG: a black square on white, black with that square as its
 * opacity, and both in four components.
 */
const greyPixels =
  "/0//UQApAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAABBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAABxAAH/k9+BiBXPQlZcyWLZGDkAGow6VIc0Y6n74NmSD350kMea75bcpgKawSMOCGBaggA/jA8qZH/PwD5+AfB9QQAMIAiDlKg9rRkcGe/vS1MXNHSqW/vdhUOmn3OrsD8Ri5dIRGD/f//Z";
const greyAndOpacity =
  "/0//UQAsAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAACBwEBBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAByAAH/k9+AKBFQVKNv34GIFnyOEhqF2HQ07HfLkz/N13YlPBBsbnYudsxL0vcxohFMW9Ofzk/I+FcglQJn2QNwj4DPwC5+AZD7QcAOvCwpmK66KkhiSxfgD6+tIHK7YSYzUhQ7n0ie1a//2Q==";
const fourComponents =
  "/0//UQAyAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAEBwEBBwEBBwEBBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAACEAAH/k9+AKBFQVKNv34AoEVBUo2/fgCgRUFSjb9+BiBZ8jhIahdh0NOx3y5M/zdd2JTwQbG52LnbMS9L3MaIRTFvTn85PyPhXIJUCZ9kDcI+AgIDPwC5+AZD7QcAOvCwpmK66KkhiSxfgD6+tIHK7YSYzUhQ7n0ie1a//2Q==";
/** The square in the upper left corner and in the lower right corner (ITU-T T.6). */
const [first, second] = ["JqC8r////8f/+ACACA==", "JqC///yJ3///jABABA=="].map((data) => binary(data)) as [
  string,
  string,
];

function binary(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}

const shown = (entries: string, data: string, others: Readonly<Record<number, string>> = {}): Buffer =>
  sheet({
    content: ".8 .9 .8 rg 0 0 300 400 re f q 250 0 0 250 20 20 cm /I Do Q",
    resources: "/XObject<</I 6 0 R>>",
    objects: { 6: stream(data, `/Type/XObject/Subtype/Image/Width 16/Height 16${entries}`), ...others },
  });

const u32 = (...values: readonly number[]): string =>
  String.fromCharCode(
    ...values.flatMap((value) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]),
  );
const u16 = (...values: readonly number[]): string =>
  String.fromCharCode(...values.flatMap((value) => [value >> 8, value & 255]));
const box = (type: string, content: string): string => `${u32(content.length + 8)}${type}${content}`;
/** A file with one codestream (ISO 15444-1, annex I). */
const jp2 = (codestream: string, components: number, space: number, more = ""): string =>
  box("jP  ", u32(0x0d0a870a)) +
  box("ftyp", `jp2 ${u32(0)}jp2 `) +
  box(
    "jp2h",
    `${box("ihdr", `${u32(16, 16)}${u16(components)}\x07\x07\0\0`)}${box("colr", `\x01\0\0${u32(space)}`)}${more}`,
  ) +
  box("jp2c", codestream);
const channels = (...rows: readonly (readonly number[])[]): string => box("cdef", u16(rows.length, ...rows.flat()));
const [grey, opacity, four] = [greyPixels, greyAndOpacity, fourComponents].map((data) => binary(data)) as [
  string,
  string,
  string,
];
const jpx = "/Filter/JPXDecode";
const asGrey = `${jpx}/ColorSpace/DeviceGray/BitsPerComponent 8`;

const jpeg2000: Family = {
  id: "jpeg_2000",
  name: "JPEG 2000",
  constructs: [
    [
      "a decoding that is not that of the data",
      (draw) => shown(`${jpx}/Decode${pick(draw, ["[1 0]", "[0 0]", "[1 1]"])}`, jp2(grey, 1, 17)),
    ],
    ["opacity that is not used", () => shown(asGrey, opacity)],
    [
      "opacity of its own",
      (draw) => shown(`${jpx}/SMaskInData ${pick(draw, [1, 2])}`, jp2(opacity, 2, 17, channels([0, 0, 1], [1, 1, 0]))),
    ],
    ["opacity first", () => shown(asGrey, jp2(opacity, 2, 17, channels([0, 1, 0], [1, 0, 1])))],
    [
      "three colours and opacity",
      (draw) =>
        shown(
          `${jpx}/SMaskInData ${pick(draw, [0, 1])}`,
          jp2(four, 4, 16, channels([0, 0, 1], [1, 0, 2], [2, 0, 3], [3, 1, 0])),
        ),
    ],
    ["a colour that is opacity", () => shown(jpx, jp2(grey, 1, 17, channels([0, 1, 0])))],
    ["brightness and two colours", () => shown(jpx, jp2(four, 3, 18))],
    ["a header of another size", () => shown(asGrey, jp2(grey, 1, 17).replace(u32(16, 16), u32(8, 8)))],
    ["data before the codestream", () => shown(asGrey, `GARBAGE!${grey}`)],
    ["half of the data", () => shown(asGrey, grey.slice(0, 160))],
    ["a stencil", () => shown(`${jpx}/ImageMask true`, grey)],
    ["a mask by colours", () => shown(`${asGrey}/Mask[0 99]`, grey)],
    [
      "a soft mask without its depth",
      () =>
        shown("/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 7 0 R", "\0".repeat(256), {
          7: stream(grey, `/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray${jpx}`),
        }),
    ],
    ["signed values", () => shown(asGrey, grey.replace("\0\x01\x07\x01\x01", "\0\x01\x87\x01\x01"))],
    ["as it should be", () => shown(asGrey, jp2(grey, 1, 17))],
  ],
};

interface Segment {
  page?: number;
  length?: number;
}
const segment = (
  number: number,
  type: number,
  data: string,
  { page = 1, length = data.length }: Segment = {},
): string => `${u32(number)}${String.fromCharCode(type)}\0${String.fromCharCode(page)}${u32(length)}${data}`;
const page = (number = 0, more: Segment = {}): string => segment(number, 48, `${u32(16, 16, 0, 0)}\0\0\0`, more);
const region = (
  number: number,
  data: string,
  { operator = 0, type = 38, left = 0, ...more }: Segment & { operator?: number; type?: number; left?: number } = {},
): string => segment(number, type, `${u32(16, 16, left, 0)}${String.fromCharCode(operator)}\x01${data}`, more);
const bilevel = "/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode";
const jbig2 = (...segments: readonly string[]): Buffer => shown(bilevel, segments.join(""));
const sharing = (globals: string): Buffer =>
  shown(`${bilevel}/DecodeParms<</JBIG2Globals 7 0 R>>`, page(8) + region(9, first), { 7: stream(globals) });

const segments: Family = {
  id: "jbig2",
  name: "JBIG2",
  constructs: [
    [
      "an unknown operator",
      (draw) => jbig2(page(), region(1, first), region(2, second, { operator: pick(draw, [5, 7]) })),
    ],
    [
      "a region behind the end of the page",
      () => jbig2(page(), region(1, first), segment(2, 49, ""), region(3, second)),
    ],
    [
      "a region behind the end of the file",
      () => jbig2(page(), region(1, first), segment(2, 51, "", { page: 0 }), region(3, second)),
    ],
    [
      "a second page",
      () => jbig2(page(), region(1, first), segment(2, 49, ""), page(3, { page: 2 }), region(4, second, { page: 2 })),
    ],
    ["the page twice", () => jbig2(page(), region(1, first), page(2), region(3, second))],
    [
      "a length that is not known",
      () => jbig2(page(), region(1, `${first}\0\0${u32(16)}`, { length: 0xffffffff }), region(2, second)),
    ],
    ["a region for later", () => jbig2(page(), region(1, first), region(2, second, { type: 36 }))],
    ["a remark that has to be understood", () => jbig2(page(), segment(9, 62, "\x80\0\0\x07abc"), region(10, first))],
    ["a region beyond the page", () => jbig2(page(), region(1, first, { left: 0xfffffffc }))],
    ["rows that are not rows, then others", () => jbig2(page(), region(1, "\0\0\0"), region(2, second))],
    ["rows that are cut off, behind others", () => jbig2(page(), region(1, first), region(2, second.slice(0, 4)))],
    ["garbage behind the data", () => jbig2(page(), region(1, first), "\xff".repeat(20))],
    ["a shared region", (draw) => sharing(region(7, second, { page: pick(draw, [0, 1]) }))],
    ["shared garbage", () => sharing("garbage garbage garbage")],
    ["eight bits", () => shown(bilevel.replace("Component 1", "Component 8"), page() + region(1, first))],
    [
      "as it should be",
      () => jbig2(page(), region(1, first), region(2, second), segment(3, 49, ""), segment(4, 51, "", { page: 0 })),
    ],
  ],
};

const coded = (parameters: string, data = first): Buffer =>
  shown(
    `/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</Columns 16/Rows 16${parameters}>>`,
    data,
  );

const fax: Family = {
  id: "fax_rows",
  name: "fax rows",
  constructs: [
    ["of another number of dimensions", (draw) => coded(pick(draw, ["/K 0", "/K 4", ""]))],
    ["on whole bytes by their parameters only", () => coded("/K -1/EncodedByteAlign true")],
    ["with ends of lines by their parameters only", () => coded("/K -1/EndOfLine true")],
    ["cut off", () => coded("/K -1", first.slice(0, 5))],
    [
      "damaged",
      (draw) =>
        coded(`/K -1/DamagedRowsBeforeError ${pick(draw, [0, 9])}`, `${first.slice(0, 4)}\0\0\xff${first.slice(5)}`),
    ],
    ["with a real number", () => coded("/K -1.0")],
    [
      "within the content, on whole bytes by their parameters only",
      () =>
        sheet({
          content: `q 250 0 0 250 20 20 cm BI /W 16/H 16/BPC 1/CS/G/F/CCF/DP<</K -1/Columns 16/EncodedByteAlign true>> ID ${first} EI Q`,
        }),
    ],
    ["as it should be", () => coded("/K -1")],
  ],
};

const depths: Family = {
  id: "counts_with_a_point",
  name: "counts with a point",
  constructs: [
    ["a depth", () => shown("/BitsPerComponent 8.0/ColorSpace/DeviceGray", "\x40".repeat(256))],
    [
      "the end of a table",
      () =>
        shown("/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 255.0 7 0 R]", "\x10".repeat(256), {
          7: stream("\xc0".repeat(256)),
        }),
    ],
    [
      "a predictor",
      (draw) =>
        shown(
          `/BitsPerComponent 8/ColorSpace/DeviceGray/Filter[/ASCIIHexDecode]/DecodeParms[<</${pick(draw, ["Columns 16.0", "Predictor 1.0"])}>>]`,
          `${"40".repeat(256)}>`,
        ),
    ],
  ],
};

export const codedImageFamilies: readonly Family[] = [jpeg2000, segments, fax, depths];
