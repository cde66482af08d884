import { describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { edit, type Change } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { OTHERS, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const [form, signature] = [4, "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]"];
const rect = "/F 4/Rect[20 150 200 180]";
const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const digits = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>";
const drawn100 = stream(
  `/Type/XObject/Subtype/Form/BBox[0 0 180 30]/Resources<</Font<</Helv ${helvetica}>>>>`,
  "BT /Helv 20 Tf 2 8 Td (100) Tj ET",
);
const addFont: Change = (revision, document) =>
  edit(form, { DR: `<</Font<</Helv ${helvetica}/F9 ${revision.add(digits)} 0 R>>>>` })(revision, document);

interface Sheet {
  /** Entries of the form. */
  settings: string;
  /** The second widget of the page, which the form only lists if `fields` does. */
  widget: string;
  fields?: string;
  /** Additional objects, numbered from 100. */
  others?: readonly string[];
}

const signedSheet = ({ settings, widget, fields = "[5 0 R]", others = [drawn100] }: Sheet): Promise<Buffer> =>
  makeSignedForm({ widgets: [signature, `${rect}${widget}`], form: `/Fields${fields}${settings}`, others });

describe("a form changes how programs draw a widget without filling in a field:", () => {
  const unlisted = "/FT/Tx/T(Sum)/V(111)/DA(/F9 20 Tf 0 g)";
  test.each<[string, Sheet, Change]>([
    ["a font is added that a widget outside of the form names", { settings: "", widget: unlisted }, addFont],
    [
      "the same, where programs redraw everything",
      { settings: "/NeedAppearances true", widget: `${unlisted}/AP<</N ${OTHERS} 0 R>>` },
      addFont,
    ],
    [
      "the same for a widget beside a kid with a name",
      {
        settings: "",
        widget: "/Parent 100 0 R",
        fields: "[5 0 R 100 0 R]",
        others: ["<</T(p)/FT/Tx/V(111)/DA(/F9 20 Tf 0 g)/Kids[6 0 R 101 0 R]>>", "<</T(q)/Parent 100 0 R/FT/Sig>>"],
      },
      addFont,
    ],
    [
      "the widgets outside of the form are no longer redrawn",
      { settings: "/NeedAppearances true", widget: `/FT/Tx/T(Sum)/V(999)/AP<</N ${OTHERS} 0 R>>` },
      edit(form, { NeedAppearances: null }),
    ],
    [
      "a font is added that a parent's default appearance names",
      {
        settings: "/NeedAppearances true",
        widget: `/T(x)/Parent 101 0 R/FT/Tx/V(111)/AP<</N ${OTHERS} 0 R>>`,
        fields: "[5 0 R 101 0 R]",
        others: [drawn100, "<</T(p)/DA(/F9 20 Tf 0 g)/Kids[6 0 R]>>"],
      },
      addFont,
    ],
    [
      "a font is added that is named with an escaped letter",
      {
        settings: "/NeedAppearances true",
        widget: `/T(x)/FT/Tx/DA(/F#39 20 Tf 0 g)/V(111)/AP<</N ${OTHERS} 0 R>>`,
        fields: "[5 0 R 6 0 R]",
      },
      addFont,
    ],
  ])("%s", async (_what, sheet, change) => {
    const bytes = await signedSheet(sheet);
    expect(verify(bytes).verdict).toBe("intact");
    expect(verify(append(bytes, change)).verdict).toBe("modified");
  });

  test("rejects an added default appearance that applies to a widget outside of the form", async () => {
    const sheet = (widget: string): Buffer =>
      pdfOf([
        "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R 6 0 R]>>",
        "<</Fields[5 0 R]>>",
        `<</Type/Annot/Subtype/Widget/P 3 0 R${signature}>>`,
        `<</Type/Annot/Subtype/Widget/P 3 0 R${rect}${widget}>>`,
        drawn100,
      ]);
    const stranger = await (await makeTestAuthority()).issue("Grace Hopper");
    const after = async (widget: string) =>
      verify(append(await signWith(sheet(widget), "Sig1", stranger), edit(form, { DA: "(/Helv 20 Tf 0 g)" }))).verdict;
    expect(await after("/FT/Tx/T(Sum)/V(111)")).toBe("modified");
    expect(await after("/FT/Tx/T(Sum)/V(111)/AP<</N 7 0 R>>")).toBe("intact_later_allowed");
  });
});

test("permits an added font when all widgets have stored appearances", async () => {
  const widget = `/FT/Tx/T(Sum)/V(111)/DA(/Helv 20 Tf 0 g)/AP<</N ${OTHERS} 0 R>>`;
  expect(verify(append(await signedSheet({ settings: "", widget }), addFont)).verdict).toBe("intact_later_allowed");
});
