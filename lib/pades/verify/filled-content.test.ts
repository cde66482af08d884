import { beforeAll, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { makeWorld, withDocumentTimestamp } from "@/lib/pades/verify/testing/long-term-files";
import { append, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

let signer: TestSigner;

beforeAll(async () => {
  signer = await (await makeTestAuthority()).issue("Ada Lovelace");
});

const look = (size: string, text: string) =>
  stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 ${size}]/Resources<</Font<</F 8 0 R>>>>`,
    text && `/Tx BMC q BT /F 12 Tf 0 g 2 5 Td (${text}) Tj ET Q EMC`,
  );

/**
 * Objects 1 to 8 of a page that shows `drawn`, with an invisible signature field and fields of the given object
 * numbers.
 */
function pageWith(drawn: string, fields: readonly number[]): string[] {
  const widgets = [5, ...fields].map((num) => `${num} 0 R`).join(" ");
  return [
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 7 0 R/Resources<</Font<</F 8 0 R>>/XObject<</I 6 0 R>>>>/Annots[${widgets}]>>`,
    `<</Fields[${widgets}]/SigFlags 1/DR<</Font<</F 8 0 R>>>>/DA(/F 12 Tf 0 g)>>`,
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[0 0 0 0]>>",
    "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>\nstream\n\0\nendstream",
    stream("", drawn),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  ];
}

/**
 * A page that shows `drawn` was signed with an empty text field at `rect` (150 by 20), which was then filled with
 * `value`.
 */
async function filled(drawn: string, rect: string, value: string, { was = "", written = `(${value})` } = {}) {
  const base = pdfOf([
    ...pageWith(drawn, [9]),
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(Note)/F 4/P 3 0 R/V(${was})/DA(/F 12 Tf 0 g)/Rect[${rect}]>>`,
  ]);
  const signed = await signWith(base, "Sig1", signer);
  const bytes = append(signed, (revision, document) => {
    const num = revision.add(look("150 20", value));
    edit(9, { V: written, AP: `<</N ${num} 0 R>>` })(revision, document);
  });
  return verify(bytes);
}

const at = (x: number, text: string) => `BT /F 12 Tf ${x} 305 Td (${text}) Tj ET`;

test.each([
  ["stands on text", at(40, "Amount: EUR 100"), "100 300 250 320", "text"],
  ["stands on a picture", "q 300 0 0 400 0 0 cm /I Do Q", "100 300 250 320", "picture"],
  ["goes on behind an amount", at(40, "EUR 100"), "90 300 240 320", "beside"],
])("warns of a filled field that %s, with page and rectangle", async (_how, drawn, rect, covers) => {
  const report = await filled(drawn, rect, ".000.000");
  const [left, bottom, right, top] = rect.split(" ").map(Number);
  expect(report.verdict).toBe("intact_later_allowed");
  expect(report.warningFindings).toMatchObject([
    {
      code: "filled_field_covers",
      params: { field: "Note", page: 1, covers, left, bottom, right, top, unseenBy: ["Sig1"] },
    },
  ]);
});

test.each([
  ["its label to the left", at(40, "Amount in EUR:"), "125 300 275 320", "100"],
  ["a currency to the left", at(66, "EUR"), "93 300 243 320", "100"],
  ["a line of underscores", at(90, "______________"), "90 300 240 320", "100"],
  ["text above and below", "BT /F 12 Tf 90 286 Td (100) Tj 0 36 Td (200) Tj ET", "90 297 240 317", "100"],
  ["a grey ground and a frame", "0.9 g 90 300 150 20 re f 0 G 90 300 150 20 re S", "90 300 240 320", "100"],
])("names only the place of a field filled with %s", async (_where, drawn, rect, value) => {
  const report = await filled(drawn, rect, value);
  const [left, bottom, right, top] = rect.split(" ").map(Number);
  expect(report.verdict).toBe("intact_later_allowed");
  expect(report.warningFindings).toMatchObject([
    { code: "field_filled_since", params: { field: "Note", page: 1, left, bottom, right, top, unseenBy: ["Sig1"] } },
  ]);
});

test("names a field whose value is only encoded differently, because its text may have moved", async () => {
  const report = await filled("", "90 300 240 320", "100", { was: "100", written: "<FEFF003100300030>" });
  expect(report.verdict).toBe("intact_later_allowed");
  expect(report.warningFindings).toMatchObject([{ code: "field_filled_since", params: { field: "Note" } }]);
});

test("lists the field over text first among many, and counts those beyond 40", async () => {
  const fields = Array.from({ length: 44 }, (_field, index) => index);
  const places = fields.map((index) => (index === 43 ? "40 300 90 310" : `200 ${index * 8} 260 ${index * 8 + 7}`));
  const first = 9;
  const base = pdfOf([
    ...pageWith(
      at(40, "EUR 100"),
      fields.map((index) => first + index),
    ),
    ...places.map(
      (rect, index) => `<</Type/Annot/Subtype/Widget/FT/Tx/T(F${index})/F 4/P 3 0 R/DA(/F 5 Tf 0 g)/Rect[${rect}]>>`,
    ),
  ]);
  const bytes = append(await signWith(base, "Sig1", signer), (revision, document) => {
    for (const index of fields) edit(first + index, { V: "(1)" })(revision, document);
  });
  const { warningFindings } = verify(bytes);
  expect(warningFindings[0]).toMatchObject({ code: "filled_field_covers", params: { field: "F43", covers: "text" } });
  expect(warningFindings).toHaveLength(41);
  expect(warningFindings[40]).toMatchObject({ code: "more_fields_filled_since", params: { count: 4 } });
});

test("names the filled one of two fields with the same name", async () => {
  const note = (rect: string, more: string): string =>
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(Note)/F 4/P 3 0 R/DA(/F 12 Tf 0 g)/Rect[${rect}]${more}>>`;
  const objects = [
    ...pageWith("", [9, 10]),
    note("20 100 170 120", ""),
    note("20 300 170 320", "/V(000)/AP<</N 11 0 R>>"),
  ];
  const signed = await signWith(pdfOf([...objects, look("150 20", "000")]), "Sig1", signer);
  const report = verify(append(signed, edit(9, { V: "(000)", AP: "<</N 11 0 R>>" })));
  expect(report.verdict).toBe("intact_later_allowed");
  expect(report.warningFindings).toMatchObject([
    { code: "field_filled_since", params: { field: "Note", left: 20, bottom: 100 } },
  ]);
});

test("names a field filled after a document timestamp, and no empty one", async () => {
  const note = (name: string, y: number): string =>
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/F 4/P 3 0 R/DA(/F 12 Tf 0 g)/Rect[20 ${y} 170 ${y + 20}]>>`;
  const base = pdfOf([...pageWith("", [9, 10]), note("One", 100), note("Two", 300)]);
  const stamped = await withDocumentTimestamp(makeWorld(), base, { at: "2026-11-20T10:00:05Z" });
  const bytes = append(stamped, (revision, document) => {
    edit(9, { V: "(5)", AP: `<</N ${revision.add(look("150 20", "5"))} 0 R>>` })(revision, document);
  });
  expect(verify(bytes).warningFindings).toMatchObject([{ code: "field_filled_since", params: { field: "One" } }]);
});
