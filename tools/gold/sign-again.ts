import { readFileSync } from "node:fs";
import path from "node:path";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import type { SignatureRecord } from "@/lib/pades/verify/report/report";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { isParaphFieldName } from "@/lib/pdf/fields/prepared-field";
import { ingestUpload, type PageSize } from "@/lib/pdf/ingest/ingest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { complaintsAbout } from "@/lib/pdf/testing/revision-judge";

export interface SignedAgain {
  file: string;
  /** Why ingest or preparation refused it; null when it was signed. */
  refusal: string | null;
  earlier: number;
  complaints: string[];
}

/** Refusals attributed to the file; any other refusal is a bug of ours. */
const statedReasons = new Set(["locked", "damaged", "encrypted", "not_a_pdf", "covers_annotation"]);
/** Verdicts matter here, not speed. */
const patient = { milliseconds: 30_000 };
const green = new Set(["intact", "intact_later_allowed"]);

/**
 * Sends a signed file through ingest, preparation, one or two signatures and the seal, and checks its earlier
 * signatures by our verdict, by pdfsig, and by the changes that qpdf finds from revision to revision. Null for an
 * unsigned file.
 */
export async function signAgain(folder: string, file: string, signers: number): Promise<SignedAgain | null> {
  const upload = readFileSync(path.join(folder, file));
  const refused = (code: string): SignedAgain => ({
    file,
    refusal: code,
    earlier: 0,
    complaints: statedReasons.has(code) ? [] : [`refused as ${code}`],
  });
  try {
    const earlier = verifyPdf(fromBuffer(upload), patient).signatures;
    if (earlier.length === 0) {
      return null;
    }
    const step = ingestUpload(fromBuffer(upload), "uploaded");
    const page = step.kind === "ready" ? step.pages[0] : undefined;
    if (step.kind !== "ready" || !step.alreadySigned || !page) {
      return { file, refusal: null, earlier: earlier.length, complaints: ["a signed file was not taken in as signed"] };
    }
    const document = await complete(upload, signers, page);
    return { file, refusal: null, earlier: earlier.length, complaints: judge(upload, document, earlier) };
  } catch (error) {
    if (error instanceof PdfError) {
      return refused(error.code);
    }
    throw error;
  }
}

let authority: Promise<TestAuthority> | null = null;

async function complete(upload: Buffer, signers: number, page: PageSize): Promise<GrowingDocument> {
  authority ??= makeTestAuthority();
  const service = await (await authority).issue("Paraph");
  const document = new GrowingDocument(upload);
  await prepareWhereItMay(document, signers, page, service);
  for (let signer = 1; signer <= signers; signer += 1) {
    const content = signer === 1 ? null : { kind: "image" as const, image: null, lines: ["Ada Lovelace"] };
    await document.sign(signer, await (await authority).issue(`Signer ${signer}`), { content });
  }
  await document.seal(service);
  return document;
}

// The first signer signs without a field, the second in one if the page has room for one.
async function prepareWhereItMay(
  document: GrowingDocument,
  signers: number,
  page: PageSize,
  service: TestSigner,
): Promise<void> {
  const first = { signRequestId: 1, fields: [] };
  for (const share of [0.02, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9]) {
    const box = {
      leftPt: page.widthPt * 0.05,
      topPt: page.heightPt * share,
      widthPt: page.widthPt * 0.2,
      heightPt: page.heightPt * 0.06,
    };
    const second = { signRequestId: 2, fields: [{ fieldId: 1, type: "signature" as const, pageIndex: 0, box }] };
    try {
      await document.prepare(signers === 1 ? [first] : [first, second], service);
      return;
    } catch (error) {
      if (!(error instanceof PdfError) || error.code !== "covers_annotation") {
        throw error;
      }
    }
  }
  throw new PdfError("covers_annotation", "no room beside the annotations of the first page");
}

function judge(upload: Buffer, document: GrowingDocument, earlier: readonly SignatureRecord[]): string[] {
  const states = document.states;
  const steps = states.slice(1).flatMap((state, index) => {
    const before = states[index] ?? upload;
    const isKept = state.subarray(0, before.length).equals(before);
    return [...(isKept ? [] : ["earlier bytes changed"]), ...complaintsAbout(before, state, isParaphFieldName)];
  });
  const whole = complaintsAbout(upload, document.bytes, isParaphFieldName);
  return [
    ...new Set([
      ...steps,
      ...whole,
      ...verdictsLost(document.bytes, earlier),
      ...oursBroken(document.bytes),
      ...pdfsigDiffers(upload, document.bytes),
    ]),
  ];
}

function verdictsLost(bytes: Buffer, earlier: readonly SignatureRecord[]): string[] {
  const now = new Map(verifyPdf(fromBuffer(bytes), patient).signatures.map((record) => [record.field, record.verdict]));
  return earlier.flatMap(({ field, verdict }) => {
    const after = now.get(field) ?? "gone";
    return after === verdict || (green.has(verdict) && green.has(after))
      ? []
      : [`${field} was ${verdict} and is ${after}`];
  });
}

function oursBroken(bytes: Buffer): string[] {
  const ours = verifyPdf(fromBuffer(bytes), patient).signatures.filter(({ field }) =>
    field.startsWith(`paraph-${FILE_UUID}`),
  );
  return ours
    .filter(({ verdict }) => !green.has(verdict))
    .map(({ field, explanation }) => `our own ${field}: ${explanation}`);
}

function pdfsigDiffers(upload: Buffer, bytes: Buffer): string[] {
  const now = new Map(pdfsig(bytes).map((found) => [found.field, found.isValid]));
  return pdfsig(upload)
    .filter(({ field, isValid }) => now.get(field) !== isValid)
    .map(({ field }) => `pdfsig judges ${field} differently`);
}
