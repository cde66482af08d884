import { z } from "zod";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type { ChainDocument } from "./schema";

/** The format name of the record (docs/EVIDENCE-FORMAT.md). */
export const closingFormat = "paraph-closing-1";

/** The parts of a bundle covered by a closing record, all of them required. */
export const closedParts = ["README.txt", "document.pdf", "evidence.pdf", "chain.json", "certificates.pem"] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.strictObject({ size: z.int(), sha256 });

export const closingRecord = z.strictObject({
  format: z.literal(closingFormat),
  service: z.string(),
  file: z.string(),
  at: z.string(),
  head: z.strictObject({ seq: z.int(), hash: sha256 }),
  parts: z.strictObject({
    "README.txt": part,
    "document.pdf": part,
    "evidence.pdf": part,
    "chain.json": part,
    "certificates.pem": part,
  }),
  /** By entry name. Omitted without attachments. */
  attachments: z.record(z.string(), part).optional(),
});

export const envelopeClosingFormat = "paraph-closing-2";

/** The parts of an envelope's bundle besides its documents and their chains. */
export const envelopeParts = ["README.txt", "evidence.pdf", "chain.json", "certificates.pem"] as const;

export const envelopeClosingRecord = closingRecord.omit({ format: true, parts: true }).extend({
  format: z.literal(envelopeClosingFormat),
  parts: z.strictObject({
    "README.txt": part,
    "evidence.pdf": part,
    "chain.json": part,
    "certificates.pem": part,
  }),
  /** The documents and their chains, by entry name. */
  files: z.record(z.string(), part),
});

export type ClosingRecord = z.infer<typeof closingRecord>;
export type EnvelopeClosingRecord = z.infer<typeof envelopeClosingRecord>;
export type ClosedPart = z.infer<typeof part>;

/**
 * The bytes of closing.json, which closing.p7s signs: the content of the bundle and the end of its chain, at the time
 * `at`.
 */
export function closingBytes(
  { service, file, head }: ChainDocument,
  { parts, attachments }: Pick<ClosingRecord, "parts" | "attachments">,
  at: Date,
): Buffer {
  const record: ClosingRecord = {
    format: closingFormat,
    service,
    file: file.uuid,
    at: at.toISOString(),
    head,
    parts,
    ...(attachments && Object.keys(attachments).length > 0 ? { attachments } : {}),
  };
  return Buffer.from(`${JSON.stringify(record, null, 1)}\n`);
}

/** Like `closingBytes`, for the bundle of an envelope. */
export function envelopeClosingBytes(
  { service, file, head }: ChainDocument,
  { parts, files, attachments }: Pick<EnvelopeClosingRecord, "parts" | "files" | "attachments">,
  at: Date,
): Buffer {
  const record: EnvelopeClosingRecord = {
    format: envelopeClosingFormat,
    service,
    file: file.uuid,
    at: at.toISOString(),
    head,
    parts,
    files,
    ...(attachments && Object.keys(attachments).length > 0 ? { attachments } : {}),
  };
  return Buffer.from(`${JSON.stringify(record, null, 1)}\n`);
}

export function closedPart(bytes: Buffer): ClosedPart {
  return { size: bytes.length, sha256: sha256Hex(bytes) };
}
