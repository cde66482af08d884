import { beforeAll, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { makeWorld, withDocumentTimestamp } from "@/lib/pades/verify/testing/long-term-files";
import { append, makeCompleted, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { readPages } from "@/lib/pdf/pages";
import { editDict } from "@/lib/pdf/revision";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn, only } from "@/lib/testing/representatives";
import { signElsewhere } from "@/tools/roles/sign-subject";

let author: TestSigner;
let stranger: TestSigner;

beforeAll(async () => {
  author = await (await makeTestAuthority()).issue("Ada Lovelace");
  stranger = await (await makeTestAuthority()).issue("Mallory");
});

const content = [
  "BT /F 12 Tf 20 20 Td (Pay 100 EUR) Tj ET",
  "q 60 0 0 60 20 100 cm /I Do Q",
  "0.8 0 0 rg 20 200 m 80 200 l 50 260 l f",
  "1 g 150 200 100 60 re f",
  "0 G 150 300 m 250 300 l S 150 310 100 40 re S",
].join(" ");
const picture = "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>";

/**
 * A page that shows `drawn`, signed in Sig1 at its upper right corner, behind blank ones; Sig2 is an empty field at
 * `rect`.
 */
function signedPage(drawn: string, rect: string, more: PageParts = {}): Promise<Buffer> {
  return signWith(unsignedPage(drawn, rect, more), "Sig1", author, lines("Ada"));
}

interface PageParts {
  blankPages?: number;
  /** Flags and appearance of Sig2. */
  widget?: string;
  /** The type of annotation that Sig2 is. */
  type?: string;
  /** Object 10, where there are no blank pages. */
  appearance?: string;
}

const blank = "/Type/XObject/Subtype/Form/BBox[0 0 90 40]";

function unsignedPage(
  drawn: string,
  rect: string,
  { blankPages = 0, widget = "/F 132", type = "Widget", appearance }: PageParts = {},
) {
  const blanks = Array.from({ length: blankPages }, (_page, index) => 10 + index);
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    `<</Type/Pages/Kids[${[...blanks, 3].map((num) => `${num} 0 R`).join(" ")}]/Count ${blankPages + 1}>>`,
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 7 0 R/Resources<</Font<</F 8 0 R>>/XObject<</I 9 0 R>>>>/Annots[5 0 R 6 0 R]>>",
    "<</Fields[5 0 R 6 0 R]>>",
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[190 360 290 390]>>",
    `<</Type/Annot/Subtype/${type}/FT/Sig/T(Sig2)/P 3 0 R/Rect[${rect}]${widget}>>`,
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    `${picture}\nstream\n\0\nendstream`,
    ...blanks.map(() => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>"),
    ...(appearance === undefined ? [] : [appearance]),
  ]);
}

const lines = (text: string) => ({ content: { kind: "image" as const, image: null, lines: [text] } });

test("finds the page of a signature over text behind thousands of others @exhaustive", async () => {
  const signed = await signedPage(content, "10 10 100 50", { blankPages: 2_500 });
  const report = verify(await signWith(signed, "Sig2", stranger, lines("999999 EUR")));
  expect(report.warningFindings).toMatchObject([
    { code: "later_signature_covers", params: { field: "Sig2", page: 2_501, covers: "text" } },
  ]);
});

async function covering(rect: string, drawn = content) {
  return verify(await signWith(await signedPage(drawn, rect), "Sig2", stranger, lines("999999 EUR")));
}

test.each([
  ["text", "10 10 100 50"],
  ["picture", "10 110 100 150"],
  ["drawing", "10 210 100 250"],
])("warns of a stranger's signature over a %s, with page and rectangle", async (covers, rect) => {
  const report = await covering(rect);
  const [left, bottom, right, top] = rect.split(" ").map(Number);
  expect(report.warningFindings).toContainEqual({
    code: "later_signature_covers",
    params: { field: "Sig2", page: 1, covers, left, bottom, right, top, unseenBy: ["Sig1"] },
    text: expect.stringMatching(new RegExp(`Sig1.*${covers}.*page 1 .*${rect}`)),
  });
  expect(report.warnings).toEqual(report.warningFindings.map(({ text }) => text));
  expect(report.verdict).toBe("intact_later_allowed");
});

// The number 100, drawn as lines, as thin rectangles, and as one path.
const strokes = [0, 20, 40].flatMap((x) => [
  [x + 20, 20, 0.5, 14],
  [x + 28, 20, 0.5, 14],
  [x + 20, 20, 8, 0.5],
  [x + 20, 34, 8, 0.5],
]);
const lined = strokes.map(
  ([x = 0, y = 0, w = 0, h = 0]) => `${x} ${y} m ${x + (w > 1 ? w : 0)} ${y + (h > 1 ? h : 0)} l`,
);
test.each(
  oneIn(3, [
    ["lines", lined.map((line) => `${line} S`).join(" ")],
    ["thin rectangles", strokes.map((box) => `${box.join(" ")} re f`).join(" ")],
    ["one path", `${lined.join(" ")} S`],
  ]),
)("warns of a signature over letters drawn as %s", async (_how, drawn) => {
  const report = await covering("10 10 100 50", drawn);
  expect(report.warningFindings).toMatchObject([{ code: "later_signature_covers", params: { covers: "drawing" } }]);
});

