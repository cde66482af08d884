import { expect, test } from "vitest";
import { fromBuffer } from "@/lib/pdf/byte-source";
import { formPdf, OTHERS, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { readFormFields } from "./read-form-fields";

const read = (bytes: Buffer, most = 100) => readFormFields(fromBuffer(bytes), most);
const mark = stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "");
const states = (on: string) => `/AP<</N<</${on} ${OTHERS} 0 R/Off ${OTHERS} 0 R>>>>`;

test("names kind, label, options, length and format of each field that can be filled", () => {
  const { fields, skipped } = read(
    formPdf({
      widgets: [
        "/FT/Tx/T(town)/TU(Town of birth)/MaxLen 40/Ff 2/Rect[10 10 110 30]/F 4",
        "/FT/Tx/T(notes)/Ff 4096/Rect[10 40 110 90]/F 4",
        '/FT/Tx/T(amount)/Rect[10 100 110 120]/F 4/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2, 0, 0, 0, "", true\\);)>>>>',
        '/FT/Tx/T(born)/Rect[10 130 110 150]/F 4/AA<</F<</S/JavaScript/JS(AFDate_FormatEx\\("dd.mm.yyyy"\\);)>>>>',
        "/FT/Ch/T(colour)/Ff 131072/Opt[[(r)(Red)](Blue)[(r2)(Red)]]/Rect[10 160 110 180]/F 4",
        `/FT/Btn/T(agreed)/AS/Off/Rect[120 10 140 30]/F 4${states("Yes")}`,
        `/FT/Btn/Ff 32768/T(pet)/AS/Off/Rect[120 40 140 60]/F 4${states("Cat")}`,
        `/FT/Btn/Ff 32768/T(pet2)/AS/1/Opt[(Dog)(Bird)]/Rect[120 70 140 90]/F 4${states("1")}`,
        "/FT/Sig/T(sig)/Rect[120 100 190 140]/F 4",
        "/FT/Tx/T(filled)/V(Lisbon)/Rect[120 150 190 170]/F 4",
        // Not for a person to fill.
        "/FT/Btn/Ff 65536/T(print)/Rect[10 10 20 20]/F 4",
        "/FT/Tx/T(fixed)/Ff 1/Rect[10 10 30 30]/F 4",
        "/FT/Tx/T(hidden)/Rect[10 10 30 30]/F 2",
        "/FT/Tx/T(flat)/Rect[10 10 10 30]/F 4",
        "/FT/Tx/T(outside)/Rect[-100 10 -20 30]/F 4",
      ],
      others: [mark],
    }),
  );
  expect(skipped).toBe(5);
  expect(fields.map(({ page: _page, box: _box, ...field }) => field)).toEqual([
    {
      kind: "text",
      isMultiline: false,
      maxLength: 40,
      format: null,
      name: "town",
      label: "Town of birth",
      isRequired: true,
      isFilled: false,
    },
    {
      kind: "text",
      isMultiline: true,
      maxLength: null,
      format: null,
      name: "notes",
      label: "notes",
      isRequired: false,
      isFilled: false,
    },
    {
      kind: "text",
      isMultiline: false,
      maxLength: null,
      format: { kind: "number", decimals: 2 },
      name: "amount",
      label: "amount",
      isRequired: false,
      isFilled: false,
    },
    {
      kind: "text",
      isMultiline: false,
      maxLength: null,
      format: { kind: "date" },
      name: "born",
      label: "born",
      isRequired: false,
      isFilled: false,
    },
    { kind: "choice", options: ["Red", "Blue"], name: "colour", label: "colour", isRequired: false, isFilled: false },
    { kind: "checkbox", name: "agreed", label: "agreed", isRequired: false, isFilled: false },
    { kind: "radio", answer: "Cat", name: "pet", label: "pet", isRequired: false, isFilled: false },
    { kind: "radio", answer: "Bird", name: "pet2", label: "pet2", isRequired: false, isFilled: true },
    { kind: "signature", name: "sig", label: "sig", isRequired: false, isFilled: false },
    {
      kind: "text",
      isMultiline: false,
      maxLength: null,
      format: null,
      name: "filled",
      label: "filled",
      isRequired: false,
      isFilled: true,
    },
  ]);
});

test("takes type, options and the parts of a name from the parents of a widget", () => {
  const bytes = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[6 0 R]>>",
    "<</T(person)/Kids[5 0 R]>>",
    "<</T(country)/FT/Ch/Ff 131072/Opt[(PT)(NO)]/Parent 4 0 R/Kids[6 0 R]>>",
    "<</Type/Annot/Subtype/Widget/Parent 5 0 R/Rect[10 20 60 40]/F 4>>",
  ]);
  expect(read(bytes).fields).toEqual([
    {
      kind: "choice",
      options: ["PT", "NO"],
      page: 1,
      box: { leftPt: 10, topPt: 160, widthPt: 50, heightPt: 20 },
      name: "person.country",
      label: "country",
      isRequired: false,
      isFilled: false,
    },
  ]);
});

test.each([
  [0, { leftPt: 20, topPt: 240, widthPt: 60, heightPt: 40 }],
  [90, { leftPt: 20, topPt: 20, widthPt: 40, heightPt: 60 }],
  [180, { leftPt: 120, topPt: 20, widthPt: 60, heightPt: 40 }],
  [270, { leftPt: 240, topPt: 120, widthPt: 40, heightPt: 60 }],
])("places a field on a cropped page turned by %i degrees as a reader sees it, two points to a unit", (rotate, box) => {
  const bytes = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/CropBox[10 20 110 170]/UserUnit 2/Rotate ${rotate}/Annots[4 0 R]>>`,
    // Ten units from the left and the bottom of the crop box, 30 by 20 units.
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[50 50 20 30]/F 4>>",
  ]);
  expect(read(bytes).fields[0]?.box).toEqual(box);
});

test("stops at the most that is asked for, and counts the rest", () => {
  const widgets = Array.from({ length: 12 }, (_, index) => `/FT/Tx/T(f${index})/Rect[10 10 60 30]/F 4`);
  const { fields, skipped } = read(formPdf({ widgets }), 10);
  expect([fields.length, skipped]).toEqual([10, 2]);
});
