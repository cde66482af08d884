import { beforeAll, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { append, makeCompleted, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { readPages } from "@/lib/pdf/pages";
import { editDict } from "@/lib/pdf/revision";
import { pdfOf } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { present } from "@/lib/testing/representatives";

let stranger: TestSigner;
let signed: Buffer;

beforeAll(async () => {
  stranger = await (await makeTestAuthority()).issue("Mallory");
  const base = makePdf({
    pages: [{}, { extra: "/Annots[1001 0 R]" }],
    catalogExtra: "/AcroForm 1000 0 R",
    objects: [
      "<</Fields[1001 0 R]/SigFlags 3>>",
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 5 0 R/Rect[10 10 110 60]>>",
    ],
  });
  signed = await signWith(base, "Sig1", await (await makeTestAuthority()).issue("Ada Lovelace"));
});

/** A signature field added on a page (from 0) by an incremental update. */
function withField(bytes: Buffer, pageIndex: number, entries: string): Buffer {
  return append(bytes, (revision, document) => {
    const page = present(readPages(document, { maxPages: 10 })[pageIndex]);
    const form = document.load(1000);
    if (form?.value.kind !== "dict") throw new Error("object 1000 is not the form");
    const field = revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/P ${page.object.num} 0 R${entries}>>`);
    const kept = pageIndex === 1 ? "1001 0 R " : "";
    revision.replace(page.object.num, 0, editDict(page.object, { Annots: `[${kept}${field} 0 R]` }));
    revision.replace(1000, 0, editDict({ ...form, value: form.value }, { Fields: `[1001 0 R ${field} 0 R]` }));
  });
}

const shown = "/F 132/Rect[50 300 250 420]";
const lines = { content: { kind: "image" as const, image: null, lines: ["999999 EUR"] } };

test.each([0, 1])(
  "names page %i, rectangle, signer and the earlier signature that does not cover it, for a later visible signature",
  async (pageIndex) => {
    const bytes = await signWith(withField(signed, pageIndex, shown), "Later", stranger, lines);
    const report = verify(bytes);
    expect(report.notices).toEqual([
      {
        code: "later_signature_shown",
        field: "Later",
        signer: expect.stringContaining("CN=Mallory"),
        page: pageIndex + 1,
        rect: [50, 300, 250, 420],
        unseenBy: ["Sig1"],
      },
    ]);
  },
);

test("names a visible empty field that was added later, without a signer", () => {
  expect(verify(withField(signed, 0, shown)).notices).toMatchObject([
    { code: "later_signature_shown", field: "Later", signer: null, page: 1 },
  ]);
});

test.each([
  ["an invisible one", "/F 132/Rect[0 0 0 0]"],
  ["a hidden one", "/F 2/Rect[50 300 250 420]"],
  ["one beside the page", "/F 132/Rect[5000 300 5200 420]"],
])("gives no notice for %s", async (_what, entries) => {
  expect(verify(await signWith(withField(signed, 0, entries), "Later", stranger)).notices).toEqual([]);
});

test.each([
  ["without area", "/F 132/Rect[0 0 0 0]/TU(The rent is 999999 EUR)"],
  ["hidden", "/F 2/Rect[50 300 250 420]/Contents(The rent is 999999 EUR)"],
  ["beside the page", "/F 132/Rect[5000 300 5200 420]/TU(The rent is 999999 EUR)"],
])("reports a label read aloud for an invisible field as a modification: one %s", async (_where, entries) => {
  const bytes = await signWith(withField(signed, 0, entries), "Later", stranger);
  expect(verify(bytes).signatures[0]).toMatchObject({
    verdict: "modified",
    decidedBy: { code: "added_field_with_content" },
  });
});

test("permits the label of a visible field", async () => {
  const bytes = await signWith(withField(signed, 0, `${shown}/TU(Signature of Mallory)`), "Later", stranger, lines);
  expect(verify(bytes)).toMatchObject({ verdict: "intact_later_allowed", notices: [{ field: "Later" }] });
});

test("reports no field that was prepared before the first signature", async () => {
  const { bytes } = await makeCompleted();
  expect(verify(bytes).notices).toEqual([]);
});

test("reports an existing field that another person signed after an earlier signer", async () => {
  const empty = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Other)/F 132/P 3 0 R/Rect[0 70 300 400]>>";
  const first = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[10 10 110 60]>>";
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R 6 0 R]>>",
    "<</Fields[5 0 R 6 0 R]>>",
    first,
    empty,
  ]);
  const one = await signWith(base, "Sig1", stranger);
  expect(verify(one).notices).toEqual([]);
  const two = await signWith(one, "Other", stranger, lines);
  expect(verify(two).notices).toMatchObject([
    { code: "later_signature_shown", field: "Other", page: 1, rect: [0, 70, 300, 400], unseenBy: ["Sig1"] },
  ]);
});

test.each(["[0 0 100 50-9]", "[0 0 20 20 300 400]"])(
  "counts a field as visible where programs differ about the crop box %s",
  async (crop) => {
    const base = makePdf({
      pages: [{ extra: `/CropBox${crop}` }, { extra: "/Annots[1001 0 R]" }],
      catalogExtra: "/AcroForm 1000 0 R",
      objects: [
        "<</Fields[1001 0 R]/SigFlags 3>>",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 5 0 R/Rect[10 10 110 60]>>",
      ],
    });
    const bytes = await signWith(base, "Sig1", stranger);
    expect(verify(withField(bytes, 0, "/F 132/Rect[150 300 250 420]")).notices).toMatchObject([
      { code: "later_signature_shown", field: "Later", page: 1 },
    ]);
  },
);
