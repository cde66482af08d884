import { createHash, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { describeSigner, topOfChain } from "@/lib/pades/verify/cms/chain";
import { checkCms } from "@/lib/pades/verify/cms/cms-check";
import { readCms, type CmsSignature } from "@/lib/pades/verify/cms/cms-read";
import type { SignatureRecord } from "@/lib/pades/verify/report/report";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { asksForClosing } from "@/lib/platform/signed-texts";
import { BerError } from "@/lib/x509/ber";
import {
  closingRecord,
  envelopeClosingRecord,
  type ClosedPart,
  type ClosingRecord,
  type EnvelopeClosingRecord,
} from "../closing-record";
import type { ChainDocument } from "../schema";
import { hashOfFile } from "./check-attachments";
import { note, problem, type Note, type Problem, type ProblemParams } from "./findings";
import type { UnpackedBundle } from "./read-bundle";

type AnyRecord = ClosingRecord | EnvelopeClosingRecord;

export interface CheckedClosing {
  /** `absent`: a bundle of an earlier version, or one from which the record was removed. */
  status: "held" | "not_held" | "absent";
  problems: Problem[];
  notes: Note[];
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
 * Checks closing.json and closing.p7s of a bundle (docs/EVIDENCE-FORMAT.md, step 10): the service's signature over the
 * hashes of all other parts, the service's address and the end of the chain. Throws what `parseJson` throws.
 */
export function checkClosing(parts: UnpackedBundle, context: ClosingContext): CheckedClosing {
  const { "closing.json": record, "closing.p7s": signature } = parts;
  if (record === undefined && signature === undefined) return absent(context);
  if (record === undefined || signature === undefined)
    return failed([problem("entry_missing", { name: record === undefined ? "closing.json" : "closing.p7s" })]);
  const bytes = readFileSync(record);
  const unsigned = checkSignature(bytes, readFileSync(signature), context);
  if (unsigned !== null) return failed([unsigned]);
  const form = context.files ? envelopeClosingRecord : closingRecord;
  const parsed = form.safeParse(context.parseJson(bytes));
  if (!parsed.success) return failed([problem("closing_unreadable")]);
  const problems = [
    ...checkInput(parsed.data, parts),
    ...checkNamed(parsed.data.attachments ?? {}, context.attachments ?? new Map()),
    ...("files" in parsed.data ? checkNamed(parsed.data.files, context.files ?? new Map()) : []),
    ...checkChainOf(parsed.data, context.chain),
  ];
  if (problems.length > 0) return failed(problems);
  const { at, service, head } = parsed.data;
  return { status: "held", problems: [], notes: [note("closing_covers", { at, service, events: head.seq + 1 })] };
}

function failed(problems: Problem[]): CheckedClosing {
  return { status: "not_held", problems, notes: [] };
}

function absent({ seals }: ClosingContext): CheckedClosing {
  if (seals.some(({ reason }) => asksForClosing(reason))) return failed([problem("closing_removed")]);
  return { status: "absent", problems: [], notes: [note("closing_absent")] };
}

/** Null for a valid signature over `bytes` by the sealing service. */
function checkSignature(bytes: Buffer, der: Buffer, context: ClosingContext): Problem | null {
  const cms = readWhole(der);
  const digest = cms && digestNameOf(cms.digestAlgorithm);
  if (!cms || !digest) return problem("closing_signature_unreadable");
  const { status, signer, pinsSigner } = checkCms(cms, {
    digest: createHash(digest).update(bytes).digest(),
    feed: (sink) => sink(bytes),
  });
  if (status !== "valid" || !signer || !pinsSigner) return problem("closing_signature_invalid");
  if (!isOnlyPath(cms, signer)) return problem("closing_signature_with_more");
  if (isOfService(signer, cms, context)) return null;
  const { subject } = describeSigner(signer);
  return problem("closing_signer_unknown", { subject, compared: context.roots ? "roots" : "seals" });
}

/**
 * The signature covers everything in it: no unsigned attribute, no certificate outside the signer's path, no content,
 * no trailing bytes.
 */
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
 * Requires the authority of the seals and their subject name. Certificates of persons, issued by the same authority,
 * have other subjects and contain an address. A root provided by the reader connects a seal that the operator has since
 * replaced.
 */
function isOfService(
  signer: X509Certificate,
  { certificates }: CmsSignature,
  { seals, roots }: ClosingContext,
): boolean {
  const top = topOfChain(signer, [...certificates, ...(roots ?? [])]);
  const { subject, email } = describeSigner(signer);
  const sha256 = sha256Hex(top);
  const isSealsOwn = seals.some(
    (seal) => seal.signer?.subject === subject && seal.certificates.at(-1)?.sha256 === sha256,
  );
  if (roots === null) return isSealsOwn;
  return roots.some((root) => root.equals(top)) && (isSealsOwn || email === undefined);
}

function checkInput({ parts: named }: AnyRecord, parts: UnpackedBundle): Problem[] {
  return Object.entries(named).flatMap(([name, { size, sha256 }]) => {
    const place = parts[name as keyof UnpackedBundle];
    const isSame = place === undefined || (statSync(place).size === size && hashOfFile(place) === sha256);
    return isSame ? [] : [problem("closed_entry_mismatch", { name })];
  });
}

/** Every attachment or envelope file that was handed out, and no other. */
function checkNamed(record: Record<string, ClosedPart>, files: ReadonlyMap<string, string>): Problem[] {
  const names = [...new Set([...Object.keys(record), ...files.keys()])];
  return names.flatMap((name): Problem[] => {
    const [named, place] = [record[name], files.get(name)];
    if (place === undefined) return [problem("closed_entry_missing", { name })];
    if (named === undefined) return [problem("entry_not_closed", { name })];
    return statSync(place).size === named.size && hashOfFile(place) === named.sha256
      ? []
      : [problem("closed_entry_mismatch", { name })];
  });
}

function checkChainOf({ service, file, head }: AnyRecord, chain: ChainDocument | null): Problem[] {
  if (!chain) return [];
  const facts: [ProblemParams["closing_fact_mismatch"]["fact"], boolean][] = [
    ["service", service === chain.service],
    ["file", file === chain.file.uuid],
    ["head", head.seq === chain.head.seq && head.hash === chain.head.hash],
  ];
  return facts.filter(([, isSame]) => !isSame).map(([fact]) => problem("closing_fact_mismatch", { fact }));
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
