import { expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { fileUuid, makeCompleted, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import { certificationFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";

test("counts the prepared signers who signed, until the document is sealed", async () => {
  const { stages, bytes } = await makeCompleted();
  const incomplete = (count: number) => ({
    code: "incomplete",
    file: fileUuid,
    signed: count,
    prepared: 2,
    sealed: false,
  });
  expect(stages.slice(0, 4).map((stage) => verify(stage).completeness)).toEqual([
    incomplete(0),
    incomplete(0),
    incomplete(1),
    incomplete(2),
  ]);
  expect(verify(bytes).completeness).toEqual({ code: "complete", file: fileUuid });
});

test("reports a document truncated to an earlier state as incomplete with green signatures", async () => {
  const { stages } = await makeCompleted();
  expect(verify(stages[2] ?? Buffer.alloc(0))).toMatchObject({
    verdict: "intact_later_allowed",
    completeness: { code: "incomplete", signed: 1, prepared: 2 },
  });
});

test("reports a sealed document as complete although a signer was withdrawn", async () => {
  expect(verify((await makeCompleted({ signed: 1 })).bytes).completeness).toEqual({ code: "complete", file: fileUuid });
});

test("does not count an invalid seal or signature", async () => {
  const { bytes, stages } = await makeCompleted();
  const broken = Buffer.from(bytes);
  // A byte that only the seal covers.
  const at = broken.indexOf("audit head 1234", stages[3]?.length ?? 0);
  broken[at] = 0x41;
  expect(verify(broken).completeness).toEqual({
    code: "incomplete",
    file: fileUuid,
    signed: 2,
    prepared: 2,
    sealed: true,
  });
  const early = Buffer.from(bytes);
  early[early.indexOf("/MediaBox") + "/MediaBox[0 0 ".length] = 0x39;
  expect(verify(early).verdict).toBe("invalid");
  expect(verify(early).completeness).toMatchObject({ code: "incomplete", signed: 0 });
});

test("gives no completeness for a file that Paraph did not prepare, even if it reuses a field name", async () => {
  expect(verify(await makeSignedForm()).completeness).toBeNull();
  const named = formPdf({ widgets: [`/FT/Sig/T(${certificationFieldName(fileUuid)})/F 132/Rect[0 0 0 0]`] });
  expect(
    verify(await signWith(named, certificationFieldName(fileUuid), await (await makeTestAuthority()).issue("Mallory")))
      .completeness,
  ).toBeNull();
  const text = formPdf({ widgets: [`/FT/Tx/T(${signatureFieldName(fileUuid, 1)})/F 4/Rect[10 10 90 30]`] });
  expect(verify(text).completeness).toBeNull();
});
