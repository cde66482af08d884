import { certify, seal } from "@/lib/pades/seal";
import { signFields, type SignPlan } from "@/lib/pades/sign-fields";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import type { ReportedFinding } from "@/lib/pades/verify/report/finding-text";
import type { Finding } from "@/lib/pades/verify/report/findings";
import type { SignatureVerdict, VerificationReport } from "@/lib/pades/verify/report/report";
import { verifyPdf, type VerifyOptions } from "@/lib/pades/verify/verify-pdf";
import { PdfDocument } from "@/lib/pdf/document";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { certificationFieldName, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { formPdf, type FormParts } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";

export const fileUuid = "0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01";
const signedAt = new Date("2026-03-01T12:00:00Z");

const at = (leftPt: number) => ({ leftPt, topPt: 100, widthPt: 150, heightPt: 60 });

export function plan(fieldName: string, changes: Partial<SignPlan> = {}): SignPlan {
  return {
    fieldName,
    content: null,
    fills: [],
    images: {},
    signedAt,
    name: "Ada Lovelace",
    reason: null,
    expectedSha256: null,
    ...changes,
  };
}

export async function signWith(
  bytes: Buffer,
  fieldName: string,
  signer: TestSigner,
  changes: Partial<SignPlan> = {},
): Promise<Buffer> {
  const { tail } = await signFields(fromBuffer(bytes), plan(fieldName, changes), signer.makeCms);
  return Buffer.concat([bytes, tail]);
}

export interface Completed {
  authority: TestAuthority;
  /** After preparation, certification, each signer, and the seal. */
  stages: Buffer[];
  bytes: Buffer;
}

/** A file as the service produces it: prepared, certified, signed by the first `signed` of two signers, sealed. */
export async function makeCompleted({
  signed = 2,
  base = makePdf({ pages: [{}, {}] }),
}: { signed?: number; base?: Buffer } = {}): Promise<Completed> {
  const authority = await makeTestAuthority();
  const service = await authority.issue("Paraph Service");
  const signers = [1, 2].map((signRequestId) => ({
    signRequestId,
    fields: [{ fieldId: signRequestId, type: "signature" as const, pageIndex: 0, box: at(signRequestId * 200 - 150) }],
  }));
  const prepared = prepareDocument(fromBuffer(base), { fileUuid, signers, maxPages: 100, expectedSha256: null });
  const stages: Buffer[] = [Buffer.concat([base, prepared.tail])];
  const last = (): Buffer => stages.at(-1) ?? base;
  const details = { signedAt, name: null, expectedSha256: null };
  const certified = await certify(
    fromBuffer(last()),
    { fieldName: certificationFieldName(fileUuid), reason: null, ...details },
    service.makeCms,
  );
  stages.push(Buffer.concat([last(), certified.tail]));
  for (let signer = 1; signer <= signed; signer += 1) {
    stages.push(
      await signWith(last(), signatureFieldName(fileUuid, signer), await authority.issue(`Signer ${signer}`)),
    );
  }
  const withdrawnFieldNames = [1, 2].slice(signed).map((signer) => signatureFieldName(fileUuid, signer));
  const sealed = await seal(
    fromBuffer(last()),
    { fieldName: sealFieldName(fileUuid), reason: "audit head 1234", withdrawnFieldNames, ...details },
    service.makeCms,
  );
  stages.push(Buffer.concat([last(), sealed.tail]));
  return { authority, stages, bytes: last() };
}

const twoFields = ["/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]", "/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]"];

/** A small form with the signature field `Sig1`, signed outside this service. */
export async function makeSignedForm(parts: Partial<FormParts> = {}): Promise<Buffer> {
  const stranger = await (await makeTestAuthority()).issue("Grace Hopper");
  return signWith(formPdf({ widgets: twoFields, ...parts }), "Sig1", stranger);
}

/** Appends one revision, like an attacker or an ordinary program. */
export function append(bytes: Buffer, change: (revision: Revision, document: PdfDocument) => void): Buffer {
  const document = PdfDocument.open(fromBuffer(bytes));
  const revision = new Revision(document);
  change(revision, document);
  return Buffer.concat([bytes, revision.build()]);
}

/** A verdict with its reasons, without their sentences. */
export interface Codes {
  verdict: SignatureVerdict;
  decidedBy: Finding;
  changes: Finding[];
}

/** The codes of one signature: the first, unless another field is named. */
export function codesOf({ signatures }: Pick<VerificationReport, "signatures">, field = signatures[0]?.field): Codes {
  const record = signatures.find((signature) => signature.field === field);
  if (!record) throw new Error("no such signature");
  return {
    verdict: record.verdict,
    decidedBy: withoutText(record.decidedBy),
    changes: record.changes.findings.map(withoutText),
  };
}

export function withoutText({ code, params, forbidden }: ReportedFinding): Finding {
  return { code, params, ...(forbidden ? { forbidden } : {}) } as Finding;
}

export function verify(bytes: Buffer, options: VerifyOptions = {}): VerificationReport {
  return verifyPdf(fromBuffer(bytes), options);
}
