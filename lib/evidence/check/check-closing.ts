import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { asksForClosing } from "@/lib/evidence/event-text";
import { describeSigner, topOfChain } from "@/lib/pades/verify/chain";
import { digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { BerError } from "@/lib/pades/verify/cms/ber";
import { checkCms } from "@/lib/pades/verify/cms/cms-check";
import { readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import type { SignatureRecord } from "@/lib/pades/verify/report";
import {
  closingRecord,
  envelopeClosingRecord,
  type ClosedPart,
  type ClosingRecord,
  type EnvelopeClosingRecord,
} from "../closing-record";
import type { ChainDocument } from "../schema";
import { hashOfFile } from "./check-attachments";
import type { UnpackedBundle } from "./read-bundle";

type AnyRecord = ClosingRecord | EnvelopeClosingRecord;

export interface CheckedClosing {
  /** `absent`: a bundle of an earlier version, or one from which the record was removed. */
  status: "held" | "not_held" | "absent";
  problems: string[];
  notes: string[];
}

export interface ClosingContext {
  chain: ChainDocument | null;
  /** The seals of the document and of its evidence. The record must come from the same service. */
  seals: readonly SignatureRecord[];
  /** DER of the roots that the reader provided, or null without any. */
  roots: readonly Buffer[] | null;
  parseJson: (bytes: Buffer) => unknown;
  /** Attachment files by entry name. */
  attachments?: ReadonlyMap<string, string>;
  /** For an envelope: its files and their chains, by entry name. */
  files?: ReadonlyMap<string, string>;
}

/**
 * Checks closing.json and closing.p7s of a bundle (docs/EVIDENCE-FORMAT.md, step 10): the service's signature over the hashes of all other parts,
 * the service's address and the end of the chain. Throws what `parseJson` throws.
 */
export function checkClosing(parts: UnpackedBundle, context: ClosingContext): CheckedClosing {
  const { "closing.json": record, "closing.p7s": signature } = parts;
  if (record === undefined && signature === undefined) return absent(context);
  if (record === undefined || signature === undefined)
    return failed([`${record === undefined ? "closing.json" : "closing.p7s"} is missing from the bundle`]);
  const bytes = readFileSync(record);
  const unsigned = checkSignature(bytes, readFileSync(signature), context);
  if (unsigned !== null) return failed([unsigned]);
  const form = context.files ? envelopeClosingRecord : closingRecord;
  const parsed = form.safeParse(context.parseJson(bytes));
  if (!parsed.success) return failed(["closing.json is invalid or in an unsupported format"]);
  const problems = [
    ...checkParts(parsed.data, parts),
    ...checkNamed(parsed.data.attachments ?? {}, context.attachments ?? new Map()),
    ...("files" in parsed.data ? checkNamed(parsed.data.files, context.files ?? new Map()) : []),
    ...checkChainOf(parsed.data, context.chain),
  ];
  if (problems.length > 0) return failed(problems);
  return {
    status: "held",
    problems: [],
    notes: [
      `the closing record of ${parsed.data.at}, signed by the service, covers every file of the bundle, the service ${parsed.data.service} and all ${parsed.data.head.seq + 1} events`,
    ],
  };
}

function failed(problems: string[]): CheckedClosing {
  return { status: "not_held", problems, notes: [] };
}

function absent({ seals }: ClosingContext): CheckedClosing {
  if (seals.some(({ reason }) => asksForClosing(reason)))
    return failed(["the closing record was removed: the evidence document states that the bundle has one"]);
  return {
    status: "absent",
    problems: [],
    notes: [
      "no closing record, as in bundles of earlier versions: events after the seal are not covered by any signature",
    ],
  };
}

/** Null for a valid signature over `bytes` by the sealing service. */
function checkSignature(bytes: Buffer, der: Buffer, context: ClosingContext): string | null {
  const cms = readWhole(der);
  const digest = cms && digestNameOf(cms.digestAlgorithm);
  if (!cms || !digest) return "closing.p7s is not a readable CMS signature";
  const { status, signer, pinsSigner } = checkCms(cms, {
    digest: createHash(digest).update(bytes).digest(),
    feed: (sink) => sink(bytes),
  });
  if (status !== "valid" || !signer || !pinsSigner) return "the signature of the closing record is invalid";
  if (!isOnlyPath(cms, signer))
    return "closing.p7s contains unexpected data besides the signature and its certificates";
  return isOfService(signer, cms, context)
    ? null
    : `the closing record was signed by ${describeSigner(signer).subject}, which could not be matched to ${context.roots ? "the given root certificate" : "the seals"}`;
}

/** The signature covers everything in it: no unsigned attribute, no certificate outside the signer's path, no content, no trailing bytes. */
function isOnlyPath(
  { certificates, unsignedAttributes, revocationInfos, content }: CmsSignature,
  signer: X509Certificate,
): boolean {
  const opened = certificates.map(openOrNull);
  const issued = (issuer: X509Certificate): boolean =>
    opened.some(
      (other) => other !== null && other !== issuer && other.checkIssued(issuer) && other.verify(issuer.publicKey),
    );
  const isPath = opened.every(
    (certificate) => certificate !== null && (certificate.raw.equals(signer.raw) || issued(certificate)),
  );
  return (
    isPath &&
    new Set(certificates.map((der) => der.toString("base64"))).size === certificates.length &&
    unsignedAttributes.values.size === 0 &&
    revocationInfos.length === 0 &&
    content === null
  );
}

/**
 * Requires the authority of the seals and their subject name. Certificates of persons, issued by the same authority, have other subjects and
 * contain an address. A root provided by the reader connects a seal that the operator has since replaced.
 */
function isOfService(
  signer: X509Certificate,
  { certificates }: CmsSignature,
  { seals, roots }: ClosingContext,
): boolean {
  const top = topOfChain(signer, [...certificates, ...(roots ?? [])]);
  const { subject, email } = describeSigner(signer);
  const sha256 = createHash("sha256").update(top).digest("hex");
  const isSealsOwn = seals.some(
    (seal) => seal.signer?.subject === subject && seal.certificates.at(-1)?.sha256 === sha256,
  );
  if (roots === null) return isSealsOwn;
  return roots.some((root) => root.equals(top)) && (isSealsOwn || email === undefined);
}

function checkParts({ parts: named }: AnyRecord, parts: UnpackedBundle): string[] {
  return Object.entries(named).flatMap(([name, { size, sha256 }]) => {
    const place = parts[name as keyof UnpackedBundle];
    const isSame = place === undefined || (statSync(place).size === size && hashOfFile(place) === sha256);
    return isSame ? [] : [`${name} does not match the closing record`];
  });
}

/** Every attachment or envelope file that was handed out, and no other. */
function checkNamed(record: Record<string, ClosedPart>, files: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...Object.keys(record), ...files.keys()])];
  return names.flatMap((name) => {
    const [named, place] = [record[name], files.get(name)];
    if (place === undefined) return [`${name} is missing from the bundle but listed in the closing record`];
    if (named === undefined) return [`unexpected file in the bundle: ${name} is not listed in the closing record`];
    return statSync(place).size === named.size && hashOfFile(place) === named.sha256
      ? []
      : [`${name} does not match the closing record`];
  });
}

function checkChainOf({ service, file, head }: AnyRecord, chain: ChainDocument | null): string[] {
  if (!chain) return [];
  const facts: [string, boolean][] = [
    ["service", service === chain.service],
    ["document", file === chain.file.uuid],
    ["last event", head.seq === chain.head.seq && head.hash === chain.head.hash],
  ];
  return facts
    .filter(([, isSame]) => !isSame)
    .map(([what]) => `the ${what} in the audit trail does not match the closing record`);
}

function readWhole(der: Buffer): CmsSignature | null {
  try {
    const cms = readCms(der);
    return cms.length === der.length ? cms : null;
  } catch (error) {
    if (error instanceof BerError) return null;
    throw error;
  }
}

function openOrNull(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}
