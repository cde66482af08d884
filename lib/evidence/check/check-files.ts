import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { listHash } from "@/lib/documents/envelopes/list-hash";
import { envelopeEntries, envelopeOriginalPattern } from "@/lib/evidence/bundle-entries";
import type { ChainDocument, ChainEvent } from "@/lib/evidence/schema";
import { isGreen, type VerificationReport } from "@/lib/pades/verify/report/report";
import { openSegments, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { hashOfFile } from "./check-attachments";
import { checkChain, nameOf } from "./check-chain";
import { compare, progressOf } from "./compare";
import { note, problem, type Findings, type Note, type Problem } from "./findings";
import { hashPrefixes } from "./hash-prefixes";

/**
 * `data.files` of an envelope's `file.completed` event: every file as sealed, with the head of its chain at that time.
 */
const sealedFiles = z.array(
  z.object({
    uuid: z.string(),
    position: z.int(),
    sha256: z.string(),
    size: z.int(),
    revision: z.int(),
    head: z.string(),
  }),
);
type SealedFile = z.infer<typeof sealedFiles>[number];

/** A document of an envelope's bundle. */
export interface OpenedFile {
  entry: string;
  path: string;
  source: ByteSource;
}

/** One file of an envelope: its entry in the bundle, the state of its signatures, and its problems. */
export interface CheckedFile {
  entry: string;
  report: VerificationReport;
  problems: Problem[];
}

/** The documents of an envelope's bundle, by entry. The caller closes them. */
export function openFiles(entries: ReadonlyMap<string, string>): OpenedFile[] {
  return [...entries]
    .filter(([entry]) => entry.startsWith("documents/"))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([entry, path]) => ({ entry, path, source: openSegments([{ path, size: statSync(path).size }]) }));
}

interface Beside {
  /** The PDF given in addition to the bundle, with the report on its signatures. */
  given: { source: ByteSource; report: VerificationReport } | null;
  entries: ReadonlyMap<string, string>;
  /** Attachments, and the originals of converted files, by entry name. */
  attachments: ReadonlyMap<string, string>;
  parseJson: (bytes: Buffer) => unknown;
  isClosed: boolean;
}

/**
 * Checks that a bundle contains exactly the files of its envelope, each in its place. The envelope's chain contains
 * their hashes and the heads of their chains. The chain of each file, which its seal vouches for, contains the
 * envelope's head. Throws what `parseJson` throws.
 */
export function checkFiles(
  envelope: ChainDocument,
  documents: readonly (OpenedFile & { report: VerificationReport })[],
  beside: Beside,
): Findings & { files: CheckedFile[] } {
  const completed = envelope.data.findLast(({ type }) => type === "file.completed");
  const named = sealedFiles.safeParse(completed?.data.files).data ?? [];
  const expected = new Set(named.flatMap(({ position }) => Object.values(envelopeEntries(position))));
  const files = documents.map((document): CheckedFile => {
    const file = named.find(({ position }) => envelopeEntries(position).document === document.entry);
    const problems = file ? checkFile(envelope, file, named.length, document, beside) : [];
    return { entry: document.entry, report: document.report, problems };
  });
  const originals = checkOriginals(named.length, beside);
  const missing = [...expected].filter((entry) => !beside.entries.has(entry));
  const foreign = [...beside.entries.keys()].filter((entry) => !expected.has(entry));
  return {
    files,
    notes: [note("envelope_files", { count: named.length }), ...originals.notes],
    problems: [
      ...checkList(completed, named),
      ...missing.map((name) => problem("file_entry_missing", { name })),
      ...foreign.map((name) => problem("file_entry_unexpected", { name })),
      ...originals.problems,
      ...files.flatMap(({ entry, problems }) => problems.map((found) => ({ ...found, entry }))),
      ...(beside.given ? checkGiven(beside.given, documents) : []),
    ],
  };
}

/** The list itself: complete, in order, and with the hash stated in the event. */
function checkList(completed: ChainEvent | undefined, named: readonly SealedFile[]): Problem[] {
  if (!completed || named.length === 0) return [problem("file_list_missing")];
  const event = nameOf(completed);
  const isInOrder = named.every(({ position }, index) => position === index + 1);
  const isWhole = isInOrder && new Set(named.map(({ uuid }) => uuid)).size === named.length;
  return [
    ...(isWhole ? [] : [problem("file_list_incomplete", { event })]),
    ...(completed.doc.sha256 === listHash(named) ? [] : [problem("file_list_hash_mismatch", { event })]),
  ];
}

