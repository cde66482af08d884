import { expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { all, edit, type Change } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { OTHERS, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const drawn = (text: string): string =>
  stream(
    "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
    `BT /Helv 12 Tf 2 6 Td (${text}) Tj ET`,
  );
/** Fills a field that is merged with its widget, or has a separate one. */
const fill = (field: number, widget: number, value: string, shown = value): Change => {
  const change: Change = (revision, document) => {
    const appearance = { AP: `<</N ${pdfRef(revision.add(drawn(shown)))}>>` };
    const filled = { V: `(${value})` };
    if (field !== widget) edit(field, filled)(revision, document);
    edit(widget, field === widget ? { ...filled, ...appearance } : appearance)(revision, document);
  };
  return change;
};
const isFilled = (bytes: Buffer, change: Change): string => verify(append(bytes, change)).verdict;

/** A signed page with these annotations (from object 5 on) and fields. */
async function signedTree(fields: string, annotations: readonly number[], objects: readonly string[]): Promise<Buffer> {
  const author = await (await makeTestAuthority()).issue("Ada Lovelace");
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[${annotations.map((num) => `${num} 0 R`).join(" ")}]>>`,
    `<</Fields[${fields}]>>`,
    ...objects,
  ]);
  return signWith(base, "Sig1", author);
}

const signature = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]>>";
const widget = (entries: string): string =>
  `<</Type/Annot/Subtype/Widget/F 4/Rect[10 100 110 120]/DA(/Helv 12 Tf 0 g)${entries}>>`;

test("refuses any appearance for a widget listed by two fields when the fields are reordered", async () => {
  const tree = await signedTree(
    "5 0 R 6 0 R 8 0 R",
    [5, 7],
    [signature, "<</FT/Tx/T(Sum)/Kids[7 0 R]/V()>>", widget("/Parent 6 0 R"), "<</FT/Tx/T(Other)/Kids[7 0 R]>>"],
  );
  const reorder = edit(4, { Fields: "[5 0 R 8 0 R 6 0 R]" });
  expect(isFilled(tree, all(reorder, fill(6, 7, "100", "999")))).toBe("modified");
  expect(isFilled(tree, reorder)).toBe("modified");
  expect(isFilled(tree, edit(8, { V: "(999)" }))).toBe("modified");
  expect(isFilled(tree, fill(6, 7, "100"))).toBe("intact_later_allowed");
});

test("refuses a field whose /Parent changes its name or makes it read-only", async () => {
  const tree = await signedTree(
    "5 0 R 6 0 R",
    [5, 6],
    [signature, widget("/FT/Tx/T(Sum)/Parent 7 0 R"), "<</FT/Tx/T(Locked)/Ff 1/Kids[6 0 R]>>"],
  );
  expect(isFilled(tree, fill(6, 6, "100"))).toBe("modified");
});

test.each([
  ["lists no widget of it", 6, [5, 7], ["<</FT/Tx/T(Sum)>>", widget("/Parent 6 0 R")]],
  [
    "does not list all",
    6,
    [5, 7, 8],
    ["<</FT/Tx/T(Sum)/Kids[7 0 R]>>", widget("/Parent 6 0 R"), widget("/Parent 6 0 R")],
  ],
  [
    "lists a widget within another one",
    6,
    [5, 8],
    ["<</FT/Tx/T(Sum)/Kids[7 0 R]>>", "<</Parent 6 0 R/Kids[8 0 R]>>", widget("/Parent 7 0 R")],
  ],
] as const)(
  "refuses a value that pages show elsewhere because its field %s",
  async (_how, field, annotations, objects) => {
    const tree = await signedTree("5 0 R 6 0 R", annotations, [signature, ...objects]);
    expect(isFilled(tree, edit(field, { V: "(999)" }))).toBe("modified");
  },
);

test("refuses a font of the form that a free text annotation uses", async () => {
  const text = `<</Type/Annot/Subtype/FreeText/F 4/Rect[10 200 110 220]/DA(/Ev 12 Tf)/Contents(100)>>`;
  const add = (name: string): Change =>
    edit(4, { DR: `<</Font<</${name}<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>` });
  const tree = await signedTree("5 0 R", [5, 6], [signature, text]);
  expect(isFilled(tree, add("Ev"))).toBe("modified");
  expect(isFilled(tree, add("Other"))).toBe("intact_later_allowed");
});

test("still allows a plain field to be filled", async () => {
  const bytes = await makeSignedForm({
    widgets: [
      "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]",
      `/FT/Tx/T(Sum)/F 4/Rect[10 100 110 120]/V(1)/AP<</N ${OTHERS} 0 R>>`,
    ],
    others: [drawn("1")],
  });
  expect(isFilled(bytes, fill(6, 6, "200"))).toBe("intact_later_allowed");
});
