import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfOf } from "@/lib/pdf/testing/hand-written-pdf";
import { readFields, type FormFields } from "./fields";

function fieldsOf(form: string, ...objects: readonly string[]): FormFields {
  const catalog = `<</Type/Catalog/Pages 2 0 R${form}>>`;
  const pdf = pdfOf([catalog, "<</Type/Pages/Kids[3 0 R]>>", "<</Type/Page>>", ...objects]);
  return readFields(PdfDocument.open(fromBuffer(pdf)));
}

describe("reading the form", () => {
  test("finds no field in a file without a form", () => {
    expect(fieldsOf("")).toMatchObject({ acroForm: null, fieldsArray: null, fields: [] });
  });

  test("joins names by full stops, and inherits type, flags and value from ancestors", () => {
    const { fields } = fieldsOf(
      "/AcroForm<</Fields[4 0 R]>>",
      "<</T(person)/FT/Tx/Ff 1/V(given)/Kids[5 0 R 6 0 R]>>",
      "<</T(name)/Rect[0 0 1 1]>>",
      "<</T(age)/Ff 0/V(7)/Rect[0 0 1 1]>>",
    );
    expect(fields.map(({ name, type, flags }) => ({ name, type, flags }))).toEqual([
      { name: "person.name", type: "Tx", flags: 1 },
      { name: "person.age", type: "Tx", flags: 0 },
    ]);
    const [first] = fields;
    expect(first?.valueBytes.toString("latin1", first.value?.start, first.value?.end)).toBe("(given)");
  });

  test("reads kids without a name as widgets of their field", () => {
    const { fields } = fieldsOf(
      "/AcroForm<</Fields[4 0 R]>>",
      "<</T(choice)/FT/Btn/Kids[5 0 R 6 0 R]>>",
      "<</Rect[0 0 1 1]>>",
      "<</Rect[0 0 1 1]>>",
    );
    expect(fields).toHaveLength(1);
    expect(fields[0]?.widgets.map((widget) => widget.num)).toEqual([5, 6]);
  });

  test("reads a field merged with its widget as its own widget", () => {
    const { fields } = fieldsOf("/AcroForm 4 0 R", "<</Fields 5 0 R>>", "[6 0 R]", "<</T(x)/FT/Sig/Subtype/Widget>>");
    expect(fields[0]).toMatchObject({ name: "x", type: "Sig", widgets: [{ num: 6 }] });
  });

  test("reads circular fields once", () => {
    const { fields } = fieldsOf(
      "/AcroForm<</Fields[4 0 R 4 0 R]>>",
      "<</T(a)/FT/Tx/Kids[5 0 R]>>",
      "<</T(b)/Kids[4 0 R]>>",
    );
    expect(fields.map((field) => field.name)).toEqual(["a.b"]);
  });

  test("refuses too many fields", () => {
    const kids = Array.from({ length: 20_001 }, () => "5 0 R").join(" ");
    expect(() => fieldsOf("/AcroForm<</Fields 4 0 R>>", `[${kids}]`, "<</T(x)>>")).toThrow(PdfError);
  });
});
