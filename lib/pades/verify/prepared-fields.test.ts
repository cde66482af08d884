import { expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { FILE_UUID } from "@/lib/pades/testing/sign-document";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { inputFieldName, signatureFieldName } from "@/lib/pdf/fields/field-names";
import { OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";

const [field, signer] = [inputFieldName(FILE_UUID, 1, 2), signatureFieldName(FILE_UUID, 1)];
const widgets = [
  "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]",
  `/FT/Tx/T(${field})/F 4/Rect[10 100 110 120]`,
  `/FT/Sig/T(${signer})/F 132/Rect[0 0 0 0]`,
];
const helvetica = "/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const drawn200 = stream(
  `/Type/XObject/Subtype/Form/BBox[0 0 100 20]${helvetica}`,
  "BT /Helv 12 Tf 0 g 2 6 Td (200) Tj ET",
);

test("rejects drawing a field that Paraph prepared for another signer, whatever it shows", async () => {
  const bytes = await makeSignedForm({ widgets, others: [drawn200] });
  expect(verify(append(bytes, edit(6, { V: "(200)", AP: `<</N ${OTHERS} 0 R>>` }))).verdict).toBe("modified");
});

test("rejects drawing a prepared field with its signature, for an earlier signer outside its preparation", async () => {
  const stranger = await (await makeTestAuthority()).issue("Mallory");
  const fills = [{ fieldName: field, content: { kind: "image" as const, image: null, lines: ["999999 EUR"] } }];
  const first = verify(await signWith(await makeSignedForm({ widgets }), signer, stranger, { fills })).signatures.find(
    ({ field }) => field === "Sig1",
  );
  expect(first).toMatchObject({ verdict: "modified", explanation: expect.stringContaining(field) });
});
