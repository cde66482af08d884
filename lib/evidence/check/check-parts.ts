import { readFileSync, statSync } from "node:fs";
import { headInReason, isEvidenceReason } from "@/lib/evidence/event-text";
import type { ChainDocument, ChainEvent } from "@/lib/evidence/schema";
import type { Completeness, PathCertificate, SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";
import { isGreen, verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { fromBuffer, openSegments, type ByteSource } from "@/lib/pdf/byte-source";
import { sealFieldName, signatureFieldName } from "@/lib/pdf/fields/field-names";
import { checkBundle, hashPrefixes, type Bundle } from "./check-bundle";
import type { Findings } from "./check-certificates";
import { checkChain, nameOf, type CheckedChain } from "./check-chain";
import { checkClosing } from "./check-closing";
import { completenessText } from "./completeness-text";
import { sealOf, type Seal } from "./seal-of";

/** Paths of what there is to check. */
export interface Parts {
  /** DER of the root certificates that the reader trusts to be the service's; none: whose keys signed is not judged. */
  roots?: readonly Buffer[];
  document: string | null;
  evidence: string | null;
  chain: string | null;
  /** The bundle that one or more of them come from: all that it holds is looked at. */
  bundle?: Bundle;
}

export interface CheckedParts {
  document: VerificationReport | null;
  evidence: VerificationReport | null;
  chain: ChainDocument | null;
  trust: Omit<Trust, "problems">;
  /** Failed checks. Empty: everything holds. */
  problems: string[];
  notes: string[];
}

/** No signature of ten signers on a large file should go unchecked for want of time: nobody waits for a web page here. */
const milliseconds = 60_000;

/**
 * Checks whatever there is of a signed document, its audit chain and its evidence, each by itself and against the others. Needs nothing but these files.
 * `parseJson` reads the chain, `judge` adds to the document's report what pictures show. Throws PdfError for a PDF that cannot be read, and what `parseJson` throws.
 */
export function checkParts(
  parts: Parts,
  parseJson: (bytes: Buffer) => unknown,
  judge: (report: VerificationReport) => VerificationReport = (report) => report,
): CheckedParts {
  const source = openPdf(parts.document);
  const ownPath = parts.bundle?.parts["document.pdf"] ?? null;
  const own = ownPath === parts.document ? source : openPdf(ownPath);
  try {
    const options = { milliseconds, ours: { rootCertificates: parts.roots ?? [] } };
    const evidenceSource = parts.evidence === null ? null : fromBuffer(readFileSync(parts.evidence));
    const document = source && judge(verifyPdf(source, options));
    const evidence = evidenceSource && verifyPdf(evidenceSource, options);
    const checked = parts.chain === null ? null : checkChain(parseJson(readFileSync(parts.chain)));
    const chain = checked?.chain ?? null;
    const { problems, ...trust } = checkTrust({ document, evidence }, parts.roots !== undefined);
    const closing = parts.bundle
      ? checkClosing(parts.bundle.parts, {
          chain,
          seals: sealsOf([document, evidence]),
          roots: parts.roots ?? null,
          parseJson,
        })
      : null;
    const isClosed = closing?.status === "held";
    const findings = [
      compare({ source, document, evidence, checked, isClosed }),
      { problems, notes: [] },
      ...(parts.bundle
        ? [checkBundle(parts.bundle, { given: source, own, evidence: evidenceSource, chain, options, isClosed })]
        : []),
      ...(closing ? [closing] : []),
    ];
    return { document, evidence, chain, trust, ...together(findings) };
  } finally {
    source?.close();
    if (own !== source) own?.close();
  }
}

function openPdf(path: string | null): ByteSource | null {
  return path === null ? null : openSegments([{ path, size: statSync(path).size }]);
}

function together(findings: readonly Findings[]): Findings {
  return {
    problems: [...new Set(findings.flatMap(({ problems }) => problems))],
    notes: findings.flatMap(({ notes }) => notes),
  };
}

function sealsOf(reports: readonly (VerificationReport | null)[]): SignatureRecord[] {
  return reports.flatMap((report) => (report && sealOf(report)?.record) ?? []);
}

interface Checked {
  source: ByteSource | null;
  document: VerificationReport | null;
  evidence: VerificationReport | null;
  checked: CheckedChain | null;
  isClosed: boolean;
}

function compare({ source, document, evidence, checked, isClosed }: Checked): Findings {
  const chain = checked?.chain ?? null;
  const against = chain && source && document ? checkDocument(chain, source, document, isClosed) : null;
  const sealedHead = against?.sealedHead ?? chain?.sealed?.hash ?? null;
  return {
    problems: [
      ...(document && !isGreen(document.verdict) ? [`the signatures of the document: ${document.verdict}`] : []),
      ...(checked?.problems ?? []),
      ...(against?.problems ?? []),
      ...(evidence && !chain && !isGreen(evidence.verdict) ? [`the evidence document: ${evidence.verdict}`] : []),
      ...(evidence && chain ? checkEvidence({ uuid: chain.file.uuid, head: sealedHead }, evidence) : []),
      ...(evidence && document ? checkEvidenceOf(document, evidence) : []),
      ...(evidence && chain ? checkEvidenceBytes(chain, evidence) : []),
    ],
    notes: [
      ...(against?.notes ?? []),
      ...(chain && !isClosed ? [serviceNote(chain, document)] : []),
      ...copyNotes(document, checked),
    ],
  };
}

function copyNotes(document: VerificationReport | null, checked: CheckedChain | null): string[] {
  if (!checked?.chain) return [];
  const { hiddenValues } = checked;
  return [
    ...(document ? [] : ["no signed PDF was given: the chain holds together or does not, and no seal vouches for it"]),
    ...(hiddenValues > 0
      ? [
          `${hiddenValues} personal values are erased or not shown in this copy; their salted hashes hold the chain together`,
        ]
      : []),
  ];
}

/** No hash covers `service`; the certificate of the seal names the host of the instance at the time its keys were made. */
function serviceNote({ service }: ChainDocument, document: VerificationReport | null): string {
  const organization = document && (sealOf(document)?.record.signer?.name.organization ?? null);
  return organization !== null && organization === hostOf(service)
    ? `the host of ${service}, the service that chain.json names, is the one in the seal’s certificate; nothing vouches for the rest of the address`
    : `the service that chain.json names, ${service}, is not vouched for: no hash covers it, and the seal’s certificate does not name it`;
}

function hostOf(service: string): string | null {
  return URL.canParse(service) ? new URL(service).hostname : null;
}

/** The certificates behind the seals. Anybody can run a service of their own that makes the same claims. */
interface Trust {
  /** `met`: every seal leads to a root that the reader named. `not_asked`: the reader named none. */
  status: "met" | "not_met" | "not_asked";
  /** Where the paths of the seals end, each once: a root, or as far as the files say. */
  tops: PathCertificate[];
  problems: string[];
}

function checkTrust(reports: Record<"document" | "evidence", VerificationReport | null>, isAsked: boolean): Trust {
  const seals = (["document", "evidence"] as const).flatMap((name) => {
    const record = reports[name] && sealOf(reports[name])?.record;
    return record ? [{ name, record }] : [];
  });
  const tops = new Map(seals.flatMap(({ record }) => record.certificates.slice(-1)).map((top) => [top.sha256, top]));
  const problems = seals
    .filter(({ record }) => record.chain !== "ours")
    .map(({ name }) => `the seal of the ${name} does not lead to a root certificate that you named`);
  if (seals.length === 0)
    problems.push("nothing that was given has a seal that could lead to the root certificate that you named");
  if (!isAsked) return { status: "not_asked", tops: [...tops.values()], problems: [] };
  return { status: problems.length === 0 ? "met" : "not_met", tops: [...tops.values()], problems };
}

interface About {
  uuid: string;
  /** The head that the evidence has to name; null where nobody knows it. */
  head: string | null;
}

/** Compares an evidence document with the document that it is about. `head` is the one of the document's own seal. */
export function checkEvidence({ uuid, head }: About, report: VerificationReport): string[] {
  const seal = report.signatures.find(({ field }) => field === sealFieldName(uuid));
  if (!seal) return ["the evidence document has no seal for this document"];
  if (report.verdict !== "intact" || seal.coverage !== "whole_file")
    return [`the evidence document is not as it was sealed: ${seal.explanation}`];
  const named = head ?? headInReason(seal.reason);
  const isItsOwn = named !== null && isEvidenceReason(seal.reason, uuid, named);
  return [
    ...(isItsOwn ? [] : ["the evidence document was made for another document or another audit trail"]),
    ...unsignedProblems(report),
  ];
}

/** Compares it with the PDF itself, so that a chain that was left out vouches for nothing. */
function checkEvidenceOf(document: VerificationReport, evidence: VerificationReport): string[] {
  const seal: Seal | null = sealOf(document);
  if (!seal) return ["the document has no seal that its evidence could be compared with"];
  return checkEvidence({ uuid: seal.uuid, head: headInReason(seal.record.reason) }, evidence);
}

/** A service writes nothing beside its seal but a timestamp that holds: whatever else stands there was altered. */
function unsignedProblems({ notices }: VerificationReport): string[] {
  return notices.flatMap((notice) => {
    if (notice.code === "timestamp_not_credited")
      return [`the timestamp of the evidence document’s seal does not hold: ${notice.problem}`];
    return notice.code === "unsigned_attribute_unknown"
      ? [`beside the evidence document’s seal stands an attribute of an unknown kind, ${notice.oid}`]
      : [];
  });
}

/** Evidence is made once: each time that it was handed out it had the same bytes. */
function checkEvidenceBytes({ data }: ChainDocument, { sha256 }: VerificationReport): string[] {
  const others = data.filter(
    (event) => event.type === "file.downloaded" && event.data.version === "evidence" && event.doc.sha256 !== sha256,
  );
  return others.map((event) => `the evidence document is not the one that was handed out at ${nameOf(event)}`);
}

interface CheckedDocument {
  problems: string[];
  /** Passed checks and open points, in plain words. */
  notes: string[];
  /** The head that the document's seal vouches for. */
  sealedHead: string | null;
}

/** Events whose bytes are the beginning of the file for ever: nothing that was signed is written anew. */
const lasting = new Set(["signed", "file.completed", "timestamp.added"]);

/** Compares a chain that holds together with the signed PDF: seal, signatures, and the bytes at every signature. `isClosed`: a closing record vouches for the chain's end. */
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

/** A document that its chain knows as completed is not handed on as one under way. */
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
            `the PDF has no seal of document ${file.uuid}: it is another document, or an earlier state of this one`,
          ],
          notes: [],
        }
      : { problems: [], notes: ["the document is not sealed yet: nothing but itself vouches for the chain"] };
  }
  const at = data.findIndex(({ hash }) => hash === head);
  const event = data[at];
  if (!event) {
    return {
      problems: [
        `the chain was cut off or written anew: the event that the seal vouches for, ${head}, is not in it; its last one is ${data.at(-1) ? nameOf(data.at(-1) as ChainEvent) : "none"}`,
      ],
      notes: [],
    };
  }
  const later = data.length - at - 1;
  return {
    problems:
      sealed?.hash === head && sealed.seq === event.seq
        ? []
        : [`the chain names another sealed event than the seal, which vouches for ${nameOf(event)}`],
    notes: [
      `the seal vouches for the events up to ${nameOf(event)}`,
      ...(later === 0 || isClosed
        ? []
        : [
            `${later} later ${later === 1 ? "event is" : "events are"} chained to it, and no seal vouches for ${later === 1 ? "it" : "them"}`,
          ]),
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
        : `the first ${Number(event.doc.size)} bytes of the PDF are not those of ${nameOf(event)}`,
    ];
  });
}

