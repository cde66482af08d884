import type { Completeness, SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { sealFieldName, signatureFieldName } from "@/lib/pdf/fields/field-names";
import type { ChainDocument, ChainEvent } from "../schema";
import { headInReason } from "../seal-words";
import { nameOf } from "./check-chain";
import { completenessInWords } from "./completeness-in-words";
import { hashPrefixes } from "./hash-prefixes";

export interface CheckedDocument {
  problems: string[];
  /** What is as it should be, or cannot be told, in plain words. */
  notes: string[];
  /** The head that the document's seal vouches for. */
  sealedHead: string | null;
}

/** Events whose bytes are the beginning of the file for ever: nothing that was signed is written anew. */
const lasting = new Set(["signed", "file.completed", "timestamp.added"]);

/** Compares a chain that holds together with the signed PDF: seal, signatures, and the bytes at every signature. `isClosed`: a closing record vouches for the chain's end. */
export function checkDocument(
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
  return [`the PDF is an earlier state of a completed document: ${completenessInWords(completeness)}`];
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