test.each(
  oneIn(3, [
    ["a dotted line", Array.from({ length: 60 }, (_, at) => `${20 + at * 2} 20 1 1 re f`).join(" ")],
    ["a frame of four lines", "10 10 m 90 10 l S 90 10 m 90 40 l S 90 40 m 10 40 l S 10 40 m 10 10 l S"],
    [
      "a cell of a ruled table",
      "0 0 m 300 0 l 0 60 m 300 60 l 0 120 m 300 120 l 5 0 m 5 120 l 105 0 m 105 120 l 205 0 m 205 120 l S",
    ],
  ]),
)("gives no warning for a signature in %s", async (_where, drawn) => {
  expect((await covering("10 10 100 50", drawn)).warningFindings).toEqual([]);
});

test("warns of a signature over the previous one", async () => {
  const report = await covering("180 350 280 380");
  expect(report.verdict).toBe("intact_later_allowed");
  expect(report.warningFindings).toMatchObject([{ code: "later_signature_covers" }]);
});

test.each(
  oneIn(2, [
    ["blank paper", "110 110 140 150"],
    ["a white ground", "160 210 240 250"],
    ["a line to sign on", "160 295 240 305"],
    ["a frame", "150 310 250 350"],
  ]),
)("gives only the notice for a signature over %s", async (_where, rect) => {
  const report = await covering(rect);
  expect(report.notices).toMatchObject([{ code: "later_signature_shown", field: "Sig2" }]);
  expect(report.warningFindings).toEqual([]);
});

test("warns that a page with more content than is read may be covered", async () => {
  const report = await covering("110 110 140 150", "0 0 m 1 1 l S ".repeat(10_000));
  expect(report.warningFindings).toContainEqual(
    expect.objectContaining({ code: "later_signature_covers", params: expect.objectContaining({ covers: "unclear" }) }),
  );
});

test("warns of an empty field that was added over text", async () => {
  const bytes = append(await signedPage(content, "110 110 140 150"), (revision, document) => {
    const page = only(readPages(document, { maxPages: 1 }));
    const form = document.load(4);
    if (form?.value.kind !== "dict") throw new Error("object 4 is not the form");
    const field = revision.add("<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/P 3 0 R/F 132/Rect[10 10 100 50]>>");
    revision.replace(3, 0, editDict(page.object, { Annots: `[5 0 R 6 0 R ${field} 0 R]` }));
    revision.replace(4, 0, editDict({ ...form, value: form.value }, { Fields: `[5 0 R 6 0 R ${field} 0 R]` }));
  });
  expect(verify(bytes).warningFindings).toMatchObject([
    { code: "later_signature_covers", params: { field: "Later", covers: "text" } },
  ]);
});

test("gives no warning for the signers of one preparation", async () => {
  const { bytes } = await makeCompleted();
  expect(verify(bytes).warningFindings.filter(({ code }) => code === "later_signature_covers")).toEqual([]);
});

test("warns of a signature that continues a number", async () => {
  const [drawn, rect] = ["BT /F 24 Tf 46 100 Td (100) Tj ET", "88 96 148 126"];
  const appearance = stream(
    "/Type/XObject/Subtype/Form/BBox[0 0 60 30]/Resources<</Font<</F 8 0 R>>>>",
    "BT /F 24 Tf 0 4 Td (0000) Tj ET",
  );
  const signed = await signedPage(drawn, rect, { widget: "/F 132/AP<</N 10 0 R>>", appearance });
  expect(verify(await signElsewhere(signed, "Sig2", stranger, [])).warningFindings).toMatchObject([
    { code: "later_signature_covers", params: { covers: "beside" } },
  ]);
});

test.each([
  ["other text", "EUR 999", ["text"]],
  ["the same text", "EUR 100", []],
])("compares a signed field that showed text with %s", async (_what, text, covers) => {
  const showing = (shown: string) =>
    stream(
      "/Type/XObject/Subtype/Form/BBox[0 0 60 30]/Resources<</Font<</F 8 0 R>>>>",
      `BT /F 14 Tf 2 4 Td (${shown}) Tj ET`,
    );
  const widget = "/F 132/AP<</N 10 0 R>>";
  const signed = await signedPage("", "20 200 80 230", { widget, appearance: showing("EUR 100") });
  const changed = await signElsewhere(signed, "Sig2", stranger, [], ({ revision }) => {
    revision.replace(10, 0, showing(text));
  });
  expect(verify(changed).warningFindings.map(({ params }) => "covers" in params && params.covers)).toEqual(covers);
});

