import { beforeAll, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { edit, type Change } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";

const [onText, besideText] = [6, 7];
const states = "/AS/Off/V/Off/AP<</N<</Yes 10 0 R/Off 11 0 R>>>>";
let signed: Buffer;

beforeAll(async () => {
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Annots[5 0 R 6 0 R 7 0 R]/Contents 8 0 R/Resources<</Font<</F 9 0 R>>>>>>",
    "<</Fields[5 0 R 6 0 R 7 0 R]/SigFlags 1>>",
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/Rect[0 0 0 0]/P 3 0 R>>",
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(Over)/F 4/Rect[10 290 200 320]/P 3 0 R${states}>>`,
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(Beside)/F 4/Rect[10 200 30 220]/P 3 0 R${states}>>`,
    stream("", "BT /F 12 Tf 40 300 Td (100 EUR) Tj 0 -95 Td (I agree) Tj ET"),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    stream("/Type/XObject/Subtype/Form/BBox[0 0 190 30]", "1 g 0 0 190 30 re f"),
    stream("/Type/XObject/Subtype/Form/BBox[0 0 190 30]", ""),
  ]);
  signed = await signWith(base, "Sig1", await (await makeTestAuthority()).issue("Ada Lovelace"));
});

const tick = (num: number): Change => edit(num, { AS: "/Yes", V: "/Yes" });

test("reports page and position of a box over text that was ticked after a signature", () => {
  expect(verify(append(signed, tick(onText)))).toMatchObject({
    verdict: "intact_later_allowed",
    notices: [{ code: "box_over_text_changed", field: "Over", page: 1, rect: [10, 290, 200, 320], unseenBy: ["Sig1"] }],
  });
});

test("reports neither a box beside its text nor an unchanged one", async () => {
  expect(verify(append(signed, tick(besideText))).notices).toEqual([]);
  expect(verify(signed).notices).toEqual([]);
  const back = append(append(signed, tick(onText)), edit(onText, { AS: "/Off", V: "/Off" }));
  expect(verify(back)).toMatchObject({ verdict: "intact_later_allowed", notices: [] });
});

test("reports a box without an appearance that got a value, from which pdf.js draws it", async () => {
  const bare = "/FT/Btn/T(Bare)/F 4/Rect[10 100 30 120]/MK<</CA(4)>>";
  const form = await makeSignedForm({ widgets: ["/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]", bare] });
  const { signatures, warningFindings } = verify(append(form, edit(6, { V: "/Yes" })));
  expect(signatures[0]?.changes.findings).toMatchObject([{ code: "box_ticked", params: { field: "Bare", page: 1 } }]);
  expect(warningFindings).toMatchObject([{ code: "field_filled_since", params: { field: "Bare", page: 1 } }]);
});
