import { expect, test } from "vitest";
import { certify } from "@/lib/pades/seal";
import { buildSignatureDictionary, docMdpReference, signRevision } from "@/lib/pades/sign-revision";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { FILE_UUID } from "@/lib/pades/testing/sign-document";
import { formFieldsOf } from "@/lib/pades/verify/file/read-once";
import { edit } from "@/lib/pades/verify/testing/edit-object";
import { append, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { isEmptyField } from "@/lib/pdf/fields/find-fields";
import { certificationFieldName, inputFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer, hashSource } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { formPdf, OTHERS, stream } from "@/lib/pdf/testing/hand-written-pdf";

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
  expect(first).toMatchObject({
    verdict: "modified",
    decidedBy: { code: "form_field_appearance_changed", params: { field } },
  });
});

const certification = certificationFieldName(FILE_UUID);
const [certificationObject, signerObject] = [5, 6];
const allNamedAlike = [
  `/FT/Sig/T(${certification})/F 132/Rect[0 0 0 0]`,
  `/FT/Sig/T(${signer})/F 132/Rect[10 10 110 60]`,
  `/FT/Tx/T(${field})/F 4/Rect[0 0 300 400]`,
];

/** Signs in a field like programs that write more entries into a signature dictionary than Paraph. */
async function signElsewhere(
  bytes: Buffer,
  num: number,
  references: readonly string[],
  { makeCms }: TestSigner,
): Promise<Buffer> {
  const document = PdfDocument.open(fromBuffer(bytes));
  const revision = new Revision(document);
  const signedAt = new Date("2026-01-01T00:00:00Z");
  const details = { signedAt, name: "Paraph", reason: "Prepared for signing", references, placeholderBytes: 8192 };
  const { body, ...signature } = buildSignatureDictionary(details);
  const ours = body.toString("latin1");
  const theirs = Buffer.from(`${ours.slice(0, -2)}/Prop_Build<</App<</Name/Viewer>>>>>>`, "latin1");
  const signatureNum = revision.add(theirs);
  edit(num, { V: pdfRef(signatureNum) })(revision, document);
  const hashAll = () => hashSource(fromBuffer(bytes), null);
  const toSign = { revision, fieldName: "", signature: { ...signature, body: theirs }, signatureNum, hashAll };
  return Buffer.concat([bytes, (await signRevision(toSign, makeCms)).tail]);
}

test("rejects a page painted over in a field only named like one of Paraph's, after a certification made elsewhere", async () => {
  const authority = await makeTestAuthority();
  const [victim, attacker] = [await authority.issue("Victor"), await authority.issue("Mallory")];
  const file = formPdf({ widgets: allNamedAlike });
  const fills = [{ fieldName: field, content: { kind: "image" as const, image: null, lines: ["999999 EUR"] } }];
  const paint = (certified: Buffer) => signWith(certified, signer, attacker, { fills });
  const elsewhere = verify(await paint(await signElsewhere(file, certificationObject, [docMdpReference()], victim)));
  expect(elsewhere.signatures[0]).toMatchObject({ field: certification, verdict: "modified" });
  const notCertified = verify(await paint(await signWith(file, certification, victim)));
  expect(notCertified.signatures[0]).toMatchObject({ field: certification, verdict: "modified" });
});

test("reports each later signature as unseen by an earlier signer who signed elsewhere", async () => {
  const authority = await makeTestAuthority();
  const [victim, attacker] = [await authority.issue("Victor"), await authority.issue("Mallory")];
  const widgets = [...allNamedAlike, `/FT/Sig/T(${signatureFieldName(FILE_UUID, 2)})/F 132/Rect[0 0 300 400]`];
  const file = await signWith(formPdf({ widgets }), certification, attacker);
  const content = { kind: "image" as const, image: null, lines: ["999999 EUR"] };
  const later = (signed: Buffer) => signWith(signed, signatureFieldName(FILE_UUID, 2), attacker, { content });
  const elsewhere = await signElsewhere(file, signerObject, [], victim);
  expect(verify(await later(elsewhere)).notices).toMatchObject([
    { code: "later_signature_shown", unseenBy: expect.arrayContaining([signer]) },
  ]);
  expect(verify(await later(await signWith(file, signer, victim))).notices).toEqual([]);
});

test("does not treat a signature in a field of the same name as the signer's own", async () => {
  const authority = await makeTestAuthority();
  const [victim, attacker] = [await authority.issue("Victor"), await authority.issue("Mallory")];
  const second = signatureFieldName(FILE_UUID, 2);
  const widgets = [
    `/FT/Sig/T(${certification})/F 132/Rect[0 0 0 0]`,
    `/FT/Sig/T(${signer})/F 132/Rect[0 0 0 0]`,
    `/FT/Sig/T(${signer})/F 132/Rect[10 10 110 60]`,
    `/FT/Sig/T(${second})/F 132/Rect[0 0 0 0]`,
    `/FT/Tx/T(${inputFieldName(FILE_UUID, 2, 1)})/F 4/Rect[0 0 300 400]`,
  ];
  const certified = await certify(
    fromBuffer(formPdf({ widgets })),
    { fieldName: certification, reason: null, signedAt: new Date(), name: null, expectedSha256: null },
    attacker.makeCms,
  );
  const signedFirst = await signWith(Buffer.concat([formPdf({ widgets }), certified.tail]), signer, attacker);
  const byVictim = await signElsewhere(signedFirst, 7, [], victim);
  const fills = [{ fieldName: inputFieldName(FILE_UUID, 2, 1), content: { kind: "text" as const, text: "EUR 9" } }];
  const report = verify(await signWith(byVictim, second, attacker, { fills }));
  expect(report.signatures.filter(({ signer: by }) => by?.subject.includes("Victor"))).toMatchObject([
    { verdict: "modified" },
  ]);
});

test("counts Off as no value of a checkbox, but as the value of a text field", () => {
  const off = ["Btn", "Tx"].map((type) => `/FT/${type}/T(${type})/V/Off/F 4/Rect[10 100 110 120]`);
  const document = PdfDocument.open(fromBuffer(formPdf({ widgets: off })));
  const empty = formFieldsOf(document).map(({ name, object }) => [name, isEmptyField(document, object)]);
  expect(Object.fromEntries(empty)).toMatchObject({ Btn: true, Tx: false });
});
