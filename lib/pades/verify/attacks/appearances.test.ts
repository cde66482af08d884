import { describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { finding } from "@/lib/pades/verify/report/findings";
import { all, edit, replace, type Change } from "@/lib/pades/verify/testing/edit-object";
import { append, codesOf, makeSignedForm, signWith, verify, type Codes } from "@/lib/pades/verify/testing/signed-files";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { OTHERS, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn } from "@/lib/testing/representatives";

const field = 6;
const rect = "/F 4/Rect[10 100 110 120]";
const box = "/Type/XObject/Subtype/Form/BBox[0 0 100 20]";
const helvetica =
  "/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>";
const signature = "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]";

const written = (text: string, before = ""): string =>
  stream(`${box}${helvetica}`, `${before}/Tx BMC q 2 2 96 16 re W n BT /Helv 12 Tf 0 g 2 6 Td (${text}) Tj ET Q EMC`);

interface Form {
  /** Entries of the field named Sum. */
  entries: string;
  form?: string;
  lock?: string;
  others?: readonly string[];
}

const makeForm = ({ entries, lock = "", others = [], form = "" }: Form): Promise<Buffer> =>
  makeSignedForm({
    form,
    widgets: [`${signature}${lock}`, `/T(Sum)${rect}${entries}`],
    others: [written("100"), ...others],
  });
const textField = `/FT/Tx/V(100)/AP<</N ${OTHERS} 0 R>>`;

function fillWith(value: string, appearance: string, more: Record<string, string | null> = {}): Change {
  return (revision, document) =>
    edit(field, { V: value, AP: `<</N ${pdfRef(revision.add(appearance))}>>`, ...more })(revision, document);
}

function after(bytes: Buffer, change: Change): Codes {
  return codesOf(verify(append(bytes, change)));
}

const sound = "intact_later_allowed";
const p1 = "/Lock<</Action/Include/Fields[(Other)]/P 1>>";

describe("rejects an appearance that shows 999999 for the value 100", () => {
  const redraw = replace(OTHERS, written("999999"));
  test.each(["", p1, "/Lock<</Action/Include/Fields[(Other)]/P 2>>", "/Lock<</Action/All>>"])(
    "when it is redrawn in place, under %j",
    async (lock) => {
      expect(after(await makeForm({ entries: textField, lock }), redraw).verdict).toBe("modified");
    },
  );

  test.each(["", p1])("when the field references another one, under %j", async (lock) => {
    const lead: Change = (revision, document) =>
      edit(field, { AP: `<</N ${pdfRef(revision.add(written("999999")))}>>` })(revision, document);
    expect(after(await makeForm({ entries: textField, lock }), lead)).toMatchObject({
      verdict: "modified",
      decidedBy: finding("form_field_appearance_changed", { field: "Sum" }),
    });
  });

  test("when the value is rewritten unchanged", async () => {
    expect(after(await makeForm({ entries: textField }), fillWith("<313030>", written("999999"))).verdict).toBe(
      "modified",
    );
  });

  test("when the value changes to a third one", async () => {
    expect(after(await makeForm({ entries: textField }), fillWith("(200)", written("999999"))).verdict).toBe(
      "modified",
    );
  });
});

describe("a text field may be filled in", () => {
  test("with an appearance that shows its value", async () => {
    expect(after(await makeForm({ entries: textField }), fillWith("(200 EUR)", written("200 EUR")))).toEqual({
      verdict: sound,
      decidedBy: finding("only_permitted_changes"),
      changes: [finding("field_filled", { field: "Sum" })],
    });
  });

  test.each<[string, Change]>(
    oneIn(2, [
      ["redrawn in the same object", all(replace(OTHERS, written("200")), edit(field, { V: "(200)" }))],
      [
        "in two lines",
        fillWith(
          "(one\\rtwo)",
          stream(`${box}${helvetica}`, "BT /Helv 9 Tf 0 g 1 0 0 1 2 11 Tm 10 TL (one) Tj T* (two) Tj ET"),
        ),
      ],
      [
        "with letters moved apart",
        fillWith("(AV)", stream(`${box}${helvetica}`, "BT /Helv 12 Tf 0 g 2 6 Td [(A) 120 (V)] TJ ET")),
      ],
      ["with a character beyond ASCII", fillWith("(Z\\374rich)", written("Z\\374rich"))],
      [
        "in the encoding that Acrobat writes",
        fillWith(
          "(Z\\374rich's)",
          stream(
            `${box}/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[39/quotesingle 96/grave 252/udieresis]>>>>>>>>`,
            "BT /Helv 12 Tf 2 6 Td (Z\\374rich's) Tj ET",
          ),
        ),
      ],
      ["emptied", fillWith("()", stream(`${box}${helvetica}`, "/Tx BMC EMC"))],
    ]),
  )("%s", async (_how, change) => {
    expect(after(await makeForm({ entries: textField }), change).verdict).toBe(sound);
  });

  const framed = "1 1 0.8 rg 0 0 100 20 re f 0 0 1 RG 1 w 0.5 0.5 99 19 re S ";
  test.each([
    [
      "by its characteristics, from which programs drew it",
      { entries: `${textField}/MK<</BG[1 1 0.8]/BC[0 0 1]>>`, form: "/NeedAppearances true" },
    ],
    [
      "in its signed appearance",
      { entries: `/FT/Tx/V(100)/AP<</N ${OTHERS + 1} 0 R>>`, others: [written("100", framed)] },
    ],
  ])("with its previous background and border %s", async (_how, parts) => {
    const bytes = await makeForm(parts);
    expect(after(bytes, fillWith("(200)", written("200", framed))).verdict).toBe(sound);
    expect(after(bytes, fillWith("()", stream(`${box}${helvetica}`, framed))).verdict).toBe(sound);
    expect(after(bytes, fillWith("(200)", written("200", framed.replace("1 1 0.8 rg", "0 1 0 rg")))).verdict).toBe(
      "modified",
    );
    expect(after(bytes, fillWith("()", stream(`${box}${helvetica}`, framed.replace("0 0 1 RG", "0 G")))).verdict).toBe(
      "modified",
    );
  });

  test.each([
    ["it had no appearance", "/FT/Tx"],
    ["its appearance was transparent", textField],
  ])(
    "but not with a background named by its characteristics when %s: it would cover the page",
    async (_what, entries) => {
      const bytes = await makeForm({ entries: `${entries}/MK<</BG[1 1 0.8]>>` });
      expect(after(bytes, fillWith("(200)", written("200"))).verdict).toBe(sound);
      expect(after(bytes, fillWith("(200)", written("200", "1 1 0.8 rg 0 0 100 20 re f "))).verdict).toBe("modified");
    },
  );

  test("without any appearance when it never had one", async () => {
    expect(after(await makeForm({ entries: "/FT/Tx" }), edit(field, { V: "(200)" })).verdict).toBe(sound);
  });

  test("with a signed, unchanged font, and not with a font of its own", async () => {
    const lying =
      "<</Type/Font/Subtype/TrueType/BaseFont/Own/Encoding/WinAnsiEncoding/FirstChar 48/LastChar 57/Widths[556 556 556 556 556 556 556 556 556 556]>>";
    const drawn = stream(`${box}/Resources<</Font<</F ${OTHERS + 1} 0 R>>>>`, "BT /F 12 Tf 2 6 Td (200) Tj ET");
    expect(after(await makeForm({ entries: textField, others: [lying] }), fillWith("(200)", drawn)).verdict).toBe(
      sound,
    );
    const own = stream(`${box}/Resources<</Font<</F ${lying}>>>>`, "BT /F 12 Tf 2 6 Td (200) Tj ET");
    expect(after(await makeForm({ entries: textField, others: [lying] }), fillWith("(200)", own)).verdict).toBe(
      "modified",
    );
  });
});

test.each([
  ["is a subset, which may lack letters", "/BaseFont/ABCDEF+Own"],
  ["has signs for letters by its name", "/BaseFont/Symbol"],
  ["has signs for letters by its flags", "/BaseFont/Own/FontDescriptor<</Type/FontDescriptor/FontName/Own/Flags 4>>"],
])("rejects a text field whose signed font %s", async (_how, entries) => {
  const font = `<</Type/Font/Subtype/TrueType/Encoding/WinAnsiEncoding${entries}>>`;
  const drawn = stream(`${box}/Resources<</Font<</F ${OTHERS + 1} 0 R>>>>`, "BT /F 12 Tf 2 6 Td (200) Tj ET");
  expect(after(await makeForm({ entries: textField, others: [font] }), fillWith("(200)", drawn)).verdict).toBe(
    "modified",
  );
});

test("rejects a value in an embedded font, whose outlines may show other letters", async () => {
  const descriptor = (more: string): string => `<</Type/FontDescriptor/FontName/Own/Flags 32${more}>>`;
  const font = `<</Type/Font/Subtype/TrueType/BaseFont/Own/FirstChar 48/Widths[556 556 556]/Encoding/WinAnsiEncoding/FontDescriptor ${OTHERS + 2} 0 R>>`;
  const filledIn = async (more: string) => {
    const others = [font, descriptor(more), stream("", "a program that draws 9 for 2")];
    const fill = fillWith(
      "(200)",
      stream(`${box}/Resources<</Font<</F ${OTHERS + 1} 0 R>>>>`, "BT /F 12 Tf 2 6 Td (200) Tj ET"),
    );
    return after(await makeForm({ entries: textField, others }), fill).verdict;
  };
  expect(await filledIn("")).toBe(sound);
  for (const key of ["FontFile", "FontFile2", "FontFile3"])
    expect(await filledIn(`/${key} ${OTHERS + 3} 0 R`)).toBe("modified");
});

test("rejects a filled field without the background of its signed appearance, which may hide the page", async () => {
  const grounded = (text: string): string =>
    stream(`${box}${helvetica}`, `1 g 0 0 100 20 re f BT /Helv 12 Tf 0 g 2 6 Td (${text}) Tj ET`);
  const bare = (text: string): string => stream(`${box}${helvetica}`, `BT /Helv 12 Tf 0 g 2 6 Td (${text}) Tj ET`);
  const entries = `/FT/Tx/V(100)/AP<</N ${OTHERS + 1} 0 R>>`;
  const bytes = await makeForm({ entries, others: [grounded("100")] });
  expect(after(bytes, fillWith("(200)", grounded("200"))).verdict).toBe(sound);
  expect(after(bytes, fillWith("(200)", bare("200"))).verdict).toBe("modified");
  expect(after(bytes, fillWith("()", stream(`${box}${helvetica}`, ""))).verdict).toBe("modified");
  const elsewhere = (operators: string): Change => fillWith("()", stream(`${box}${helvetica}`, operators));
  expect(after(bytes, elsewhere("1 g 400 0 100 20 re f")).verdict).toBe("modified");
  expect(after(bytes, elsewhere("1 g 50 0 100 20 re f")).verdict).toBe("modified");
  expect(after(bytes, elsewhere("1 0 0 1 60 0 cm 1 g 0 0 100 20 re f")).verdict).toBe("modified");
  expect(after(bytes, elsewhere("0 0 50 20 re W n 1 g 0 0 100 20 re f")).verdict).toBe("modified");
  expect(after(bytes, elsewhere("1 g 0.5 0.5 99 19 re f")).verdict).toBe(sound);
});

test("rejects the field's own border when it is drawn through the text", async () => {
  const framed = (text: string, bottom: number): string =>
    stream(`${box}${helvetica}`, `1 0 0 RG 0 ${bottom} 100 20 re S BT /Helv 12 Tf 0 g 2 6 Td (${text}) Tj ET`);
  const entries = `/FT/Tx/V(100)/AP<</N ${OTHERS + 1} 0 R>>`;
  const bytes = await makeForm({ entries, others: [framed("100", 0)] });
  expect(after(bytes, fillWith("(200)", framed("200", 0))).verdict).toBe(sound);
  expect(after(bytes, fillWith("(200)", framed("200", 10))).verdict).toBe("modified");
  const thick = framed("200", 0).replace("0 0 100 20 re", "0.1 w 100 0 0 100 0 0 cm 0 0 1 0.2 re");
  expect(after(bytes, fillWith("(200)", thick)).verdict).toBe("modified");
});

describe("a text field is modified when the appearance that came with its value", () => {
  const text = (operators: string): string => stream(`${box}${helvetica}`, operators);
  const shown = "BT /Helv 12 Tf 0 g 2 6 Td (200) Tj ET";
  const hexOf = (operators: string): string => `${Buffer.from(operators.slice(0, -1)).toString("hex")}>`;
  test.each(
    oneIn(3, [
      ["is missing, though there was one", null],
      ["lays a ground over what the page shows there", text(`1 1 0.8 rg 0 0 100 20 re f 0 g ${shown}`)],
      ["has a frame that the field did not have", text(`0 0 100 20 re S ${shown}`)],
      ["draws a picture", text(`${shown} /Im Do`)],
      ["draws outlines", text(`${shown} 0 0 m 9 9 l 9 0 l f`)],
      ["covers its text", text(`${shown} 1 g 0 0 100 20 re f`)],
      ["writes in white", text(shown.replace("0 g", "1 g"))],
      ["writes on a ground of the same colour", text(`0 g 0 0 100 20 re f ${shown}`)],
      ["writes invisibly", text(shown.replace("0 g", "3 Tr"))],
      ["writes too small to be seen", text(shown.replace("12 Tf", "0.1 Tf"))],
      ["writes outside of its box", text(shown.replace("2 6 Td", "2 60 Td"))],
      ["moves the rest of its text out of the box", text("BT /Helv 12 Tf 2 6 Td [(2) -5000 -5000 (00)] TJ ET")],
      ["spaces the rest of its text out of the box", text("BT /Helv 12 Tf 60 Tc 2 6 Td (200) Tj ET")],
      [
        "writes one letter over another, behind a space between words",
        text("BT /Helv 12 Tf -8 Tc 0 Tw 2 6 Td (200) Tj ET"),
      ],
      ["writes backwards", text("BT /Helv 12 Tf 1 0 0 1 40 6 Tm (2) Tj 1 0 0 1 20 6 Tm (00) Tj ET")],
      ["writes one text over another", text("BT /Helv 12 Tf 1 0 0 1 2 6 Tm (2) Tj 1 0 0 1 2 6 Tm (00) Tj ET")],
      ["cuts its text off", text(`0 0 1 1 re W n ${shown}`)],
      ["moves the rest of its text by a matrix", text("BT /Helv 12 Tf 2 6 Td (2) Tj 1 0 0 1 -90 0 cm (00) Tj ET")],
      ["has a string too many", text(shown.replace("(200) Tj", "(200) (999) Tj"))],
      ["has a font size too many", text(shown.replace("12 Tf", "12 1 Tf"))],
      ["has an operand before an operator without any", text(shown.replace("ET", "7 ET"))],
      ["is turned upside down", stream(`${box}${helvetica}/Matrix[-1 0 0 -1 0 0]`, shown)],
      ["has parameters for no filter", stream(`${box}${helvetica}/DecodeParms[<</Predictor 12>>]`, shown)],
      ["is written in hexadecimal digits", stream(`${box}${helvetica}/Filter/ASCIIHexDecode`, hexOf(`${shown}>`))],
      ["has a string with a character that is no digit", text(shown.replace("(200)", "<32x3030>"))],
      ["has a number that readers take for others", text(shown.replace("2 6 Td", "2- 6 Td"))],
      [
        "moves its text out of the box before the first string",
        text("BT /Helv 12 Tf 2 6 Td (2) Tj 8 0 Td [-5000 -5000 (00)] TJ ET"),
      ],
      ["moves its text before its first string", text("BT /Helv 12 Tf 2 6 Td [-9000 (200)] TJ ET")],
      [
        "moves words over each other by the space between them",
        text("BT /Helv 1 Tf 12 0 0 12 2 6 Tm -0.834 Tw (2   00) Tj ET"),
      ],
      [
        "hides a small letter in a large one",
        text("BT /Helv 12 Tf 2 6 Td [(2) 200] TJ /Helv 6 Tf (0) Tj /Helv 12 Tf (0) Tj ET"),
      ],
      [
        "redefines the colour grey",
        stream(
          `${box}/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/ColorSpace<</DefaultGray[/Separation/X/DeviceGray<</FunctionType 2/N 1/Domain[0 1]/C0[1]/C1[1]>>]>>>>`,
          shown,
        ),
      ],
      [
        "names its font by more than 127 letters",
        stream(
          `${box}/Resources<</Font<</${"A".repeat(128)}<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`,
          `BT /${"A".repeat(128)} 12 Tf 2 6 Td (200) Tj ET`,
        ),
      ],
      ["draws with transparency", text(`/GS gs ${shown}`)],
      ["belongs to a layer", stream(`${box}${helvetica}/OC<</Type/OCG/Name(x)>>`, shown)],
      [
        "names glyphs otherwise",
        stream(
          `${box}/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[50/nine]>>>>>>>>`,
          shown,
        ),
      ],
      ...["49.5/nine", "4294967345/nine", "-1/nine"].map((differences): [string, string] => [
        `names glyphs by the number in ${differences}`,
        stream(
          `${box}/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[${differences}]>>>>>>>>`,
          shown,
        ),
      ]),
      [
        "is in a symbol font",
        stream(`${box}/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>`, shown),
      ],
    ]),
  )("%s", async (_what, appearance) => {
    const change = appearance === null ? edit(field, { V: "(200)", AP: null }) : fillWith("(200)", appearance);
    expect(after(await makeForm({ entries: textField }), change).verdict).toBe("modified");
  });

  test("shows something else under the pointer", async () => {
    const change: Change = (revision, document) => {
      const [normal, over] = [revision.add(written("200")), revision.add(written("999999"))];
      edit(field, { V: "(200)", AP: `<</N ${pdfRef(normal)}/R ${pdfRef(over)}>>` })(revision, document);
    };
    expect(after(await makeForm({ entries: textField }), change).verdict).toBe("modified");
  });

  test("is unchanged", async () => {
    expect(after(await makeForm({ entries: textField }), edit(field, { V: "(200)" })).verdict).toBe("modified");
  });
});

describe.each([
  ["no lock", ""],
  ["P 2 @exhaustive", "/Lock<</Action/Include/Fields[(Other)]/P 2>>"],
  ["P 3 @exhaustive", "/Lock<</Action/Include/Fields[(Other)]/P 3>>"],
] as const)("an emptied text field is modified, under %s, when its appearance", (_name, lock) => {
  test.each(
    oneIn(3, [
      ["is painted black", "0 g 0 0 100 20 re f"],
      ["is painted white", "1 g 0 0 100 20 re f"],
      ["has a frame", "0 0 100 20 re S"],
      ["is filled and framed at once", "0 0 100 20 re B"],
      ["shows a picture", "/Im Do"],
      ["shows text", "BT /Helv 12 Tf 0 g 2 6 Td (999999) Tj ET"],
    ]),
  )("%s", async (_what, operators) => {
    const appearance = stream(`${box}${helvetica}`, operators);
    const bytes = await makeForm({ entries: textField, lock });
    expect(after(bytes, fillWith("()", appearance)).verdict).toBe("modified");
    expect(
      after(bytes, (revision, document) =>
        edit(field, { V: null, AP: `<</N ${pdfRef(revision.add(appearance))}>>` })(revision, document),
      ).verdict,
    ).toBe("modified");
    expect(after(bytes, fillWith("()", stream(`${box}${helvetica}`, "/Tx BMC EMC"))).verdict).toBe(sound);
  });
});

describe("a field that cannot be filled in is modified by any value or appearance:", () => {
  test.each([
    ["a field that can only be read", `${textField}/Ff 1`],
    ["a push button", `/FT/Btn/Ff 65536/AP<</N ${OTHERS} 0 R>>`],
    ["a field for a password", `${textField}/Ff 8192`],
    ["a field of no type", `/V(100)/AP<</N ${OTHERS} 0 R>>`],
  ])("%s", async (_what, entries) => {
    const bytes = await makeForm({ entries });
    expect(after(bytes, fillWith("(200)", written("200"))).verdict).toBe("modified");
    expect(after(bytes, replace(OTHERS, written("200"))).verdict).toBe("modified");
  });
});

test.each(
  oneIn(3, [
    ["reduced by its box across", "0 0 100000 20", "BT /Helv 12 Tf 2 6 Td (9100) Tj ET"],
    ["reduced by its box in both directions", "0 0 5000 1000", "BT /Helv 12 Tf 2 6 Td (9100) Tj ET"],
    ["squeezed by its text matrix", "0 0 100 20", "BT /Helv 12 Tf 0.001 0 0 1 2 6 Tm (9100) Tj ET"],
    ["squeezed in its first digit", "0 0 100 20", "BT /Helv 14 Tf 0.02 0 0 1 2 6 Tm (9) Tj 1 0 0 1 6 6 Tm (100) Tj ET"],
    ["tiny in its first digit", "0 0 100 20", "BT /Helv 2 Tf 2 6 Td (9) Tj /Helv 14 Tf (100) Tj ET"],
    ["cut off behind a digit", "0 0 100 20", "q 0 0 51 20 re W n BT /Helv 30 Tf 1 2 Td (9100) Tj ET Q"],
    ["written on top of itself", "0 0 100 20", "BT /Helv 12 Tf 2 6 Td (91) Tj 13 0 Td (0) Tj 1 0 Td (0) Tj ET"],
    ["pushed together", "0 0 100 20", "BT /Helv 12 Tf -1.7 Tc 2 6 Td [(91) 150 (0) 150 (0)] TJ ET"],
    ["written backwards", "0 0 100 20", "BT /Helv 12 Tf 40 6 Td [(910) 300 300 300 300 300 300 300 300 300 (0)] TJ ET"],
  ]),
)("rejects a value whose appearance is %s", async (_how, size, content) => {
  const drawn = stream(`/Type/XObject/Subtype/Form/BBox[${size}]${helvetica}`, content);
  expect(after(await makeForm({ entries: textField }), fillWith("(9100)", drawn)).verdict).toBe("modified");
});

test.each([
  ["1,500", "2 0 Td (1,500) Tj"],
  ["Q100", "2 0 Td (Q100) Tj"],
  ["É100", "2 10 Td (É100) Tj"],
])("rejects %s where the field's edge cuts it to a different text", async (value, operators) => {
  const drawn = stream(
    `${box}${helvetica.replace("/BaseFont", "/Encoding/WinAnsiEncoding/BaseFont")}`,
    `BT /Helv 12 Tf ${operators} ET`,
  );
  expect(after(await makeForm({ entries: textField }), fillWith(`(${value})`, drawn)).verdict).toBe("modified");
});

const clipped = (width: number): string => `q 0 0 ${width} 20 re W n BT /Helv 12 Tf 2 6 Td (not payable) Tj ET Q`;
// At size 12 in Helvetica, "not payable" is 62 units wide and its last letter 6.7.
test.each(
  oneIn(3, [
    ["its last letter is cut off", clipped(57)],
    ["half of its last letter is cut off", clipped(60.7)],
    ["its last word is cut off", clipped(20)],
    ["the upper half of its letters is cut off", "q 0 0 100 10 re W n BT /Helv 12 Tf 2 6 Td (not payable) Tj ET Q"],
    ["the lower half of its letters is cut off", "q 0 9 100 11 re W n BT /Helv 12 Tf 2 6 Td (not payable) Tj ET Q"],
    ["its first letter is cut off", "q 6 0 94 20 re W n BT /Helv 12 Tf 2 6 Td (not payable) Tj ET Q"],
    ["its box ends before its last word", "BT /Helv 12 Tf 72 6 Td (not payable) Tj ET"],
    ["its words are spaced out of the box", "BT /Helv 12 Tf 20 Tw 25 6 Td (not payable) Tj ET"],
  ]),
)("rejects words when %s", async (_how, content) => {
  const drawn = stream(`${box}${helvetica}`, content);
  expect(after(await makeForm({ entries: textField }), fillWith("(not payable)", drawn)).verdict).toBe("modified");
});

test.each(
  oneIn(3, [
    ["inset by a border", "q 2 2 96 16 re W n BT /Helv 12 Tf 2 6 Td (not payable) Tj ET Q"],
    ["that just holds them", clipped(64.1)],
    ["that cuts the blank side of the last letter", clipped(63.4)],
    ["in a low field", "q 2 5 96 10 re W n BT /Helv 12 Tf 2 6 Td (not payable) Tj ET Q"],
    ["with words justified", "q 2 2 96 16 re W n BT /Helv 12 Tf 20 Tw 2 6 Td (not payable) Tj ET Q"],
    ["kerned to fit", "q 2 2 59 16 re W n BT /Helv 12 Tf 2 6 Td [(no) 80 (t p) 80 (aya) 120 (ble)] TJ ET Q"],
  ]),
)("allows words in a clip %s", async (_how, content) => {
  const drawn = stream(`${box}${helvetica}`, content);
  expect(after(await makeForm({ entries: textField }), fillWith("(not payable)", drawn)).verdict).toBe(sound);
});

test("rejects a signed font whose widths overlap letters or are missing", async () => {
  const drawn = stream(`${box}/Resources<</Font<</F ${OTHERS + 1} 0 R>>>>`, "BT /F 12 Tf 2 6 Td (200) Tj ET");
  for (const widths of ["/FirstChar 48/LastChar 57/Widths[0 0 0]", "/FirstChar 200/LastChar 201/Widths[556 556]", ""]) {
    const font = `<</Type/Font/Subtype/TrueType/BaseFont/Own/Encoding/WinAnsiEncoding${widths}>>`;
    expect(after(await makeForm({ entries: textField, others: [font] }), fillWith("(200)", drawn)).verdict).toBe(
      "modified",
    );
  }
});

test("uses the font that Q restores", async () => {
  const nines = `<</Type/Font/Subtype/TrueType/BaseFont/Own/FirstChar 49/LastChar 49/Widths[556]/Encoding<</Differences[49/nine]>>>>`;
  const fonts = `/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/F ${OTHERS + 1} 0 R>>>>`;
  const drawn = stream(`${box}${fonts}`, "/F 12 Tf q /Helv 12 Tf Q BT 0 g 2 6 Td (111) Tj ET");
  const bytes = await makeForm({ entries: textField, others: [nines] });
  expect(after(bytes, fillWith("(111)", drawn)).verdict).toBe("modified");
  expect(after(bytes, fillWith("(999)", drawn)).verdict).toBe(sound);
});

test("measures words with the widths of a signed font", async () => {
  const font = (width: number): string =>
    `<</Type/Font/Subtype/TrueType/BaseFont/Own/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${`${width} `.repeat(95)}]>>`;
  const drawn = stream(`${box}/Resources<</Font<</F ${OTHERS + 1} 0 R>>>>`, "BT /F 12 Tf 2 6 Td (not payable) Tj ET");
  const fill = fillWith("(not payable)", drawn);
  expect(after(await makeForm({ entries: textField, others: [font(600)] }), fill).verdict).toBe(sound);
  expect(after(await makeForm({ entries: textField, others: [font(800)] }), fill).verdict).toBe("modified");
});

describe("spaces in numbers and words are where the value has them", () => {
  const drawn = (operators: string): string => stream(`${box}${helvetica}`, `BT /Helv 12 Tf 2 6 Td ${operators} ET`);
  const lines = (one: string, other: string): string =>
    stream(`${box}${helvetica}`, `BT /Helv 9 Tf 2 11 Td 10 TL (${one}) Tj T* (${other}) Tj ET`);
  const cells = (...pitches: readonly number[]): string =>
    drawn(["(1) Tj", ...pitches.map((pitch) => `${pitch} 0 Td (0) Tj`)].join(" "));
  const plain = textField.replace("/V(100)", "/V(7)");
  const multiline = `/Ff 4096${plain}`;
  const comb = `/Ff 16777216/MaxLen 5${plain}`;
  const digits = (count: number): string => "1234567890".repeat(2).slice(0, count);
  test.each([
    ["100", drawn("(100) Tj"), plain, sound],
    ["100", drawn("(1 00) Tj"), plain, "modified"],
    ["100", drawn("[(1) -300 (00)] TJ"), plain, "modified"],
    ["100", cells(12, 6.7), plain, "modified"],
    ["1 00", drawn("(100) Tj"), plain, "modified"],
    ["1 00", drawn("[(1 ) 190 (00)] TJ"), plain, "modified"],
    ["1.50 0", drawn("(1.500) Tj"), plain, "modified"],
    ["1 000 EUR", drawn("(1 000 EUR) Tj"), plain, sound],
    ["1 000", drawn("[(1) -300 (000)] TJ"), plain, sound],
    ["10 000", drawn("[(10) -900 (000)] TJ"), plain, sound],
    ["10 000", drawn("[(10) -2000 (000)] TJ"), plain, "modified"],
    ["10    000", drawn("[(10) -2000 (000)] TJ"), plain, sound],
    ["100EUR", drawn("(100 EUR) Tj"), plain, "modified"],
    ["nowhere", drawn("(now here) Tj"), plain, "modified"],
    ["now here", drawn("(nowhere) Tj"), plain, "modified"],
    ["now here", drawn("[(now) -300 (here)] TJ"), plain, sound],
    ["100", cells(18, 18), comb, sound],
    ["100", cells(18, 30), comb, "modified"],
    ["100", cells(18, 18), plain, "modified"],
    ["100", lines("1", "00"), multiline, "modified"],
    ["1 00", lines("1", "00"), multiline, sound],
    ["1\\r00", lines("1", "00"), multiline, sound],
    [digits(18), lines(digits(14), digits(18).slice(14)), multiline, sound],
  ])("%s in %j", async (value, appearance, entries, verdict) => {
    expect(after(await makeForm({ entries }), fillWith(`(${value})`, appearance)).verdict).toBe(verdict);
  });
});

describe("allows an appearance as pdf.js draws it", () => {
  const drawnBy = (size: string, text: string): string =>
    stream(`/Subtype/Form/BBox[0 0 ${size}]${helvetica}`, `/Tx BMC q BT ${text} ET Q EMC`);
  const plain = textField.replace("/V(100)", "/V(7)");
  test.each(
    oneIn(3, [
      ["in one line", plain, "1 000,50 EUR", "100 20", "/Helv 12 Tf 0 g 1 0 0 1 0 0 Tm 2 5.84 Td (1 000,50 EUR) Tj"],
      [
        "right-aligned to fit",
        plain,
        "4532100",
        "50 20",
        "/Helv 11.81 Tf 0 g 1 0 0 1 0 0 Tm 2.04 5.91 Td (4532100) Tj",
      ],
      [
        "in a low field",
        plain,
        "not payable",
        "100 12",
        "/Helv 12 Tf 0 g 1 0 0 1 0 0 Tm 18.98 1.84 Td (not payable) Tj",
      ],
      [
        "wrapped behind blanks",
        `/Ff 4096${plain}`,
        "A somewhat longer text of 12 345 words to wrap",
        "70 60",
        "/Helv 10.74 Tf 0 g 1 0 0 1 0 60 Tm 2 -11.74 Td (A somewhat ) Tj 0 -14.5 Td (longer text of ) Tj 0 -14.5 Td (12 345 words ) Tj 0 -14.5 Td (to wrap) Tj",
      ],
      [
        "in a comb",
        `/Ff 16777216/MaxLen 12${plain}`,
        "4532100",
        "150 20",
        `/Helv 10 Tf 0 g 1 0 0 1 0 6.53 Tm 3.47 0 Td (4) Tj${[5, 3, 2, 1, 0, 0].map((digit) => ` 12.5 0 Td (${digit}) Tj`).join("")}`,
      ],
    ]),
  )("%s", async (_how, entries, value, size, text) => {
    const widgets = [signature, `/T(Sum)/F 4/Rect[0 0 ${size}]${entries}`];
    const before = drawnBy(size, "/Helv 10 Tf 0 g 1 0 0 1 0 0 Tm 2 3 Td (7) Tj");
    const bytes = await makeSignedForm({ widgets, others: [before] });
    expect(after(bytes, fillWith(`(${value})`, drawnBy(size, text))).verdict).toBe(sound);
  });
});

test("rejects a widget with a value of its own, which some programs show, and a rich text beside the value", async () => {
  const parts = {
    form: "/Fields[5 0 R 6 0 R]",
    widgets: [
      signature,
      "/T(Sum)/FT/Tx/V(100)/Kids[7 0 R]/Subtype/Link/Rect[0 0 0 0]",
      `/Parent 6 0 R/Subtype/Widget${rect}/AP<</N ${OTHERS} 0 R>>`,
    ],
    others: [written("100")],
  };
  const bytes = await makeSignedForm(parts);
  expect(after(bytes, edit(7, { V: "(999)" })).verdict).toBe("modified");
  expect(after(bytes, all(edit(6, { V: "(200)" }), replace(OTHERS, written("200")))).verdict).toBe(sound);
  const rich = await makeForm({ entries: `${textField}/Ff 33554432/RV(<p>100</p>)` });
  expect(after(rich, fillWith("(200)", written("200"))).verdict).toBe("modified");
});

test("rejects a value in one of two fields with the same name that the other lacks", async () => {
  const twin = `/T(Sum)${rect}/FT/Tx/V(100)/AP<</N ${OTHERS + 1} 0 R>>`;
  const bytes = await makeSignedForm({
    form: "",
    widgets: [signature, `/T(Sum)${rect}${textField}`, twin],
    others: [written("100"), written("100")],
  });
  const fill = (object: number, drawn: number): Change =>
    all(edit(object, { V: "(200)" }), replace(drawn, written("200")));
  expect(after(bytes, fill(6, OTHERS)).verdict).toBe("modified");
  expect(after(bytes, all(fill(6, OTHERS), fill(7, OTHERS + 1))).verdict).toBe(sound);
});

describe("a choice", () => {
  const options = "/FT/Ch/Ff 131072/Opt[[(de)(Germany)][(fr)(France)]]/V(de)";
  test("may be made with the index of its own option, as Acrobat writes it", async () => {
    const bytes = await makeForm({ entries: `${options}/I[0]/AP<</N ${OTHERS} 0 R>>` });
    const choose = (index: string): Change => fillWith("(fr)", written("France"), { I: index });
    expect(after(bytes, choose("[1]")).verdict).toBe(sound);
    const others = ["[0 1]", "[5]", "[]", "1"].map((index) => after(bytes, choose(index)).verdict);
    expect(others).toEqual(others.map(() => "modified"));
  });

  test("may be made with the name of its option shown", async () => {
    expect(
      after(await makeForm({ entries: `${options}/AP<</N ${OTHERS} 0 R>>` }), fillWith("(fr)", written("France")))
        .verdict,
    ).toBe(sound);
    expect(
      after(await makeForm({ entries: `${options}/AP<</N ${OTHERS} 0 R>>` }), fillWith("(fr)", written("fr"))).verdict,
    ).toBe(sound);
  });

  test("is modified when its value is none of its options, unless it is editable", async () => {
    const make = (choice: string): Promise<Buffer> => makeForm({ entries: `${choice}/AP<</N ${OTHERS} 0 R>>` });
    const italy = fillWith("(Italy)", written("Italy"));
    expect(after(await make(options), italy).verdict).toBe("modified");
    expect(after(await make(options.replace("131072", "393216")), italy).verdict).toBe(sound);
    expect(after(await make("/FT/Ch/Ff 131072/V(de)"), italy).verdict).toBe(sound);
  });

  const select = (entries: string): Change =>
    fillWith("(5)", written("100"), { I: null, ...(entries ? { I: entries } : {}) });
  test.each(
    oneIn(3, [
      ["two options share its value", "/FT/Ch/Ff 131072/Opt[[(5)(100)][(5)(999)]]/V(1)", select("")],
      ["its value is shown for another option", "/FT/Ch/Ff 131072/Opt[[(5)(100)][(1)(5)]]/V(1)", select("")],
      ["its index names another option", "/FT/Ch/Ff 131072/Opt[[(5)(100)][(6)(999)]]/I[1]/V(6)", select("[1]")],
    ]),
  )("is modified when %s", async (_what, entries, change) => {
    expect(after(await makeForm({ entries: `${entries}/AP<</N ${OTHERS} 0 R>>` }), change).verdict).toBe("modified");
  });

  test("is modified in a list that is scrolled past its value", async () => {
    const list = "/FT/Ch/Opt[[(5)(100)][(6)(999)]]/V(6)";
    expect(after(await makeForm({ entries: list }), edit(field, { V: "(5)" })).verdict).toBe(sound);
    expect(after(await makeForm({ entries: `${list}/TI 1` }), edit(field, { V: "(5)" })).verdict).toBe("modified");
  });

  test("is modified when another option is shown", async () => {
    expect(
      after(await makeForm({ entries: `${options}/AP<</N ${OTHERS} 0 R>>` }), fillWith("(fr)", written("Germany")))
        .verdict,
    ).toBe("modified");
  });
});

describe("a checkbox", () => {
  const tick = stream(box, "0 0 m 9 9 l S");
  const entries = `/FT/Btn/V/Off/AS/Off/AP<</N<</Yes ${OTHERS + 1} 0 R/Off ${OTHERS + 2} 0 R>>>>`;
  const make = (more = entries): Promise<Buffer> => makeForm({ entries: more, others: [tick, stream(box, "")] });

  test("may be ticked with its signed appearances", async () => {
    expect(after(await make(), edit(field, { V: "/Yes", AS: "/Yes" })).verdict).toBe(sound);
    expect(after(await make("/FT/Btn/V/Off/AS/Off"), edit(field, { V: "/Yes", AS: "/Yes" })).verdict).toBe(sound);
  });

  test("is reported with its page when ticked or cleared", async () => {
    expect(after(await make(), edit(field, { V: "/Yes", AS: "/Yes" })).changes).toEqual([
      finding("box_ticked", { field: "Sum", page: 1 }),
    ]);
    expect(
      after(await make(entries.replaceAll("/V/Off/AS/Off", "/V/Yes/AS/Yes")), edit(field, { V: "/Off", AS: "/Off" }))
        .changes,
    ).toEqual([finding("box_cleared", { field: "Sum", page: 1 })]);
  });

  test.each<[string, Change]>(
    oneIn(3, [
      ["is shown ticked without its value", edit(field, { AS: "/Yes" })],
      ["has a value that it does not show", edit(field, { V: "/Yes" })],
      ["shows a state that it did not have", edit(field, { V: "/No", AS: "/No" })],
      [
        "gets other appearances with its value",
        (revision, document) =>
          edit(field, {
            V: "/Yes",
            AS: "/Yes",
            AP: `<</N<</Yes ${pdfRef(revision.add(written("999999")))}/Off ${OTHERS + 2} 0 R>>>>`,
          })(revision, document),
      ],
      [
        "has its tick redrawn in place, with its value",
        all(edit(field, { V: "/Yes", AS: "/Yes" }), replace(OTHERS + 1, written("999999"))),
      ],
      ["has its tick redrawn in place", replace(OTHERS + 1, written("999999"))],
    ]),
  )("is modified when it %s", async (_what, change) => {
    expect(after(await make(), change).verdict).toBe("modified");
  });
});

test.each(["MK", "BS"])(
  "rejects a change to an entry that decides a field's look, even in an indirect object: /%s",
  async (key) => {
    const bytes = await makeForm({ entries: `${textField}/${key} ${OTHERS + 1} 0 R`, others: ["<</W 1>>"] });
    expect(after(bytes, all(replace(OTHERS + 1, "<</W 9/BG[0]>>"), fillWith("(200)", written("200")))).verdict).toBe(
      "modified",
    );
  },
);

test("allows a field to be filled and reset to its signed value with a copy of its signed appearance", async () => {
  const parts = { form: "", widgets: [signature, `/T(Sum)${rect}${textField}`], others: [written("100")] };
  const filled = append(await makeSignedForm(parts), fillWith("(200)", written("200")));
  expect(after(filled, fillWith("(100)", written("100"))).verdict).toBe(sound);
  expect(after(filled, edit(field, { V: "(100)", AP: `<</N ${OTHERS} 0 R>>` })).verdict).toBe(sound);
  expect(after(filled, fillWith("(100)", written("100", "0 0 1 RG "))).verdict).toBe("modified");
  expect(after(filled, fillWith("(100)", written("100").replace("Helvetica/", "Courier/"))).verdict).toBe("modified");
});

test("rejects a copy of a signed appearance that draws with a changed font", async () => {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
  const drawn = stream(`${box}/Resources<</Font<</Helv ${OTHERS + 1} 0 R>>>>`, "BT /Helv 12 Tf 2 6 Td (100) Tj ET");
  const bytes = await makeSignedForm({ widgets: [signature, `/T(Sum)${rect}${textField}`], others: [drawn, font] });
  const copy = fillWith("(100)", drawn);
  expect(after(bytes, copy).verdict).toBe(sound);
  expect(after(bytes, all(copy, replace(OTHERS + 1, font.replace("Win", "MacRoman")))).verdict).toBe("modified");
});

test.each([
  ["an empty one, which readers were asked to draw", "/NeedAppearances true", "", sound],
  ["an empty one, which is drawn unchanged", "", "", "modified"],
  ["one that shows its signed value", "/NeedAppearances true", "BT /Helv 12 Tf 2 6 Td (100) Tj ET", "modified"],
  ["one that covers the page", "/NeedAppearances true", "1 g 0 0 100 20 re f", "modified"],
])("allows a field filled without an appearance to omit %s", async (_what, form, content, verdict) => {
  const others = [stream(`${box}${helvetica}`, content)];
  const bytes = await makeSignedForm({ form, widgets: [signature, `/T(Sum)${rect}${textField}`], others });
  expect(after(bytes, edit(field, { V: "(200)", AP: null })).verdict).toBe(verdict);
});

describe("a revision may ask programs to generate field appearances", () => {
  const switchOff = edit(4, { NeedAppearances: null });
  const button = `/FT/Btn/Ff 65536/MK<</CA(Pay 100)>>/AP<</N ${OTHERS} 0 R>>`;
  test.each([
    ["when these show the values", textField, sound],
    ["when there is neither", "/FT/Tx", sound],
    ["not when one shows another value", `/FT/Tx/V(999999)/AP<</N ${OTHERS} 0 R>>`, "modified"],
    ["not when one is missing", "/FT/Tx/V(100)", "modified"],
    ["not when a button has a caption of its own", button, "modified"],
  ])("%s", async (_when, entries, verdict) => {
    const bytes = await makeSignedForm({
      widgets: [signature, `/T(Sum)${rect}${entries}`],
      others: [written("100")],
      form: "/NeedAppearances true",
    });
    expect(after(bytes, switchOff).verdict).toBe(verdict);
    expect(after(bytes, edit(4, { NeedAppearances: "false" })).verdict).toBe(verdict);
  });
});

test("rejects a changed look of a radio button's unselected state", async () => {
  const [group, first, second] = [6, 7, 8];
  const button = (state: string, at: number): string =>
    `/Parent ${group} 0 R/F 4/AS/Off/Rect[10 ${at} 110 ${at + 20}]/AP<</N<</${state} ${OTHERS} 0 R/Off ${OTHERS + 1} 0 R>>>>`;
  const bytes = await makeSignedForm({
    form: "/Fields[5 0 R 6 0 R]",
    widgets: [
      signature,
      `/Subtype/None/FT/Btn/Ff 49152/T(Sum)/V/Off/Kids[${first} 0 R ${second} 0 R]`,
      button("a", 100),
      button("b", 130),
    ],
    others: [stream(box, "0 0 m 9 9 l S"), stream(box, "1 g 0 0 100 20 re f")],
  });
  const select = (...others: Change[]): Change => all(edit(group, { V: "/a" }), edit(first, { AS: "/a" }), ...others);
  expect(after(bytes, select()).verdict).toBe(sound);
  expect(after(bytes, select(edit(second, { AS: null }))).verdict).toBe("modified");
});

describe("a form with regenerated appearances must still request them when a field may look different as stored:", () => {
  const mark = `/AP<</N<</Yes ${OTHERS} 0 R/Off ${OTHERS + 1} 0 R>>>>`;
  const grounded = stream(`${box}${helvetica}`, "1 g 0 0 100 20 re f BT /Helv 12 Tf 0 g 2 6 Td (100) Tj ET");
  const make = (entries: string, form: string, drawn = written("100")): Promise<Buffer> =>
    makeSignedForm({
      widgets: [signature, `/T(Sum)${rect}${entries}`],
      others: [drawn, stream(box, "")],
      form,
    });
  const switchOff = edit(4, { NeedAppearances: "false" });
  const findingOf = (bytes: Buffer): string | undefined =>
    verify(append(bytes, switchOff)).signatures[0]?.changes.findings?.[0]?.code;
  const codeOf = async (entries: string, form = "/NeedAppearances true", drawn?: string) =>
    findingOf(await make(entries, form, drawn));
  const [kept, refused] = ["nothing_displayed_changed", "form_settings_changed"];

  test.each(
    oneIn(3, [
      ["a checkbox drawn as a sum", `/FT/Btn/V/Yes/AS/Yes/MK<</CA(4)>>${mark}`],
      ["a checkbox that is off, with such a state", `/FT/Btn/V/Off/AS/Off${mark}`],
      ["a radio button", `/FT/Btn/Ff 32768/V/Yes/AS/Yes${mark}`],
      ["a ground that the stored one lacks", `${textField}/MK<</BG[1]>>`],
      ["a frame that the stored one lacks", `${textField}/MK<</BC[0]>>`],
      ["a turn", `${textField}/MK<</R 180>>`],
      ["a ground without any appearance", "/FT/Tx/MK<</BG[1]>>"],
      ["a rich text", `${textField}/RV(<p>999</p>)`],
      ["a script that formats the value", `${textField}/AA<</F<</S/JavaScript/JS(x)>>>>`],
      ["a password, drawn as stars", `${textField}/Ff 8192`],
      ["a value longer than the field takes", `${textField}/MaxLen 2`],
      ["a default appearance in a font that the form lacks", `${textField}/DA(/F9 12 Tf 0 g)`],
      ["a default appearance that draws nothing visible", `${textField}/DA(/Helv 12 Tf 1 g)`],
      ["a default appearance too large for the value", `${textField}/DA(/Helv 90 Tf 0 g)`],
      ["a default appearance with more than a font and a colour", `${textField}/DA(/Helv 12 Tf 3 Tr 0 g)`],
      ["a list of options", `/FT/Ch/Opt[(100)(200)]/V(100)/AP<</N ${OTHERS} 0 R>>`],
      ["a choice stored by its value", `/FT/Ch/Ff 131072/Opt[[(100)(999)]]/V(100)/AP<</N ${OTHERS} 0 R>>`],
      ["a choice selected by its index", `/FT/Ch/Ff 131072/Opt[(5)(100)]/I[0]/V(100)/AP<</N ${OTHERS} 0 R>>`],
      ["no type", `/V(100)/AP<</N ${OTHERS} 0 R>>`],
    ]),
  )("%s", async (_what, entries) => {
    expect(await codeOf(entries)).toBe(refused);
  });

  test("a default appearance in a font that draws other digits", async () => {
    const stranger = await (await makeTestAuthority()).issue("Grace Hopper");
    const withFont = async (encoding: string) => {
      const sheet = pdfOf([
        "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R 6 0 R]>>",
        `<</Fields[5 0 R 6 0 R]/NeedAppearances true/DA(/F 0 Tf)/DR<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding${encoding}>>>>>>>>`,
        `<</Type/Annot/Subtype/Widget/P 3 0 R${signature}>>`,
        `<</Type/Annot/Subtype/Widget/P 3 0 R/T(Sum)${rect}/FT/Tx/V(100)/AP<</N 7 0 R>>>>`,
        written("100"),
      ]);
      return findingOf(await signWith(sheet, "Sig1", stranger));
    };
    expect(await withFont("/WinAnsiEncoding")).toBe(kept);
    expect(await withFont("<</Type/Encoding/Differences[49/nine]>>")).toBe(refused);
  });

  test("a stored text that chooses a font twice, of which programs use one", async () => {
    const twice = stream(`${box}${helvetica}`, "BT /Helv 11 Tf /Helv 12 Tf 2 6 Td (100) Tj ET");
    expect(await codeOf(textField, undefined, twice)).toBe(refused);
  });

  test("a stored background that programs did not draw", async () => {
    expect(await codeOf(textField, undefined, grounded)).toBe(refused);
    expect(await codeOf(`${textField}/MK<</BG[1]>>`, undefined, grounded)).toBe(kept);
    const framed = written("100", "1 g 0 0 100 20 re f 1 0 0 RG 1 w 0.5 0.5 99 19 re S ");
    expect(await codeOf(`${textField}/MK<</BG[1]/BC[1 0 0]>>`, undefined, framed)).toBe(kept);
  });

  test("a request that only some programs read as true", async () => {
    const entries = `/FT/Tx/V(999)/AP<</N ${OTHERS} 0 R>>`;
    expect(await codeOf(entries, "/NeedAppearances 1")).toBe(refused);
    expect(await codeOf(entries, "/NeedAppearances null")).toBe(kept);
  });

  test("but not when the value is written with the form's font, in a size of the program's or its own", async () => {
    for (const size of [0, 12]) expect(await codeOf(`${textField}/DA(/Helv ${size} Tf 0 g)`)).toBe(kept);
    expect(await codeOf(`/FT/Ch/Ff 131072/Opt[[(a)(100)]]/V(a)/I[0]/AP<</N ${OTHERS} 0 R>>`)).toBe(kept);
  });
});
