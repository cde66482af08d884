import { headInReason, isEvidenceReason } from "@/lib/evidence/event-text";
import type { ChainDocument, ChainEvent } from "@/lib/evidence/schema";
import { isGreen, type Completeness, type SignatureRecord, type VerificationReport } from "@/lib/pades/verify/report";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import type { Findings } from "./check-certificates";
import { nameOf, type CheckedChain } from "./check-chain";
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
      ...(document && !isGreen(document.verdict) ? [`signature verdict of the document: ${document.verdict}`] : []),
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

function evidenceProblems(
  evidence: VerificationReport,
  {
    chain,
    document,
    sealedHead,
  }: { chain: ChainDocument | null; document: VerificationReport | null; sealedHead: string | null },
): string[] {
  return [
    ...(!chain && !isGreen(evidence.verdict)
      ? [`signature verdict of the evidence document: ${evidence.verdict}`]
      : []),
    ...(chain ? checkEvidence({ uuid: chain.file.uuid, head: sealedHead }, evidence) : []),
    ...(document ? checkEvidenceOf(document, evidence) : []),
    ...(chain ? checkEvidenceBytes(chain, evidence) : []),
  ];
}

function copyNotes(isSealed: boolean, checked: CheckedChain | null): string[] {
  if (!checked?.chain) return [];
  const { hiddenValues } = checked;
  return [
    ...(isSealed ? [] : ["no signed PDF given: the audit trail was only checked for consistency, not against a seal"]),
    ...(hiddenValues > 0
      ? [
          `personal values erased or not included in this copy: ${hiddenValues} (their salted hashes remain in the audit trail)`,
        ]
      : []),
  ];
}

