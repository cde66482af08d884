import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { codeOf } from "@/lib/pdf/testing/code-of";
import { makePdf, type FixtureSpec } from "@/lib/pdf/testing/make-pdf";
import { qpdfCheck, renderPage } from "@/lib/pdf/testing/outside-tools";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { readFields, type FormField } from "./fields";
import { prepareDocument, type Preparation } from "./prepare";
import { isParaphFieldName, type PlannedField, type PlannedSigner } from "./prepared-field";

const FILE_UUID = "0198F7A2-1111-4222-8333-444455556666";
const PREFIX = `paraph-${FILE_UUID.toLowerCase()}`;

function field(fieldId: number, type: PlannedField["type"], pageIndex = 0): PlannedField {
  return {
    fieldId,
    type,
    pageIndex,
    box: { leftPt: 20, topPt: 20 + 30 * (fieldId % 10), widthPt: 90, heightPt: 25 },
  };
}

const SIGNERS: PlannedSigner[] = [
  {
    signRequestId: 5,
    fields: [field(1, "text"), field(2, "signature", 1), field(3, "checkbox"), field(4, "initial", 1)],
  },
  { signRequestId: 6, fields: [] },
];

function prepare(spec: FixtureSpec, signers = SIGNERS): Preparation & { base: Buffer; bytes: Buffer } {
  const base = makePdf(spec);
  const plan = { fileUuid: FILE_UUID, signers, maxPages: 100, expectedSha256: null };
  const prepared = prepareDocument(fromBuffer(base), plan);
  return { ...prepared, base, bytes: Buffer.concat([base, prepared.tail]) };
}

function open(bytes: Buffer): PdfDocument {
  return PdfDocument.open(fromBuffer(bytes));
}

function written(field: FormField | undefined): string {
  return field?.object.bytes.toString("latin1", field.object.value.start, field.object.value.end) ?? "";
}

describe.each([
  ["table", "table"],
  ["stream @exhaustive", "stream"],
] as const)("preparing a file with a cross-reference %s", (_title, xref) => {
  const prepared = prepare({ pages: [{}, { rotate: 90 }], xref });
  const { fields } = readFields(open(prepared.bytes));
  const byName = new Map(fields.map((field) => [field.name, field]));

  test("creates every signer's fields in one revision", () => {
    expect(open(prepared.bytes).xrefSections).toHaveLength(2);
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      [`${PREFIX}-certify`, "Sig"],
      [`${PREFIX}-s5`, "Sig"],
      [`${PREFIX}-s5-e1`, "Tx"],
      [`${PREFIX}-s5-e3`, "Btn"],
      [`${PREFIX}-s5-e4`, "Btn"],
      [`${PREFIX}-s6`, "Sig"],
      [`${PREFIX}-seal`, "Sig"],
    ]);
    expect(fields.every(({ name }) => isParaphFieldName(name))).toBe(true);
    expect(prepared.fields.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
  });

  test("makes all fields except signatures read-only, without a value except in the empty checkbox", () => {
    expect(fields.filter(({ type }) => type !== "Sig").map(({ flags }) => flags & 1)).toEqual([1, 1, 1]);
    expect(fields.filter(({ value }) => value !== undefined).map(({ name }) => name)).toEqual([`${PREFIX}-s5-e3`]);
  });

  test("makes a signature lock only its signer's own fields, and the certification lock nothing", () => {
    const lockOf = (name: string): string | null => {
      const field = byName.get(name);
      const lock = field && open(prepared.bytes).dict(field.object.value.entries.get("Lock"), field.object.bytes);
      return lock ? lock.bytes.toString("latin1", lock.value.start, lock.value.end) : null;
    };
    const own = ["-s5", "-s5-e1", "-s5-e3", "-s5-e4"].map((suffix) => `(${PREFIX}${suffix})`).join("");
    expect(lockOf(`${PREFIX}-s5`)).toBe(`<</Type/SigFieldLock/Action/Include/Fields[${own}]>>`);
    expect(lockOf(`${PREFIX}-seal`)).toContain(`Fields[(${PREFIX}-seal)]`);
    expect(lockOf(`${PREFIX}-certify`)).toBeNull();
    expect(lockOf(`${PREFIX}-s5-e1`)).toBeNull();
  });

  test("places the signature field on the signature box, or makes it invisible without one", () => {
    expect(written(byName.get(`${PREFIX}-s5`))).toMatch(/\/F 4\/Rect\[80 20 105 110\].*\/MK<<\/R 90>>/);
    expect(written(byName.get(`${PREFIX}-s6`))).toMatch(/\/F 132\/Rect\[0 0 0 0\]/);
  });

  test("changes nothing visible, is accepted by qpdf and has a hash over all bytes", () => {
    expect(renderPage(prepared.bytes, 1).pixels.equals(renderPage(prepared.base, 1).pixels)).toBe(true);
    expect(qpdfCheck(prepared.bytes)).toBe(0);
    expect(prepared.sha256).toBe(sha256Hex(prepared.bytes));
  });

  test("declares signatures and append-only in the form", () => {
    const { acroForm } = readFields(open(prepared.bytes));
    expect(open(prepared.bytes).number(acroForm?.value.entries.get("SigFlags"))).toBe(3);
  });
});

