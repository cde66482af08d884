import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { edit, type Change } from "./edit-object";
import { append, makeSignedForm, verify } from "./signed-files";

/** Object number of the text field of `makeFilledForm`. */
export const FIELD = 6;
export const BOX = "/Type/XObject/Subtype/Form/BBox[0 0 100 20]";
export const HELVETICA =
  "/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>";

/** A signed form with a text field that shows its value 100. `others` are objects for fillings, numbered from 101. */
export function makeFilledForm(others: readonly string[] = [], entries = ""): Promise<Buffer> {
  const drawn = stream(`${BOX}${HELVETICA}`, "BT /Helv 12 Tf 0 g 2 6 Td (100) Tj ET");
  return makeSignedForm({
    widgets: [
      "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]",
      `/T(Sum)/F 4/Rect[10 100 110 120]/FT/Tx/V(100)/AP<</N ${OTHERS} 0 R>>${entries}`,
    ],
    others: [drawn, ...others],
  });
}

/** Fills in the field and gives it a custom appearance. */
export function fillIn(value: string, appearance: string): Change {
  return (revision, document) =>
    edit(FIELD, { V: value, AP: `<</N ${pdfRef(revision.add(appearance))}>>` })(revision, document);
}

export function verdictAfter(bytes: Buffer, change: Change): string | undefined {
  return verify(append(bytes, change)).signatures[0]?.verdict;
}