/** No hash covers `service`. The certificate of the seal contains the instance's host at the time its keys were created. */
function serviceNote({ service }: ChainDocument, document: VerificationReport | null): string {
  const organization = document && (sealOf(document)?.record.signer?.name.organization ?? null);
  return organization !== null && organization === hostOf(service)
    ? `the host of ${service}, the service stated in chain.json, matches the seal’s certificate; the rest of the address was not verified`
    : `the service stated in chain.json, ${service}, was not verified: no hash covers it, and it is not in the seal’s certificate`;
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
export function checkEvidence({ uuid, head }: About, report: VerificationReport): string[] {
  const seal = report.signatures.find(({ field }) => field === sealFieldName(uuid));
  if (!seal) return ["the evidence document has no seal for this document"];
  if (report.verdict !== "intact" || seal.coverage !== "whole_file")
    return [`the evidence document does not match its seal: ${seal.explanation}`];
  const named = head ?? headInReason(seal.reason);
  const isItsOwn = named !== null && isEvidenceReason(seal.reason, uuid, named);
  return [
    ...(isItsOwn ? [] : ["the evidence document was made for another document or another audit trail"]),
    ...unsignedProblems(report),
  ];
}

/** Compares it with the PDF itself, so that an omitted chain does not vouch for anything. */
function checkEvidenceOf(document: VerificationReport, evidence: VerificationReport): string[] {
  const seal: Seal | null = sealOf(document);
  if (!seal) return ["the evidence document could not be compared: the document has no seal"];
  return checkEvidence({ uuid: seal.uuid, head: headInReason(seal.record.reason) }, evidence);
}

/** The service writes only a valid timestamp outside its seal's signed content. Anything else there was altered. */
function unsignedProblems({ notices }: VerificationReport): string[] {
  return notices.flatMap((notice) => {
    if (notice.code === "timestamp_not_credited")
      return [`the timestamp of the evidence document’s seal is invalid: ${notice.problem}`];
    return notice.code === "unsigned_attribute_unknown"
      ? [`the evidence document’s seal has an unknown unsigned attribute, ${notice.oid}`]
      : [];
  });
}

/** Evidence is created once, so it has the same bytes each time it is handed out. */
function checkEvidenceBytes({ data }: ChainDocument, { sha256 }: VerificationReport): string[] {
  const others = data.filter(
    (event) => event.type === "file.downloaded" && event.data.version === "evidence" && event.doc.sha256 !== sha256,
  );
  return others.map((event) => `the evidence document does not match the one downloaded at ${nameOf(event)}`);
}

interface CheckedDocument {
  problems: string[];
  /** Passed checks and open points, in plain language. */
  notes: string[];
  /** The head that the document's seal vouches for. */
  sealedHead: string | null;
}

/** Events whose bytes remain the beginning of the file, because signed bytes are never rewritten. */
const lasting = new Set(["signed", "file.completed", "timestamp.added"]);

/**
 * Compares an internally consistent chain with the signed PDF: seal, signatures, and the bytes at every signature. `isClosed`: a closing record
 * vouches for the chain's end.
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
function checkCompleteness(chain: ChainDocument, completeness: Completeness | null): string[] {
  if (completeness?.code !== "incomplete" || completeness.file !== chain.file.uuid || !isCompleted(chain)) return [];
  return [`the PDF is an earlier state of a completed document: ${completenessText(completeness)}`];
}

function isCompleted({ data, sealed }: ChainDocument): boolean {
  return sealed !== null || data.some(({ type }) => type === "file.completed");
}

function checkSeal(
  chain: ChainDocument,
  head: string | null,
  isClosed: boolean,
): { problems: string[]; notes: string[] } {
  const { file, data, sealed } = chain;
  if (head === null) {
    return isCompleted(chain)
      ? {
          problems: [
            `the PDF has no seal for document ${file.uuid}: it is another document or an earlier state of this one`,
          ],
          notes: [],
        }
      : { problems: [], notes: ["the document is not sealed yet: no seal covers the audit trail"] };
  }
  const at = data.findIndex(({ hash }) => hash === head);
  const event = data[at];
  if (!event) {
    return {
      problems: [
        `the audit trail was truncated or rewritten: it does not contain the sealed event, ${head}; its last event is ${data.at(-1) ? nameOf(data.at(-1) as ChainEvent) : "none"}`,
      ],
      notes: [],
    };
  }
  const later = data.length - at - 1;
  return {
    problems:
      sealed?.hash === head && sealed.seq === event.seq
        ? []
        : [`the sealed event stated in the audit trail does not match the seal, which covers ${nameOf(event)}`],
    notes: [
      `the seal covers the events up to ${nameOf(event)}`,
      ...(later === 0 || isClosed
        ? []
        : [`${later} later ${later === 1 ? "event is" : "events are"} chained to it but not covered by a seal`]),
    ],
  };
}

function checkBytes({ data }: ChainDocument, source: ByteSource): string[] {
  const states = data.filter(
    ({ type, doc }) => lasting.has(type) && typeof doc.size === "number" && typeof doc.sha256 === "string",
  );
  const hashes = hashPrefixes(
    source,
    states.map(({ doc }) => Number(doc.size)),
  );
  return states.flatMap((event) => {
    const found = hashes.get(Number(event.doc.size));
    if (found === event.doc.sha256) return [];
    return [
      found === undefined
        ? `the PDF is shorter than it was at ${nameOf(event)}`
        : `the first ${Number(event.doc.size)} bytes of the PDF do not match ${nameOf(event)}`,
    ];
  });
}

/** The upload is the beginning of the file, unless it had to be rewritten before the first signature. */
function bytesNotes({ file, data }: ChainDocument, source: ByteSource): string[] {
  if (typeof data[0]?.data.convertedFrom === "string") return [];
  const found = hashPrefixes(source, [file.originalSize]).get(file.originalSize);
  return [
    found === file.originalSha256
      ? `the PDF begins with the ${file.originalSize} bytes that were uploaded`
      : "the upload was rewritten before signing: its original bytes are not in this PDF",
  ];
}

function checkSignatures({ file, data }: ChainDocument, records: readonly SignatureRecord[]): string[] {
  const signed = data.filter(({ type }) => type === "signed");
  const missing = records
    .filter(({ field }) => isSignersField(file.uuid, field) && !signed.some((event) => event.data.fieldName === field))
    .map(({ field }) => `the PDF has a signature in ${field} that is not in the audit trail`);
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

function checkSignature(event: ChainEvent, record: SignatureRecord | undefined): string[] {
  if (!record) return [`the PDF has no signature for ${nameOf(event)}`];
  const { serialNumber, certificateSha256 } = event.data;
  const isSame =
    plainSerial(record.signer?.serialNumber) === plainSerial(serialNumber) &&
    (certificateSha256 === undefined || record.certificates[0]?.sha256 === certificateSha256);
  return isSame ? [] : [`the certificate of the signature in ${record.field} does not match ${nameOf(event)}`];
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

/** "2 of 3 signed, not sealed": the progress of an incomplete document. */
export function completenessText({ signed, prepared, sealed }: Extract<Completeness, { code: "incomplete" }>): string {
  return `${signed} of ${prepared} signed, ${sealed ? "seal not valid" : "not sealed"}`;
}

interface Seal {
  /** The document that the seal was made for, from the name of its field. */
  uuid: string;
  record: SignatureRecord;
}

const uuidPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** The newest seal in a PDF, because a sealed document may have been uploaded and sealed again. Null if there is none. */
export function sealOf(report: VerificationReport): Seal | null {
  const seals = report.signatures.flatMap((record) => {
    const uuid = uuidPattern.exec(record.field)?.[0];
    return uuid !== undefined && record.field === sealFieldName(uuid) ? [{ uuid, record }] : [];
  });
  return seals.toSorted((one, other) => endOf(other) - endOf(one))[0] ?? null;
}

function endOf({ record }: Seal): number {
  return record.signedRevision?.end ?? -1;
}
