import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { dictOf, objectsOf } from "@/lib/pdf/testing/qpdf-objects";
import { standardObjects, standardPdf, type StandardSpec } from "@/lib/pdf/testing/standard-pdf";
import { uaComplaints } from "@/lib/pdf/testing/ua-judge";
import { freezeForm } from "./freeze";

const { textField, checkBox, textElement, structureRoot } = standardObjects;
const UA: StandardSpec = { part: null, intent: null, isUa: true, hasForm: true };

function open(pdf: Buffer): PdfDocument {
  return PdfDocument.open(fromBuffer(pdf));
}

/** The flattened file. `changes` are made to objects beforehand. */
function frozen(spec: StandardSpec, changes: Readonly<Record<number, Record<string, string | null>>> = {}): Buffer {
  let pdf = standardPdf(spec);
  const revision = new Revision(open(pdf));
  for (const [num, entries] of Object.entries(changes)) {
    const object = revision.document.load(Number(num));
    if (object?.value.kind === "dict") revision.change({ ...object, value: object.value }, entries);
  }
  pdf = Object.keys(changes).length === 0 ? pdf : Buffer.concat([pdf, revision.build()]);
  const document = open(pdf);
  return Buffer.concat([pdf, freezeForm(document, readPages(document, { maxPages: 9 }))?.tail ?? Buffer.alloc(0)]);
}

const dictionary = (pdf: Buffer, num: number) => dictOf(objectsOf(pdf), `${num} 0 R`);

describe("the stamps of a tagged form", () => {
  test("keep their places in the structure, in elements other than Form", () => {
    const pdf = frozen(UA);
    expect(uaComplaints(pdf)).toEqual([]);
    expect(qpdfCheck(pdf)).toBe(0);
    expect(dictionary(pdf, textField)).toMatchObject({ "/Subtype": "/Stamp", "/StructParent": 1 });
    expect(dictionary(pdf, textElement)["/S"]).toBe("/Annot");
  });

  test("are read out as description and value, or with their previous /Contents", () => {
    const pdf = frozen(UA, { [checkBox]: { Contents: "(Said before)" } });
    expect(dictionary(pdf, textField)["/Contents"]).toBe("u:Your name: Ada");
    expect(dictionary(pdf, checkBox)["/Contents"]).toBe("u:Said before");
  });

  test.each([
    ["a password", { Ff: "8192" }],
    ["hidden", { F: "2" }],
  ])("do not reveal a value that is %s", (_what, entries) => {
    expect(dictionary(frozen(UA, { [textField]: entries }), textField)["/Contents"]).toBe("u:Your name");
  });

  test("use an element of a type that the role map makes a Form", () => {
    const pdf = frozen(UA, { [textElement]: { S: "/Eingabe" }, [structureRoot]: { RoleMap: "<</Eingabe/Form>>" } });
    expect(dictionary(pdf, textElement)["/S"]).toBe("/Annot");
    expect(uaComplaints(pdf)).toEqual([]);
  });

  test("leave other elements unchanged, and in PDF/A-1 all of them: its PDF 1.4 has no Annot", () => {
    expect(dictionary(frozen(UA, { [textElement]: { S: "/P" } }), textElement)["/S"]).toBe("/P");
    expect(dictionary(frozen({ part: 1, intent: "rgb", isTagged: true, hasForm: true }), textElement)["/S"]).toBe(
      "/Form",
    );
  });

  test("have no text in a file that is not tagged", () => {
    expect(dictionary(frozen({ part: 2, intent: "rgb", hasForm: true }), textField)).not.toHaveProperty("/Contents");
  });
});
