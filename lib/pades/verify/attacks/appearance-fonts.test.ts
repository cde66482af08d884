import { describe, expect, test } from "vitest";
import { BOX, fillIn, makeFilledForm, verdictAfter } from "@/lib/pades/verify/testing/filled-form";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";

const [sound, modified] = ["intact_later_allowed", "modified"];
const shown = "BT /F 12 Tf 0 g 2 6 Td (200) Tj ET";
const standard = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
const nine = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[50/nine]>>>>";
const unlike = "<</Differences[50/nine]/Differences[50/two]>>";

describe("rejects a filling by signed objects with duplicate keys that readers look up:", () => {
  const own = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding ${OTHERS + 1} 0 R>>`;
  const described = `<</Type/Font/Subtype/TrueType/BaseFont/Own/FirstChar 48/Widths[556 556 556]/Encoding/WinAnsiEncoding/FontDescriptor ${OTHERS + 1} 0 R>>`;
  test.each([
    ["the fonts of the resources", `/Resources ${OTHERS + 1} 0 R`, `<</Font<</F ${nine}>>/Font<</F ${standard}>>>>`],
    ["a font of the resources", `/Resources ${OTHERS + 1} 0 R`, `<</Font<</F ${nine}/F ${standard}>>>>`],
    ["a font", `/Resources<</Font ${OTHERS + 1} 0 R>>`, `<</F ${nine}/F ${standard}>>`],
    ["the differences of an encoding", `/Resources<</Font<</F ${own}>>>>`, unlike],
    [
      "the flags of a descriptor",
      `/Resources<</Font<</F ${OTHERS + 2} 0 R>>>>`,
      "<</Type/FontDescriptor/FontName/Own/Flags 4/Flags 32>>",
    ],
  ])("%s", async (_what, resources, object) => {
    const bytes = await makeFilledForm([object, described]);
    expect(verdictAfter(bytes, fillIn("(200)", stream(`${BOX}${resources}`, shown)))).toBe(modified);
  });
});

describe("a code means", () => {
  const fillWith = async (encoding: string, value: string, codes: string) => {
    const font = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding${encoding}>>`;
    const drawn = stream(`${BOX}/Resources<</Font<</F ${font}>>>>`, `BT /F 12 Tf 2 6 Td <${codes}> Tj ET`);
    return verdictAfter(await makeFilledForm(), fillIn(value, drawn));
  };
  test.each([
    ["a digit in PDFDocEncoding", "/PDFDocEncoding", "(200)", "323030", sound],
    ["no minus in PDFDocEncoding", "/PDFDocEncoding", "<FEFF2212003200300030>", "8a323030", modified],
    ["no quote in PDFDocEncoding", "/PDFDocEncoding", "<FEFF201C0032>", "8d32", modified],
    ["no letter with an accent in PDFDocEncoding", "/PDFDocEncoding", "(\\374200)", "fc323030", modified],
    ["a letter with an accent in WinAnsiEncoding", "/WinAnsiEncoding", "(\\374200)", "fc323030", sound],
    ["no soft hyphen in WinAnsiEncoding", "/WinAnsiEncoding", "<FEFF00AD003200300030>", "ad323030", modified],
    ["no soft hyphen by its name", "<</Differences[50/softhyphen]>>", "<FEFF00AD00300030>", "323030", modified],
  ])("%s", async (_what, encoding, value, codes, verdict) => {
    expect(await fillWith(encoding, value, codes)).toBe(verdict);
  });
});

test("rejects a signed font whose letters are so wide that they hide a space", async () => {
  const drawn = stream(`${BOX}/Resources<</Font<</F ${OTHERS + 1} 0 R>>>>`, shown);
  const fill = async (widths: string) => {
    const font = `<</Type/Font/Subtype/TrueType/BaseFont/Own/Encoding/WinAnsiEncoding/FirstChar 48/Widths[${widths}]>>`;
    return verdictAfter(await makeFilledForm([font]), fillIn("(200)", drawn));
  };
  expect(await fill("600 600 600")).toBe(sound);
  expect(await fill("556 556 2000")).toBe(modified);
});
