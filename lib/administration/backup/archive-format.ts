import { createHash, hkdfSync } from "node:crypto";
import { z } from "zod";

/**
 * A backup (decision 60): a plaintext header, followed by runs of encrypted frames. An interrupted backup is continued
 * by another run, which has a separate key, so that no nonce is used twice.
 *
 *     "paraph backup\n"  length(4)  header
 *     0xFFFFFFFF  salt(32)                      a run begins
 *     length(4)  ciphertext and tag             a frame: kind(1), body
 */
export const magic = Buffer.from("paraph backup\n");
export const archiveFormat = 1;
export const runMark = 0xffff_ffff;
export const saltBytes = 32;
export const tagBytes = 16;
/** The maximum size of a frame's body, in bytes. */
export const largestFrame = 1024 * 1024;
export const largestHeader = 64 * 1024;

export const frameKinds = { entry: 1, data: 2, end: 3, complete: 4 } as const;

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

export const headerSchema = z.object({
  format: z.int(),
  /** The version that wrote it, for display. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** Parsed with `sealedKeySchema` once the format is known, because a later one may seal in a different way. */
  key: z.unknown(),
});

/**
 * The archive's key encrypted with the passphrase, as created by `wrapPrivateKey`. The figures are bounded, because a
 * forged header could otherwise request all memory.
 */
export const sealedKeySchema = z.object({
  v: z.literal(1),
  kdf: z.object({
    name: z.literal("argon2id"),
    memoryKib: z
      .int()
      .min(1024)
      .max(1024 * 1024),
    passes: z.int().min(1).max(20),
    lanes: z.int().min(1).max(16),
    salt: z.string(),
  }),
  cipher: z.object({ name: z.literal("aes-256-gcm"), nonce: z.string(), tag: z.string() }),
  ciphertext: z.string(),
});

/** One applied migration: the hash of its text, and the number that orders it. */
const migration = z.object({ hash: hex64, at: z.number() });
export type AppliedMigration = z.infer<typeof migration>;

const snapshot = z.object({
  type: z.literal("snapshot"),
  takenAt: z.iso.datetime(),
  instanceId: z.string().nullable(),
  migrations: z.array(migration).min(1),
  sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/) })),
  secrets: z.object({ present: z.string().min(32), previous: z.string().min(32).nullable() }),
  blobs: z.object({ count: z.int(), bytes: z.int() }),
});

export const entrySchema = z.discriminatedUnion("type", [
  snapshot,
  z.object({ type: z.literal("table"), name, columns: z.array(name).min(1) }),
  z.object({ type: z.literal("blob"), key: z.string(), size: z.int() }),
]);
export type ArchiveEntry = z.infer<typeof entrySchema>;
export type SnapshotEntry = z.infer<typeof snapshot>;

/** Closes an entry. `failed`: the blob could not be read, and the bytes before it must not be used. */
export const endSchema = z.object({ size: z.int(), sha256: hex64, failed: z.boolean() });
export type EntryEnd = z.infer<typeof endSchema>;

export const manifestSchema = z.object({
  completedAt: z.iso.datetime(),
  tables: z.array(z.object({ name, rows: z.int(), bytes: z.int(), sha256: hex64 })),
  /** Parts of documents that were missing or altered when the backup was taken. */
  damaged: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * `not_a_backup`: other bytes. `newer_format`, `newer_version`: written by a later version of the service.
 * `wrong_passphrase`. `truncated`: the end is missing. `damaged`: bytes were changed. `database_not_empty`,
 * `storage_not_empty`: the instance is not empty. `wrong_secret`: APP_SECRET or the folder's secret differs from the
 * backup's. `file_exists`: there is already a finished backup. `another_instance`: the unfinished backup belongs to a
 * different instance. `already_running`: another backup is in progress.
 */
export type BackupProblem =
  | "not_a_backup"
  | "newer_format"
  | "newer_version"
  | "wrong_passphrase"
  | "truncated"
  | "damaged"
  | "database_not_empty"
  | "storage_not_empty"
  | "wrong_secret"
  | "file_exists"
  | "another_instance"
  | "already_running";

const sentences: Record<BackupProblem, string> = {
  not_a_backup: "This is not a backup of Paraph.",
  newer_format:
    "A newer version of Paraph wrote this backup in a format that this version cannot read. Install that version.",
  newer_version:
    "A newer version of Paraph wrote this backup, and this version does not know its tables. Install that version.",
  wrong_passphrase: "The passphrase does not open this backup.",
  truncated: "The backup is truncated: it ends before its last entry.",
  damaged: "The backup is damaged: its bytes were changed.",
  database_not_empty: "The database is not empty. Restore into an empty one.",
  storage_not_empty: "The storage is not empty. Restore into an empty one.",
  wrong_secret:
    "The application secret here is not the backup's. Remove it, and the backup's own secret is restored, or set that one.",
  file_exists: "A finished backup exists there. Give another name.",
  another_instance: "The unfinished backup there is of another instance. Remove it, or give another name.",
  already_running: "Another backup of this instance is being taken.",
};

export class BackupError extends Error {
  constructor(
    readonly problem: BackupProblem,
    options?: { cause: unknown },
  ) {
    super(
      `${sentences[problem]}${problem === "file_exists" || problem === "already_running" ? "" : " Nothing was changed."}`,
      options,
    );
    this.name = "BackupError";
  }
}

/** The key of one run. It depends on the run's number, so that no run can be removed. */
export function runKey(archiveKey: Buffer, salt: Buffer, run: number): Buffer {
  return Buffer.from(hkdfSync("sha256", archiveKey, salt, `paraph-backup-run-${run}`, 32));
}

/** The nonce of frame `index` of a run. */
export function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

/** Binds every frame to the header. */
export function headerDigest(header: Buffer): Buffer {
  return createHash("sha256").update(magic).update(header).digest();
}
