import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { oneIn } from "@/lib/testing/representatives";
import { metadataComplaints, pdfaComplaints } from "./pdfa-judge";
import { standardObjects, standardPdf, type StandardSpec } from "./standard-pdf";
import { uaComplaints } from "./ua-judge";

type Abuse = (revision: Revision) => void;

/** The file with an appended revision that breaks one rule. */
function abused(spec: StandardSpec, abuse: Abuse): Buffer {
  const base = standardPdf(spec);
  const revision = new Revision(PdfDocument.open(fromBuffer(base)));
  abuse(revision);
  return Buffer.concat([base, revision.build()]);
}

const { page, catalog, form, textField, checkBox, textElement, structureRoot } = standardObjects;
const A1: StandardSpec = { part: 1, intent: "gray", hasForm: true };
const A2: StandardSpec = { part: 2, intent: null, hasForm: true };
const UA: StandardSpec = { part: null, intent: null, isUa: true, hasForm: true };

function object(revision: Revision, num: number) {
  const found = revision.document.load(num);
  if (found?.value.kind !== "dict") throw new Error(`object ${num} is not a dictionary`);
  return { ...found, value: found.value };
}

const change =
  (num: number, entries: Record<string, string | null>): Abuse =>
  (revision) =>
    revision.change(object(revision, num), entries);
