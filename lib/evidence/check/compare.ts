import type { ChainDocument, ChainEvent } from "@/lib/evidence/schema";
import {
  isGreen,
  type Completeness,
  type SignatureRecord,
  type VerificationReport,
} from "@/lib/pades/verify/report/report";
import { fileOfField, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { headInReason, isEvidenceReason } from "@/lib/platform/signed-texts";
import { nameOf, type CheckedChain } from "./check-chain";
import { note, problem, type Findings, type Note, type Problem, type Progress } from "./findings";
import { hashPrefixes } from "./hash-prefixes";

/** One PDF with its chain and the evidence about it, as far as given. */
export interface Checked {
  source: ByteSource | null;
  document: VerificationReport | null;
  evidence: VerificationReport | null;
  checked: CheckedChain | null;
  isClosed: boolean;
  /** The chain belongs to an envelope, and the seals of its files vouch for it. */
  isEnvelope?: boolean;
}

/** Compares each one with the others. */
export function compare({ source, document, evidence, checked, isClosed, isEnvelope }: Checked): Findings {
  const chain = checked?.chain ?? null;
  const against = chain && source && document ? checkDocument(chain, source, document, isClosed) : null;
  const sealedHead = against?.sealedHead ?? chain?.sealed?.hash ?? null;
  return {
    problems: [
      ...(document ? verdictProblems("document", document) : []),
      ...(checked?.problems ?? []),
      ...(against?.problems ?? []),
      ...(evidence ? evidenceProblems(evidence, { chain, document, sealedHead }) : []),
    ],
    notes: [
      ...(against?.notes ?? []),
      ...(chain && !isClosed ? [serviceNote(chain, document)] : []),
      ...copyNotes(document !== null || isEnvelope === true, checked),
    ],
  };
}

function verdictProblems(pdf: "document" | "evidence", { verdict }: VerificationReport): Problem[] {
  return isGreen(verdict) ? [] : [problem("verdict_not_intact", { pdf, verdict })];
}

function evidenceProblems(
  evidence: VerificationReport,
  {
    chain,
    document,
    sealedHead,
  }: { chain: ChainDocument | null; document: VerificationReport | null; sealedHead: string | null },
): Problem[] {
  return [
    ...(chain ? [] : verdictProblems("evidence", evidence)),
    ...(chain ? checkEvidence({ uuid: chain.file.uuid, head: sealedHead }, evidence) : []),
    ...(document ? checkEvidenceOf(document, evidence) : []),
    ...(chain ? checkEvidenceBytes(chain, evidence) : []),
  ];
}

function copyNotes(isSealed: boolean, checked: CheckedChain | null): Note[] {
  if (!checked?.chain) return [];
  const { hiddenValues } = checked;
  return [
    ...(isSealed ? [] : [note("no_signed_pdf")]),
    ...(hiddenValues > 0 ? [note("personal_values_hidden", { count: hiddenValues })] : []),
  ];
}

/**
 * No hash covers `service`. The certificate of the seal contains the instance's host at the time its keys were created.
 */
function serviceNote({ service }: ChainDocument, document: VerificationReport | null): Note {
  const organization = document && (sealOf(document)?.record.signer?.name.organization ?? null);
  return organization !== null && organization === hostOf(service)
    ? note("service_host_matches", { service })
    : note("service_not_verified", { service });
}

function hostOf(service: string): string | null {
  return URL.canParse(service) ? new URL(service).hostname : null;
}

interface About {
  uuid: string;
  /** The head that the evidence must contain, or null if it is unknown. */
  head: string | null;
}

/** Compares an evidence document with the document it describes. `head` is that of the document's own seal. */
export function checkEvidence({ uuid, head }: About, report: VerificationReport): Problem[] {
  const seal = report.signatures.find(({ field }) => field === sealFieldName(uuid));
  if (!seal) return [problem("evidence_seal_missing")];
  if (report.verdict !== "intact" || seal.coverage !== "whole_file")
    return [problem("evidence_seal_mismatch", { decidedBy: seal.decidedBy })];
  const named = head ?? headInReason(seal.reason);
  const isItsOwn = named !== null && isEvidenceReason(seal.reason, uuid, named);
  return [...(isItsOwn ? [] : [problem("evidence_of_another_document")]), ...unsignedProblems(report)];
}

/** Compares it with the PDF itself, so that an omitted chain does not vouch for anything. */
function checkEvidenceOf(document: VerificationReport, evidence: VerificationReport): Problem[] {
  const seal: Seal | null = sealOf(document);
  if (!seal) return [problem("evidence_without_document_seal")];
  return checkEvidence({ uuid: seal.uuid, head: headInReason(seal.record.reason) }, evidence);
}

/** The service writes only a valid timestamp outside its seal's signed content. Anything else there was altered. */
function unsignedProblems({ notices, signatures }: VerificationReport): Problem[] {
  return notices.flatMap((notice) => {
    if (notice.code === "timestamp_not_credited") {
      const stamped = signatures.find(({ field }) => field === notice.field);
      return [problem("evidence_timestamp_invalid", { findings: stamped?.timestamp.findings ?? [] })];
    }
    return notice.code === "unsigned_attribute_unknown"
      ? [problem("evidence_attribute_unknown", { oid: notice.oid })]
      : [];
  });
}

/** Evidence is created once, so it has the same bytes each time it is handed out. */
function checkEvidenceBytes({ data }: ChainDocument, { sha256 }: VerificationReport): Problem[] {
  const others = data.filter(
    (event) => event.type === "file.downloaded" && event.data.version === "evidence" && event.doc.sha256 !== sha256,
  );
  return others.map((event) => problem("evidence_download_mismatch", { event: nameOf(event) }));
}

interface CheckedDocument extends Findings {
  /** The head that the document's seal vouches for. */
  sealedHead: string | null;
}

/** Events whose bytes remain the beginning of the file, because signed bytes are never rewritten. */
const lasting = new Set(["signed", "file.completed", "timestamp.added"]);

/**
 * Compares an internally consistent chain with the signed PDF: seal, signatures, and the bytes at every signature.
 * `isClosed`: a closing record vouches for the chain's end.
 */
function checkDocument(
  chain: ChainDocument,
  source: ByteSource,
  report: VerificationReport,
  isClosed: boolean,
): CheckedDocument {
  const seal = report.signatures.find(({ field }) => field === sealFieldName(chain.file.uuid));
  const sealedHead = headInReason(seal?.reason ?? null);
  const sealed = checkSeal(chain, sealedHead, isClosed);
  return {
    sealedHead,
    notes: [...sealed.notes, ...bytesNotes(chain, source)],
    problems: [
      ...sealed.problems,
      ...checkCompleteness(chain, report.completeness),
      ...checkBytes(chain, source),
      ...checkSignatures(chain, report.signatures),
    ],
  };
}

/** A document that is complete according to its chain must not be presented as one in progress. */
function checkCompleteness(chain: ChainDocument, completeness: Completeness | null): Problem[] {
  if (completeness?.code !== "incomplete" || completeness.file !== chain.file.uuid || !isCompleted(chain)) return [];
  return [problem("earlier_state", { pdf: "document", ...progressOf(completeness) })];
}

function isCompleted({ data, sealed }: ChainDocument): boolean {
  return sealed !== null || data.some(({ type }) => type === "file.completed");
}

function checkSeal(chain: ChainDocument, head: string | null, isClosed: boolean): Findings {
  const { file, data, sealed } = chain;
  if (head === null) {
    return isCompleted(chain)
      ? { problems: [problem("seal_missing", { file: file.uuid })], notes: [] }
      : { problems: [], notes: [note("not_sealed_yet")] };
  }
  const at = data.findIndex(({ hash }) => hash === head);
  const event = data[at];
  if (!event) {
    const last = data.at(-1);
    return { problems: [problem("sealed_event_missing", { head, last: last ? nameOf(last) : null })], notes: [] };
  }
  const later = data.length - at - 1;
  return {
    problems:
      sealed?.hash === head && sealed.seq === event.seq
        ? []
        : [problem("sealed_event_mismatch", { event: nameOf(event) })],
    notes: [
      note("seal_covers", { event: nameOf(event) }),
      ...(later === 0 || isClosed ? [] : [note("events_after_seal", { count: later })]),
    ],
  };
}

function checkBytes({ data }: ChainDocument, source: ByteSource): Problem[] {
  const states = data.filter(
    ({ type, doc }) => lasting.has(type) && typeof doc.size === "number" && typeof doc.sha256 === "string",
  );
  const hashes = hashPrefixes(
    source,
    states.map(({ doc }) => Number(doc.size)),
  );
  return states.flatMap((event) => {
    const size = Number(event.doc.size);
    const found = hashes.get(size);
    if (found === event.doc.sha256) return [];
    return [
      found === undefined
        ? problem("document_shorter", { event: nameOf(event) })
        : problem("bytes_mismatch", { size, event: nameOf(event) }),
    ];
  });
}

/** The upload is the beginning of the file, unless it had to be rewritten before the first signature. */
function bytesNotes({ file, data }: ChainDocument, source: ByteSource): Note[] {
  if (typeof data[0]?.data.convertedFrom === "string") return [];
  const found = hashPrefixes(source, [file.originalSize]).get(file.originalSize);
  const { originalSize: size } = file;
  return [found === file.originalSha256 ? note("begins_with_upload", { size }) : note("upload_rewritten")];
}

function checkSignatures({ file, data }: ChainDocument, records: readonly SignatureRecord[]): Problem[] {
  const signed = data.filter(({ type }) => type === "signed");
  const missing = records
    .filter(({ field }) => isSignersField(file.uuid, field) && !signed.some((event) => event.data.fieldName === field))
    .map(({ field }) => problem("signature_not_recorded", { field }));
  return [
    ...missing,
    ...signed.flatMap((event) =>
      checkSignature(
        event,
        records.find(({ field }) => field === event.data.fieldName),
      ),
    ),
  ];
}

function checkSignature(event: ChainEvent, record: SignatureRecord | undefined): Problem[] {
  if (!record) return [problem("signature_missing", { event: nameOf(event) })];
  const { serialNumber, certificateSha256 } = event.data;
  const isSame =
    plainSerial(record.signer?.serialNumber) === plainSerial(serialNumber) &&
    (certificateSha256 === undefined || record.certificates[0]?.sha256 === certificateSha256);
  const { field } = record;
  return isSame ? [] : [problem("signature_certificate_mismatch", { field, event: nameOf(event) })];
}

function isSignersField(uuid: string, field: string): boolean {
  const prefix = signatureFieldName(uuid, 0).slice(0, -1);
  return field.startsWith(prefix) && /^\d+$/.test(field.slice(prefix.length));
}

/** Serial numbers appear in either case, with and without leading zeros. */
function plainSerial(serial: unknown): string {
  return typeof serial === "string"
    ? serial
        .toLowerCase()
        .replace(/^(?:00)+|:/g, "")
        .replace(/^0+/, "")
    : "";
}

export function progressOf({ signed, prepared, sealed }: Extract<Completeness, { code: "incomplete" }>): Progress {
  return { signed, prepared, sealed };
}

interface Seal {
  /** The document that the seal was made for, from the name of its field. */
  uuid: string;
  record: SignatureRecord;
}

/**
 * The newest seal in a PDF, because a sealed document may have been uploaded and sealed again. Null if there is none.
 */
export function sealOf(report: VerificationReport): Seal | null {
  const seals = report.signatures.flatMap((record) => {
    const uuid = fileOfField(record.field);
    return uuid !== null && record.field === sealFieldName(uuid) ? [{ uuid, record }] : [];
  });
  return seals.toSorted((one, other) => endOf(other) - endOf(one))[0] ?? null;
}

function endOf({ record }: Seal): number {
  return record.signedRevision?.end ?? -1;
}
