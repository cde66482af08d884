import { statSync } from "node:fs";
import { envelopeOriginalPattern, originalEntryPattern } from "@/lib/evidence/bundle-entries";
import { isEnvelopeChain } from "@/lib/evidence/bundle-readme";
import { attachedFiles, type ChainDocument } from "@/lib/evidence/schema";
import { openSegments } from "@/lib/pdf/byte-source";
import type { Findings } from "./check-certificates";
import { hashPrefixes } from "./hash-prefixes";

/**
 * Checks attachments against the chain, which contains the SHA-256 of every added file and, in the signing and approval events, of those that
 * counted. A signer's copy lacks other people's files, so a missing one is only a note. The source file of a converted document is the upload,
 * with whose SHA-256 the chain begins.
 */
export function checkAttachments(files: ReadonlyMap<string, string>, chain: ChainDocument | null): Findings {
  if (chain === null)
    return {
      problems: [],
      notes: files.size > 0 ? ["attachments could not be compared: no readable audit trail"] : [],
    };
  const added = addedIn(chain);
  const found = new Set<string>();
  let hasOriginal = false;
  const problems = [...files].flatMap(([name, path]) => {
    // Compared with the chain of its own file.
    if (envelopeOriginalPattern.test(name) && isEnvelopeChain(chain)) return [];
    if (originalEntryPattern.test(name)) {
      hasOriginal = hashOfFile(path) === chain.file.originalSha256;
      return hasOriginal ? [] : [`${name} does not match the SHA-256 of the uploaded file`];
    }
    const [, signRequestId, attachmentId] = /^attachments\/(\d+)-(\d+)\./.exec(name) ?? [];
    const entry = added.find((one) => String(one.attachmentId) === attachmentId);
    if (!entry || String(entry.signRequestId) !== signRequestId)
      return [`unexpected attachment: ${name} is not in the audit trail`];
    if (hashOfFile(path) !== entry.sha256) return [`${name} does not match the file attached at event ${entry.seq}`];
    found.add(entry.sha256);
    return [];
  });
  const signed = chain.data.flatMap(({ data }) => attachedFiles.safeParse(data.attachments).data ?? []);
  const absent = signed.filter(({ sha256 }) => !found.has(sha256)).length;
  return { problems, notes: [...originalNotes(chain, hasOriginal), ...notesOf(found.size, absent)] };
}

function originalNotes({ data }: ChainDocument, isHere: boolean): string[] {
  const type = data[0]?.data.convertedFrom;
  if (typeof type !== "string") return [];
  return [
    isHere
      ? `the document was converted from the ${type} in the bundle; its SHA-256 matches the upload`
      : `the document was converted from a ${type} that is not included in this copy: only the sender has it`,
  ];
}

function notesOf(found: number, absent: number): string[] {
  return [
    ...(found > 0
      ? [`${found} ${found === 1 ? "attachment matches" : "attachments match"} the audit trail (SHA-256)`]
      : []),
    ...(absent > 0
      ? [
          `${absent} ${absent === 1 ? "attachment" : "attachments"} present at a signature or approval ${absent === 1 ? "is" : "are"} not included in this copy: only the sender has all attachments`,
        ]
      : []),
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
