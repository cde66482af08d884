import { readFileSync } from "node:fs";
import path from "node:path";
import type { BackupSource } from "@/lib/administration/backup/archive-reader";
import { fileSink, fileSource, streamSink, type BackupSink } from "@/lib/administration/backup/places";
import { s3Sink, s3Source } from "@/lib/administration/backup/s3-places";
import { S3Client } from "@/lib/platform/blobs/s3-client";
import { readStorageConfig } from "@/lib/platform/storage-config";

/** Generous, because a backup runs in the background and the store may take a while to assemble a large object. */
const patientTimes = { withinMs: 120_000, firstMs: 100, longestMs: 5_000, idleMs: 120_000 };

interface Opened<Place> {
  place: Place;
  close(): void;
}

/** Opens a file, `-` for standard output, or `s3://bucket/prefix/name`. Throws an Error with a one-line message. */
export function openSink(target: string): Opened<BackupSink> {
  if (target === "-") return { place: streamSink(process.stdout), close: () => undefined };
  const object = openObject(target);
  if (object) return { place: s3Sink(object.client, object.key), close: () => object.client.close() };
  return { place: fileSink(path.resolve(target)), close: () => undefined };
}

/** Opens a file, or `s3://bucket/prefix/name`. Throws an Error with a one-line message. */
export function openSource(target: string): Opened<BackupSource> {
  const object = openObject(target);
  if (object) return { place: s3Source(object.client, object.key), close: () => object.client.close() };
  return { place: fileSource(path.resolve(target)), close: () => undefined };
}

/**
 * Null for an invalid address. The `S3_` variables apply; a `BACKUP_S3_…` variable replaces one of them, for a store
 * used only by backups.
 */
function openObject(target: string): { client: S3Client; key: string } | null {
  if (!/^[a-z][a-z0-9+]+:\/\//i.test(target)) return null;
  const env: Record<string, string | undefined> = { ...process.env, STORAGE_URL: target };
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith("BACKUP_S3_") && value) env[name.slice("BACKUP_".length)] = value;
  const storage = readStorageConfig(env);
  if (storage.kind !== "s3" || storage.prefix === "" || target.endsWith("/"))
    throw new Error("Give the backup a name: s3://bucket/name or s3://bucket/prefix/name.");
  return { client: new S3Client(storage, patientTimes), key: storage.prefix.slice(0, -1) };
}

/**
 * One line for the operator. Node's own message for a missing path names a system call and, for a backup, a temporary
 * file.
 */
export function problemText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path: place } = error as NodeJS.ErrnoException;
  if (code !== "ENOENT" || place === undefined) return error.message;
  return `There is no file or folder ${place.replace(/\.part$/, "")}, or its folder does not exist.`;
}

const shortest = 12;

/**
 * The passphrase of BACKUP_PASSPHRASE, or of the file in BACKUP_PASSPHRASE_FILE. Throws an Error with a one-line
 * message that never contains the passphrase.
 */
export function backupPassphrase(): string {
  const file = process.env["BACKUP_PASSPHRASE_FILE"];
  if (file && process.env["BACKUP_PASSPHRASE"])
    throw new Error("Set either BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.");
  const passphrase = file ? readFileSync(file, "utf8").replace(/\r?\n$/, "") : process.env["BACKUP_PASSPHRASE"];
  if (!passphrase)
    throw new Error("Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file that holds the passphrase.");
  if (passphrase.length < shortest)
    throw new Error(`The passphrase of a backup has at least ${String(shortest)} characters.`);
  return passphrase;
}

/** Overwrites one line of the terminal. */
export function showProgress({ blobs, of }: { blobs: number; of: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${String(blobs)} of ${String(of)} blobs`);
}