/** The upload is the beginning of the file, unless it had to be rewritten before anybody signed. */
function bytesNotes({ file }: ChainDocument, source: ByteSource): string[] {
  const found = hashPrefixes(source, [file.originalSize]).get(file.originalSize);
  return [
    found === file.originalSha256
      ? `the PDF begins with the ${file.originalSize} bytes that were uploaded`
      : "the upload was rewritten before it was signed, so that its own bytes are not in this PDF",
  ];
}

function checkSignatures({ file, data }: ChainDocument, records: readonly SignatureRecord[]): string[] {
  const signed = data.filter(({ type }) => type === "signed");
  const missing = records
    .filter(({ field }) => isSignersField(file.uuid, field) && !signed.some((event) => event.data.fieldName === field))
    .map(({ field }) => `the PDF holds a signature in ${field} of which the chain knows nothing`);
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
  if (!record) return [`the PDF holds no signature for ${nameOf(event)}`];
  const { serialNumber, certificateSha256 } = event.data;
  const isSame =
    plainSerial(record.signer?.serialNumber) === plainSerial(serialNumber) &&
    (certificateSha256 === undefined || record.certificates[0]?.sha256 === certificateSha256);
  return isSame
    ? []
    : [`the signature in ${record.field} was made with another certificate than ${nameOf(event)} says`];
}

function isSignersField(uuid: string, field: string): boolean {
  const prefix = signatureFieldName(uuid, 0).slice(0, -1);
  return field.startsWith(prefix) && /^\d+$/.test(field.slice(prefix.length));
}

/** Serial numbers are written in either case, with and without leading zeros. */
function plainSerial(serial: unknown): string {
  return typeof serial === "string"
    ? serial
        .toLowerCase()
        .replace(/^(?:00)+|:/g, "")
        .replace(/^0+/, "")
    : "";
}