describe("existing annotations", () => {
  const link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>";
  const invisible: PlannedSigner[] = [{ signRequestId: 1, fields: [] }];

  function annotsOf(bytes: Buffer): number[] {
    const document = open(bytes);
    return readPages(document, { maxPages: 9 }).map(
      ({ object }) => document.array(object.value.entries.get("Annots"), object.bytes)?.value.items.length ?? 0,
    );
  }

  test("stay first in the page's own array", () => {
    const { bytes } = prepare({ pages: [{ extra: `/Annots[${link}]` }] }, invisible);
    expect(annotsOf(bytes)).toEqual([4]);
    expect(qpdfCheck(bytes)).toBe(0);
  });

  test("stay first in an array object used only by this page, without rewriting the page", () => {
    const { bytes, tail } = prepare({ pages: [{ extra: "/Annots 1000 0 R" }], objects: [`[${link}]`] }, invisible);
    expect(annotsOf(bytes)).toEqual([4]);
    expect(tail.toString("latin1")).not.toMatch(/\/Type\/Page\b/);
  });

  test("are not extended in an array shared by two pages, so that our fields show on one page only", () => {
    const pages = [{ extra: "/Annots 1000 0 R" }, { extra: "/Annots 1000 0 R" }];
    expect(annotsOf(prepare({ pages, objects: [`[${link}]`] }, invisible).bytes)).toEqual([4, 1]);
  });
});

describe("an existing form", () => {
  test.each([
    ["in the catalog", "/AcroForm<</Fields[]/DA(/F 0 Tf)/NeedAppearances true>>", []],
    [
      "as an object with its fields apart",
      "/AcroForm 1000 0 R",
      ["<</Fields 1001 0 R/DA(/F 0 Tf)/NeedAppearances true>>", "[]"],
    ],
  ])("%s is kept, and NeedAppearances is not set", (_where, catalogExtra, objects) => {
    const { bytes } = prepare({ pages: [{}], catalogExtra, objects }, [{ signRequestId: 1, fields: [] }]);
    const { acroForm, fields } = readFields(open(bytes));
    expect(fields).toHaveLength(3);
    expect(acroForm?.value.entries.has("DA")).toBe(true);
    expect(acroForm?.value.entries.has("NeedAppearances")).toBe(false);
  });
});

describe("limits of preparation", () => {
  const signed = "/AcroForm<</Fields[1000 0 R]>>";
  const objects = ["<</FT/Sig/T(S)/V 1001 0 R>>", "<</Type/Sig/Contents<00>>>"];

  test("rejects a certified file", () => {
    const catalogExtra = `${signed}/Perms<</DocMDP 1001 0 R>>`;
    expect(codeOf(() => prepare({ pages: [{}], catalogExtra, objects }))).toBe("locked");
  });

  test("rejects a second field for one signer in a signed file, and prepares one without certification", () => {
    expect(codeOf(() => prepare({ pages: [{}, {}], catalogExtra: signed, objects }))).toBe("locked");
    const one = prepare({ pages: [{}], catalogExtra: signed, objects }, [
      { signRequestId: 1, fields: [field(1, "name")] },
    ]);
    expect(one.isToBeCertified).toBe(false);
    expect(one.fields.map(({ role }) => role)).toEqual(["signature", "seal"]);
  });

  describe("a signed file with a new field over an annotation that its signers saw", () => {
    const stamp = "<</Type/Annot/Subtype/Stamp/F 4/Rect[100 600 200 700]>>";
    const link = "<</Type/Annot/Subtype/Link/F 4/Rect[100 600 200 700]>>";
    const one = (annotation: string, leftPt: number, catalogExtra = signed) =>
      prepare({ pages: [{ extra: "/Annots[1002 0 R]" }], catalogExtra, objects: [...objects, annotation] }, [
        {
          signRequestId: 1,
          fields: [{ ...field(77, "signature"), box: { leftPt, topPt: 100, widthPt: 50, heightPt: 50 } }],
        },
      ]);

    test("is refused, naming the field", () => {
      expect(() => one(stamp, 160)).toThrow(
        expect.objectContaining({ code: "covers_annotation", detail: "77 on page 1" }),
      );
    });

    test("is accepted with the field beside the annotation, over a link, or before any signature", () => {
      expect(one(stamp, 200).fields).toHaveLength(2);
      expect(one(link, 160).fields).toHaveLength(2);
      expect(one(stamp, 160, "").isToBeCertified).toBe(true);
    });
  });

  test("changes only the fields in the form and only the extension in the catalog, as strict validators require", () => {
    const spec = {
      pages: [{}],
      catalogExtra: "/AcroForm 1002 0 R",
      objects: [...objects, "<</Fields 1003 0 R/SigFlags 1/NeedAppearances true>>", "[1000 0 R]"],
    };
    const { tail } = prepare(spec, [{ signRequestId: 1, fields: [] }]);
    expect(tail.toString("latin1")).not.toMatch(/\/SigFlags|NeedAppearances/);
    expect(tail.toString("latin1")).toContain(
      "<</Type/Catalog\n/Pages 2 0 R\n/AcroForm 1002 0 R\n/Extensions <</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>\n>>",
    );
    expect(tail.toString("latin1")).toMatch(/1003 0 obj\n\[1000 0 R \d+ 0 R \d+ 0 R\]/);
  });

  test("rejects a field on a missing page, or off its page", () => {
    expect(codeOf(() => prepare({ pages: [{}] }))).toBe("no_page");
    const box = { leftPt: 600, topPt: 20, widthPt: 90, heightPt: 25 };
    const off = [{ signRequestId: 1, fields: [{ ...field(1, "date"), box }] }];
    expect(() => prepare({ pages: [{}] }, off)).toThrow(RangeError);
  });

  test("rejects a file that changed since the caller read it", () => {
    const plan = { fileUuid: FILE_UUID, signers: [], maxPages: 9, expectedSha256: "00" };
    expect(codeOf(() => prepareDocument(fromBuffer(makePdf({ pages: [{}] })), plan))).toBe("changed_underneath");
  });
});