function checkFile(
  envelope: ChainDocument,
  file: SealedFile,
  count: number,
  { source, report }: OpenedFile & { report: VerificationReport },
  { entries, parseJson, isClosed }: Beside,
): Problem[] {
  const place = entries.get(envelopeEntries(file.position).chain);
  if (place === undefined) return [];
  const checked = checkChain(parseJson(readFileSync(place)));
  const { problems } = compare({ source, document: report, evidence: null, checked, isClosed });
  return [...problems, ...(checked.chain ? checkLinks(envelope, file, count, checked.chain, source) : [])];
}

/**
 * The source files of the envelope's converted files. Each one is the upload with whose SHA-256 the chain of its file
 * begins.
 */
function checkOriginals(count: number, { entries, attachments, parseJson }: Beside): Findings {
  const originals = [...attachments.keys()].flatMap((entry) => {
    const [, position] = envelopeOriginalPattern.exec(entry) ?? [];
    return position === undefined ? [] : [{ entry, position: Number(position) }];
  });
  const problems = originals
    .filter(({ position }) => position < 1 || position > count)
    .map(({ entry }) => problem("file_entry_unexpected", { name: entry }));
  const notes: Note[] = [];
  for (let position = 1; position <= count; position++) {
    const { document, chain: place } = envelopeEntries(position);
    const path = entries.get(place);
    const { chain } = path === undefined ? { chain: null } : checkChain(parseJson(readFileSync(path)));
    if (!chain) continue;
    const own = originals.filter((one) => one.position === position).map(({ entry }) => entry);
    const type = chain.data[0]?.data.convertedFrom;
    const isUpload = (entry: string): boolean => hashOfFile(attachments.get(entry) ?? "") === chain.file.originalSha256;
    problems.push(
      ...(typeof type === "string"
        ? own.filter((entry) => !isUpload(entry)).map((name) => problem("original_mismatch", { name }))
        : own.map((name) => problem("original_of_unconverted", { name, document }))),
    );
    if (typeof type === "string") notes.push(originalNote(document, type, own[0]));
  }
  return { problems, notes };
}

function originalNote(document: string, type: string, original: string | undefined): Note {
  return original
    ? note("file_original_compared", { document, original })
    : note("original_not_included", { type, document });
}

/** From the envelope to the file, and back. */
function checkLinks(
  envelope: ChainDocument,
  file: SealedFile,
  count: number,
  chain: ChainDocument,
  source: ByteSource,
): Problem[] {
  if (chain.file.uuid !== file.uuid) return [problem("another_file", { position: file.position })];
  const sealed = chain.data.find(({ hash }) => hash === file.head);
  const isSealed =
    sealed?.type === "file.completed" && sealed.doc.sha256 === file.sha256 && sealed.doc.size === file.size;
  const link = chain.data.findLast(({ type }) => type === "envelope.linked");
  const isLinked =
    link !== undefined &&
    chain.sealed?.hash === link.hash &&
    link.data.envelope === envelope.file.uuid &&
    link.data.position === file.position &&
    link.data.files === count &&
    link.data.head === envelope.sealed?.hash;
  const isBeginning = source.size >= file.size && hashPrefixes(source, [file.size]).get(file.size) === file.sha256;
  return [
    ...(isSealed ? [] : [problem("file_completion_missing")]),
    ...(isLinked ? [] : [problem("file_link_mismatch")]),
    ...(isBeginning ? [] : [problem("file_bytes_mismatch")]),
  ];
}

/** The envelope's files in the bundle say nothing about bytes that were added to, or cut off, the given PDF. */
function checkGiven({ source, report }: NonNullable<Beside["given"]>, documents: readonly OpenedFile[]): Problem[] {
  const { verdict, completeness } = report;
  return [
    ...(isOneOf(source, documents) ? [] : [problem("given_pdf_not_in_envelope")]),
    ...(isGreen(verdict) ? [] : [problem("verdict_not_intact", { pdf: "given", verdict })]),
    ...(completeness?.code === "incomplete"
      ? [problem("earlier_state", { pdf: "given", ...progressOf(completeness) })]
      : []),
  ];
}

/** Whether the bytes are those of one of the files, or an earlier or later revision of it. */
function isOneOf(given: ByteSource, documents: readonly OpenedFile[]): boolean {
  return documents.some(({ source }) => {
    const shared = Math.min(given.size, source.size);
    return hashPrefixes(given, [shared]).get(shared) === hashPrefixes(source, [shared]).get(shared);
  });
}
