import { statSync } from "node:fs";
import { envelopeOriginalPattern, originalEntryPattern } from "@/lib/evidence/bundle-entries";
import { isEnvelopeChain } from "@/lib/evidence/bundle-readme";
import { attachedFiles, type ChainDocument } from "@/lib/evidence/schema";
import { openSegments } from "@/lib/pdf/syntax/byte-source";
import { note, problem, type Findings, type Note, type Problem } from "./findings";
import { hashPrefixes } from "./hash-prefixes";

/**
 * Checks attachments against the chain, which contains the SHA-256 of every added file and, in the signing and approval
 * events, of those that counted. A signer's copy lacks other people's files, so a missing one is only a note. The
 * source file of a converted document is the upload, with whose SHA-256 the chain begins.
 */
export function checkAttachments(files: ReadonlyMap<string, string>, chain: ChainDocument | null): Findings {
  if (chain === null)
    return {
      problems: [],
      notes: files.size > 0 ? [note("attachments_not_compared")] : [],
    };
  const added = addedIn(chain);
  const found = new Set<string>();
  let hasOriginal = false;
  const problems = [...files].flatMap(([name, path]): Problem[] => {
    // Compared with the chain of its own file.
    if (envelopeOriginalPattern.test(name) && isEnvelopeChain(chain)) return [];
    if (originalEntryPattern.test(name)) {
      hasOriginal = hashOfFile(path) === chain.file.originalSha256;
      return hasOriginal ? [] : [problem("original_mismatch", { name })];
    }
    const [, signRequestId, attachmentId] = /^attachments\/(\d+)-(\d+)\./.exec(name) ?? [];
    const entry = added.find((one) => String(one.attachmentId) === attachmentId);
    if (!entry || String(entry.signRequestId) !== signRequestId) return [problem("attachment_not_recorded", { name })];
    if (hashOfFile(path) !== entry.sha256) return [problem("attachment_mismatch", { name, seq: entry.seq })];
    found.add(entry.sha256);
    return [];
  });
  const signed = chain.data.flatMap(({ data }) => attachedFiles.safeParse(data.attachments).data ?? []);
  const absent = signed.filter(({ sha256 }) => !found.has(sha256)).length;
  return { problems, notes: [...originalNotes(chain, hasOriginal), ...notesOf(found.size, absent)] };
}

function originalNotes({ data }: ChainDocument, isHere: boolean): Note[] {
  const type = data[0]?.data.convertedFrom;
  if (typeof type !== "string") return [];
  return [isHere ? note("original_matches", { type }) : note("original_not_included", { type, document: null })];
}

function notesOf(found: number, absent: number): Note[] {
  return [
    ...(found > 0 ? [note("attachments_match", { count: found })] : []),
    ...(absent > 0 ? [note("attachments_not_included", { count: absent })] : []),
  ];
}

interface Added {
  seq: number;
  signRequestId: unknown;
  attachmentId: unknown;
  sha256: string;
}

function addedIn({ data }: ChainDocument): Added[] {
  return data
    .filter(({ type }) => type === "attachment.added")
    .map(({ seq, data: { signRequestId, attachmentId, sha256 } }) => ({
      seq,
      signRequestId,
      attachmentId,
      sha256: String(sha256),
    }));
}

export function hashOfFile(path: string): string | undefined {
  const source = openSegments([{ path, size: statSync(path).size }]);
  try {
    return hashPrefixes(source, [source.size]).get(source.size);
  } finally {
    source.close();
  }
}