test.each([
  [
    "letters made of lines",
    "1 w 5 5 m 5 25 l S 10 5 m 20 25 l S 50 5 m 40 25 l S 55 5 m 58 25 l S 25 5 m 35 9 l S 25 15 m 35 19 l S",
    "drawing",
  ],
  ["more than is read", `${"q Q ".repeat(11_000)}BT /F 14 Tf 2 4 Td (EUR 100) Tj ET`, "unclear"],
])("warns of a signed field that showed %s", async (_what, drawn, covers) => {
  const showing = (shown: string) =>
    stream("/Type/XObject/Subtype/Form/BBox[0 0 60 30]/Resources<</Font<</F 8 0 R>>>>", shown);
  const widget = "/F 132/AP<</N 10 0 R>>";
  const signed = await signedPage("", "20 200 80 230", { widget, appearance: showing(drawn) });
  const changed = await signElsewhere(signed, "Sig2", stranger, [], ({ revision }) => {
    revision.replace(10, 0, showing("BT /F 14 Tf 2 4 Td (EUR 999) Tj ET"));
  });
  expect(verify(changed).warningFindings).toMatchObject([{ code: "later_signature_covers", params: { covers } }]);
});

test.each(["Link", "Popup"])(
  "names a signed field of the type %s, because programs draw its appearance",
  async (type) => {
    const parts = { widget: "/F 132/AP<</N 10 0 R>>", type, appearance: stream(blank, "1 g 0 0 90 40 re f") };
    const signed = await signedPage(content, "10 10 100 50", parts);
    const { notices, warningFindings } = verify(await signElsewhere(signed, "Sig2", stranger, []));
    expect(notices).toMatchObject([{ code: "later_signature_shown", field: "Sig2", page: 1 }]);
    expect(warningFindings).toContainEqual(
      expect.objectContaining({
        code: "later_signature_covers",
        params: expect.objectContaining({ field: "Sig2", covers: "text" }),
      }),
    );
  },
);

test("gives no warning for a signature beside a word", async () => {
  const drawn = "BT /F 12 Tf 20 20 Td (Signature:) Tj ET";
  expect((await covering("76 15 146 35", drawn)).warningFindings).toEqual([]);
});

test("counts a signature with the no-view flag, because PDFium shows it", async () => {
  const signed = await signedPage(content, "10 10 100 50", { widget: "/F 32" });
  expect(verify(await signWith(signed, "Sig2", stranger, lines("999999 EUR"))).warningFindings).toContainEqual(
    expect.objectContaining({ code: "later_signature_covers" }),
  );
});

test("warns when only a document timestamp was there before", async () => {
  const stamped = await withDocumentTimestamp(makeWorld(), unsignedPage(content, "10 10 100 50"), {
    at: "2026-11-20T10:00:05Z",
  });
  expect(verify(await signWith(stamped, "Sig2", stranger, lines("999999 EUR"))).warningFindings).toMatchObject([
    { code: "later_signature_covers", params: { covers: "text" } },
  ]);
});

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
async function filled(
  drawn: string,
  rect: string,
  value: string,
  { was = "", written = `(${value})`, type = "Widget" } = {},
) {
  const base = pdfOf([
    ...pageWith(drawn, [9]),
    `<</Type/Annot/Subtype/${type}/FT/Tx/T(Note)/F 4/P 3 0 R/V(${was})/DA(/F 12 Tf 0 g)/Rect[${rect}]>>`,
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
  ["covers text", at(40, "Amount: EUR 100"), "100 300 250 320", "text"],
  ["covers a picture", "q 300 0 0 400 0 0 cm /I Do Q", "100 300 250 320", "picture"],
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

test.each(
  oneIn(3, [
    ["its label to the left", at(40, "Amount in EUR:"), "125 300 275 320", "100"],
    ["a currency to the left", at(66, "EUR"), "93 300 243 320", "100"],
    ["a line of underscores", at(90, "______________"), "90 300 240 320", "100"],
    ["text above and below", "BT /F 12 Tf 90 286 Td (100) Tj 0 36 Td (200) Tj ET", "90 297 240 317", "100"],
    ["a grey ground and a frame", "0.9 g 90 300 150 20 re f 0 G 90 300 150 20 re S", "90 300 240 320", "100"],
  ]),
)("names only the place of a field filled with %s", async (_where, drawn, rect, value) => {
  const report = await filled(drawn, rect, value);
  const [left, bottom, right, top] = rect.split(" ").map(Number);
  expect(report.verdict).toBe("intact_later_allowed");
  expect(report.warningFindings).toMatchObject([
    { code: "field_filled_since", params: { field: "Note", page: 1, left, bottom, right, top, unseenBy: ["Sig1"] } },
  ]);
});

// Four programs draw them differently, and some do not take them for fields.
test.each(["Link", "Popup", "FreeText", "Stamp"])("counts a filled field of the type %s as modified", async (type) => {
  const report = await filled("", "90 300 240 320", "100", { type });
  expect(report.signatures).toMatchObject([
    { verdict: "modified", decidedBy: { code: "form_field_appearance_unclear", params: { field: "Note" } } },
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