const look =
  (content: string, resources = ""): Abuse =>
  (revision) => {
    const num = revision.addStream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${resources}>>`, content);
    revision.change(object(revision, textField), { AP: `<</N ${num} 0 R>>` });
  };
const image =
  (entries: string): Abuse =>
  (revision) => {
    revision.addStream(`/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8${entries}`, "abc");
  };

test("the judges complain about no file that conforms", () => {
  for (const spec of [A1, A2]) expect(pdfaComplaints(standardPdf(spec))).toEqual([]);
  expect(uaComplaints(standardPdf(UA))).toEqual([]);
});

describe("the PDF/A judge complains about", () => {
  test.each<[string, string, StandardSpec, Abuse]>(
    oneIn(3, [
      ["a stamp painted in RGB under a grey output intent", "6.2.3/6.2.4.3", A1, look("1 0 0 rg 0 0 9 9 re f")],
      ["a stamp painted in grey without an output intent", "6.2.3/6.2.4.3", A2, look("0 g 0 0 9 9 re f")],
      ["a stamp painted in the first colour, which is DeviceGray", "6.2.3/6.2.4.3", A2, look("0 0 9 9 re f")],
      ["an image in DeviceRGB", "6.2.3/6.2.4.3", A1, image("/ColorSpace/DeviceRGB")],
      ["an interpolated image", "6.2.4/6.2.8", A1, image("/ColorSpace/DeviceGray/Interpolate true")],
      [
        "a soft mask in PDF/A-1",
        "19005-1 6.4",
        A1,
        (revision) =>
          image(
            `/ColorSpace/DeviceGray/SMask ${revision.addStream("/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", "a")} 0 R`,
          )(revision),
      ],
      [
        "a transparency group in PDF/A-1",
        "19005-1 6.4",
        A1,
        change(page, { Group: "<</S/Transparency/CS/DeviceGray>>" }),
      ],
      [
        "an opacity without a blending colour space",
        "19005-2 6.2.10",
        A2,
        (revision) => void revision.add("<</Type/ExtGState/ca 0.5>>"),
      ],
      ["a widget without an appearance", "6.9/6.3.3", A1, change(textField, { AP: null })],
      [
        "a widget of no size without an appearance in PDF/A-1",
        "6.9/6.3.3",
        A1,
        change(textField, { AP: null, Rect: "[0 0 0 0]" }),
      ],
      ["a second appearance", "6.5.3/6.3.3", A1, change(textField, { AP: "<</N 16 0 R/D 16 0 R>>" })],
      ["a button without states", "6.5.3/6.3.3", A2, change(checkBox, { AP: "<</N 16 0 R>>" })],
      ["a text field with states", "6.5.3/6.3.3", A2, change(textField, { AP: "<</N<</Yes 16 0 R>>>>" })],
      ["a state without an appearance", "32000 12.5.5", A2, change(checkBox, { AS: "/Maybe" })],
      ["an annotation that is not printed", "6.5.3/6.3.2", A1, change(textField, { F: "0" })],
      ["a hidden annotation", "6.5.3/6.3.2", A2, change(textField, { F: "6" })],
      ["an annotation that shows under the pointer only", "6.5.3/6.3.2", A2, change(textField, { F: "260" })],
      ["an action of a widget", "6.6.2/6.4.1", A1, change(textField, { A: "<</S/URI/URI(x)>>" })],
      [
        "a form whose appearances are to be generated again",
        "6.9/6.4.1",
        A1,
        change(catalog, { AcroForm: "<</Fields[]/NeedAppearances true>>" }),
      ],
      [
        "a font that is not embedded",
        "6.3.4/6.2.11.4",
        A1,
        change(form, { DR: "<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>" }),
      ],
      [
        "a default appearance with a font that is not there",
        "32000 12.7.4.3",
        A1,
        change(textField, { DA: "(/Helv 0 Tf 0 g)" }),
      ],
      ["LZW", "6.1.10", A1, (revision) => void revision.addStream("/Filter/LZWDecode", "x")],
      ["a stream in another file", "6.1.7", A1, (revision) => void revision.addStream("/F(x)", "x")],
      [
        "an object stream in PDF/A-1",
        "19005-1 6.1.4",
        A1,
        (revision) => void revision.addStream("/Type/ObjStm/N 0/First 0", ""),
      ],
      ["an embedded file", "6.1.11", A2, (revision) => void revision.add("<</Type/Filespec/F(x)/EF<</F 16 0 R>>>>")],
      ["a third kind of permission", "19005-2 6.1.12", A2, change(catalog, { Perms: "<</Other 16 0 R>>" })],
      ["a name of 128 bytes", "6.1.12/6.1.13", A1, (revision) => void revision.add(`/${"n".repeat(128)}`)],
      ["a string of 32,768 bytes", "6.1.12/6.1.13", A2, (revision) => void revision.add(`(${"s".repeat(32_768)})`)],
      ["a hexadecimal string with an odd digit", "6.1.6", A1, (revision) => void revision.add("<ABC>")],
    ]),
  )("%s", (_what, clause, spec, abuse) => {
    expect(pdfaComplaints(abused(spec, abuse)).some((complaint) => complaint.startsWith(`${clause}`))).toBe(true);
  });

  test("metadata that changed", () => {
    const base = standardPdf(A1);
    expect(metadataComplaints(base, abused(A1, change(11, { ModDate: "(D:20270101000000Z)" })))).toEqual([
      "6.7.3: metadata changed",
    ]);
    expect(metadataComplaints(base, abused(A1, change(textField, { F: "4" })))).toEqual([]);
  });
});

describe("the PDF/UA judge complains about", () => {
  test.each<[string, string, Abuse]>(
    oneIn(3, [
      ["a widget in no element", "14289 7.18.1", change(textField, { StructParent: null })],
      ["a widget in an element that is not a Form", "14289 7.18.1/7.18.4", change(textElement, { S: "/P" })],
      ["a widget without a description", "14289 7.18.1", change(textField, { TU: null })],
      ["a page whose tabs follow no structure", "14289 7.18.3", change(page, { Tabs: "/R" })],
      [
        "an element that refers to another widget",
        "32000 14.7.5.3",
        change(textElement, { K: `<</Type/OBJR/Obj ${checkBox} 0 R>>` }),
      ],
      ["an element that names another parent", "32000 14.7.2", change(textElement, { P: "7 0 R" })],
      [
        "a key of the parent tree that is given out twice",
        "32000 14.7.2",
        change(structureRoot, { ParentTreeNextKey: "2" }),
      ],
      ["a parent tree out of order", "32000 7.9.7", change(10, { Nums: "[1 14 0 R 0 [9 0 R] 2 15 0 R]" })],
      ["a document without a language", "14289 7.2", change(catalog, { Lang: null })],
    ]),
  )("%s", (_what, clause, abuse) => {
    expect(uaComplaints(abused(UA, abuse)).some((complaint) => complaint.startsWith(clause))).toBe(true);
  });
});
