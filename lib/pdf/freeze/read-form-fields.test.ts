import { expect, test } from "vitest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { formPdf, OTHERS, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { mostFormFields, readFormFields } from "./read-form-fields";

const read = (bytes: Buffer) => readFormFields(fromBuffer(bytes));
const mark = stream("/Type/XObject/Subtype/Form/BBox[0 0 20 20]", "");
const states = (on: string) => `/AP<</N<</${on} ${OTHERS} 0 R/Off ${OTHERS} 0 R>>>>`;

test("reads kind, label, options, length and format of each fillable field", () => {
  const { fields, skipped } = read(
    formPdf({
      widgets: [
        "/FT/Tx/T(town)/TU(Town of birth)/MaxLen 40/Ff 2/Rect[10 10 110 30]/F 4",
        "/FT/Tx/T(notes)/Ff 4096/Rect[10 40 110 90]/F 4",
        '/FT/Tx/T(amount)/Rect[10 100 110 120]/F 4/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2, 0, 0, 0, "", true\\);)>>>>',
        '/FT/Tx/T(born)/Rect[10 130 110 150]/F 4/AA<</F<</S/JavaScript/JS(AFDate_FormatEx\\("dd.mm.yyyy"\\);)>>>>',
        "/FT/Ch/T(colour)/Ff 131072/Opt[[(r)(Red)](Blue)[(r2)(Red)]]/Rect[10 160 110 180]/F 4",
        // An editable combo box, and a list box, which has no editable part whatever its flags say.
        "/FT/Ch/T(job)/Ff 393216/Opt[(Baker)(Pilot)]/V(Clown)/Rect[10 160 110 180]/F 4",
        "/FT/Ch/T(list)/Ff 262144/Opt[(a)(b)]/Rect[10 160 110 180]/F 4",
        `/FT/Btn/T(agreed)/AS/Off/Rect[120 10 140 30]/F 4${states("Yes")}`,
        `/FT/Btn/Ff 32768/T(pet)/AS/Off/Rect[120 40 140 60]/F 4${states("Cat")}`,
        `/FT/Btn/Ff 32768/T(pet2)/AS/1/Opt[(Dog)(Bird)]/Rect[120 70 140 90]/F 4${states("1")}`,
        "/FT/Sig/T(sig)/Rect[120 100 190 140]/F 4",
        "/FT/Tx/T(filled)/V(Lisbon)/Rect[120 150 190 170]/F 4",
        // Not to be filled by a person.
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
      value: null,
    },
    {
      kind: "text",
      isMultiline: true,
      maxLength: null,
      format: null,
      name: "notes",
      label: "notes",
      isRequired: false,
      value: null,
    },
    {
      kind: "text",
      isMultiline: false,
      maxLength: null,
      format: { kind: "number", decimals: 2, mark: ".", sign: "", isSignBefore: true },
      name: "amount",
      label: "amount",
      isRequired: false,
      value: null,
    },
    {
      kind: "text",
      isMultiline: false,
      maxLength: null,
      format: { kind: "date", dateFormat: "DD.MM.YYYY" },
      name: "born",
      label: "born",
      isRequired: false,
      value: null,
    },
    {
      kind: "choice",
      options: ["Red", "Blue"],
      isOpen: false,
      name: "colour",
      label: "colour",
      isRequired: false,
      value: null,
    },
    {
      kind: "choice",
      options: ["Baker", "Pilot"],
      isOpen: true,
      name: "job",
      label: "job",
      isRequired: false,
      value: "Clown",
    },
    { kind: "choice", options: ["a", "b"], isOpen: false, name: "list", label: "list", isRequired: false, value: null },
    { kind: "checkbox", answer: "Yes", name: "agreed", label: "agreed", isRequired: false, value: null },
    { kind: "radio", answer: "Cat", name: "pet", label: "pet", isRequired: false, value: null },
    { kind: "radio", answer: "Bird", name: "pet2", label: "pet2", isRequired: false, value: "true" },
    { kind: "signature", name: "sig", label: "sig", isRequired: false, value: null },
    {
      kind: "text",
      isMultiline: false,
      maxLength: null,
      format: null,
      name: "filled",
      label: "filled",
      isRequired: false,
      value: "Lisbon",
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
      isOpen: false,
      page: 1,
      box: { leftPt: 10, topPt: 160, widthPt: 50, heightPt: 20 },
      name: "person.country",
      label: "country",
      isRequired: false,
      value: null,
    },
  ]);
});

test.each([
  [0, { leftPt: 20, topPt: 240, widthPt: 60, heightPt: 40 }],
  [90, { leftPt: 20, topPt: 20, widthPt: 40, heightPt: 60 }],
  [180, { leftPt: 120, topPt: 20, widthPt: 60, heightPt: 40 }],
  [270, { leftPt: 240, topPt: 120, widthPt: 40, heightPt: 60 }],
])(
  "places a field on a cropped page rotated by %i degrees as a reader sees it, at two points per unit",
  (rotate, box) => {
    const bytes = pdfOf([
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/CropBox[10 20 110 170]/UserUnit 2/Rotate ${rotate}/Annots[4 0 R]>>`,
      // Ten units from the left and bottom edges of the crop box, 30 by 20 units.
      "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[50 50 20 30]/F 4>>",
    ]);
    expect(read(bytes).fields[0]?.box).toEqual(box);
  },
);

test("gives values as people read them, and omits those that none of our fields can have", () => {
  const { fields, skipped } = read(
    formPdf({
      widgets: [
        "/FT/Ch/T(country)/Ff 131072/V(PT)/Opt[[(PT)(Portugal)][(NO)(Norway)]]/Rect[10 10 60 30]/F 4",
        "/FT/Ch/T(one)/V[(b)]/Opt[(a)(b)]/Rect[10 10 60 30]/F 4",
        `/FT/Btn/T(agreed)/V/Yes/AS/Yes/Rect[10 10 30 30]/F 4${states("Yes")}`,
        "/FT/Tx/T(blank)/V(  )/Rect[10 10 60 30]/F 4",
        // Kept as they look.
        "/FT/Ch/T(several)/V[(a)(b)]/Opt[(a)(b)]/Rect[10 10 60 30]/F 4",
        `/FT/Tx/T(long)/V(${"x".repeat(1001)})/Rect[10 10 60 30]/F 4`,
        "/FT/Tx/T(pin)/Ff 8192/V(1234)/Rect[10 10 60 30]/F 4",
      ],
      others: [mark],
    }),
  );
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ["country", "Portugal"],
    ["one", "b"],
    ["agreed", "true"],
    ["blank", null],
  ]);
  expect(skipped).toBe(3);
});

test("reads checkboxes with one name and different ticked states as one choice", () => {
  const box = (name: string, on: string) => `/FT/Btn/T(${name})/AS/Off/Rect[10 10 30 30]/F 4${states(on)}`;
  const { fields } = read(
    formPdf({ widgets: [box("sex", "F"), box("sex", "M"), box("agree", "Yes"), box("agree", "Yes")], others: [mark] }),
  );
  expect(fields.map((field) => [field.kind, "answer" in field && field.answer])).toEqual([
    ["radio", "F"],
    ["radio", "M"],
    ["checkbox", "Yes"],
    ["checkbox", "Yes"],
  ]);
});

test("stops at the limit of fields and counts the rest", () => {
  const widgets = Array.from({ length: mostFormFields + 2 }, (_, index) => `/FT/Tx/T(f${index})/Rect[10 10 60 30]/F 4`);
  const { fields, skipped } = read(formPdf({ widgets }));
  expect([fields.length, skipped]).toEqual([mostFormFields, 2]);
});

test("reads the decimal mark of a number from its format's style", () => {
  const widget = (style: number) =>
    `/FT/Tx/T(n${style})/Rect[10 10 110 30]/F 4/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2, ${style}, 0, 0, "", true\\);)>>>>`;
  const { fields } = read(formPdf({ widgets: [0, 1, 2, 3, 4].map(widget) }));
  expect(
    fields.map((field) => (field.kind === "text" && field.format?.kind === "number" ? field.format.mark : null)),
  ).toEqual([".", ".", ",", ",", "."]);
});

test.each([
  ['"$", true', "$", true],
  ["'R$ ', true", "R$ ", true],
  ['" \\\\u20ac", false', " €", false],
  ['"\\\\xa3", true', "£", true],
  ['"a\\\\"b", false', 'a"b', false],
  ['"$", true + alert(1)', "", true],
])("reads the currency of a number from the arguments %s, which are never run", (given, sign, isSignBefore) => {
  const script = `AFNumber_Format(2, 0, 0, 0, ${given});`.replaceAll(/[()]/g, "\\$&");
  const { fields } = read(
    formPdf({ widgets: [`/FT/Tx/T(rent)/Rect[10 10 110 30]/F 4/AA<</F<</S/JavaScript/JS(${script})>>>>`] }),
  );
  expect(fields).toMatchObject([{ kind: "text", format: { kind: "number", decimals: 2, sign, isSignBefore } }]);
});

test("keeps a list whole or skips it, and cleans its options like its value", () => {
  const list = (name: string, count: number) =>
    `/FT/Ch/T(${name})/Ff 131072/Opt[${Array.from({ length: count }, (_, index) => `(Country\\t${index})`).join("")}]/Rect[10 10 110 30]/F 4/V(Country\\t7)`;
  const { fields, skipped } = read(formPdf({ widgets: [list("countries", 249), list("towns", 501)] }));
  expect(skipped).toBe(1);
  expect(fields).toMatchObject([{ kind: "choice", name: "countries", value: "Country 7" }]);
  const [countries] = fields;
  expect(countries?.kind === "choice" && countries.options.slice(-1)).toEqual(["Country 248"]);
});
