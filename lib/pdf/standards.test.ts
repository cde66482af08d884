import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { paintFor } from "@/lib/pdf/images/shared-images";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { declareExtension, readClaimedStandards } from "./standards";

const PAGES = ["<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"];

function open(catalog: string, others: readonly string[] = [], version = "1.7"): PdfDocument {
  const pdf = pdfOf([`<</Type/Catalog/Pages 2 0 R${catalog}>>`, ...PAGES, ...others]).toString("latin1");
  return PdfDocument.open(fromBuffer(Buffer.from(pdf.replace("%PDF-1.7", `%PDF-${version}`), "latin1")));
}

describe("the standards that a file claims", () => {
  const intent = "/OutputIntents[<</S/GTS_PDFX/DestOutputProfile 6 0 R>><</S/GTS_PDFA1/DestOutputProfile 5 0 R>>]";
  const claim = (xmp: string, components = 3) =>
    readClaimedStandards(
      open(`/Metadata 4 0 R${intent}`, [stream("", xmp), stream(`/N ${components}`, ""), stream("/N 1", "")]),
    );

  test.each([
    ["<pdfaid:part>1</pdfaid:part>", 3, { pdfaPart: 1, isPdfUa: false, outputIntent: "rgb" }],
    ["pdfaid:part='2' pdfaid:conformance='U'", 4, { pdfaPart: 2, isPdfUa: false, outputIntent: "cmyk" }],
    ['<rdf:Description pdfaid:part = "3" pdfuaid:part="1"/>', 1, { pdfaPart: 3, isPdfUa: true, outputIntent: "gray" }],
    ["<pdfaid:part>2<", 5, { pdfaPart: 2, isPdfUa: false, outputIntent: "none" }],
    ["<pdfuaid:part>1</pdfuaid:part>", 3, { pdfaPart: null, isPdfUa: true, outputIntent: "none" }],
    ["<dc:title>pdfaid</dc:title>", 3, { pdfaPart: null, isPdfUa: false, outputIntent: "none" }],
  ])("are read from %s with %i components", (xmp, components, claimed) => {
    expect(claim(xmp, components)).toEqual(claimed);
  });

  test.each([
    ["no metadata", "", []],
    ["metadata that are not a stream", "/Metadata 4 0 R", ["<</Type/Metadata>>"]],
    ["metadata that cannot be decoded", "/Metadata 4 0 R", [stream("/Filter/FlateDecode", "pdfaid:part='1'")]],
  ])("are not read with %s", (_what, catalog, others) => {
    expect(readClaimedStandards(open(catalog, others))).toEqual({
      pdfaPart: null,
      isPdfUa: false,
      outputIntent: "none",
    });
  });
});

test("permits device colours that match the output intent, and alpha with a defined blending space", () => {
  const paint = (pdfaPart: number | null, outputIntent: "none" | "gray" | "rgb" | "cmyk") => {
    const { black, imageColorSpace, allowsAlpha } = paintFor({ pdfaPart, outputIntent, isPdfUa: false });
    return [black === "0 g 0 G", imageColorSpace === "/DeviceRGB", allowsAlpha];
  };
  expect(paint(null, "none")).toEqual([true, true, true]);
  expect(paint(1, "rgb")).toEqual([true, true, false]);
  expect(paint(1, "none")).toEqual([false, false, false]);
  expect(paint(2, "rgb")).toEqual([true, true, true]);
  expect(paint(2, "cmyk")).toEqual([true, false, true]);
  expect(paint(3, "gray")).toEqual([true, false, true]);
  expect(paint(3, "none")).toEqual([false, false, false]);
});

describe("the ETSI developer extension", () => {
  const declared = (document: PdfDocument) => {
    const revision = new Revision(document);
    declareExtension(revision);
    return revision.build().toString("latin1");
  };
  const ESIC = "/ESIC <</BaseVersion/1.7/ExtensionLevel 5>>";

  test("is added beside existing ones, wherever they are written", () => {
    expect(declared(open(""))).toContain(ESIC.replace(" <<", "<<"));
    expect(declared(open("/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>"))).toContain(
      `/ADBE<</BaseVersion/1.7/ExtensionLevel 8>>\n${ESIC}`,
    );
    expect(declared(open("/Extensions 4 0 R", ["<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>"]))).toMatch(
      /4 0 obj\n<<\/ADBE.*\n\/ESIC/,
    );
    expect(declared(open("/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 1>>>>"))).toContain(ESIC);
  });

  test.each([
    ["names it already", open("/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>")],
    ["names several levels", open("/Extensions<</ESIC[<</BaseVersion/1.7/ExtensionLevel 2>>]>>")],
    ["is of PDF 2.0 by its header", open("", [], "2.0")],
    ["is of PDF 2.0 by its catalog", open("/Version/2.0")],
  ])("is not added to a file that %s", (_what, document) => {
    expect(declared(document)).not.toContain("ESIC");
  });
});
