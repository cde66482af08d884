import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/**
 * The application secret of the embedded mode, created once in `dataDir`/secret with mode 0600. Throws when the file is
 * readable by other accounts, or too short.
 */
export function embeddedSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readSecret(file);
}

/** The existing secret in `dataDir`; null when there is none. Throws like `embeddedSecret`. */
export function existingSecret(dataDir: string): string | null {
  return existsSync(secretFile(dataDir)) ? readSecret(secretFile(dataDir)) : null;
}

/** An application secret, and the one before it while a rotation is unfinished. */
interface Secrets {
  present: string;
  previous: string | null;
}

/** The secrets of an existing instance: those of the environment, or else of `dataDir`; null when there are none. */
export function existingSecrets(dataDir: string): Secrets | null {
  const given = process.env["APP_SECRET"];
  if (given) return { present: given, previous: process.env["APP_SECRET_PREVIOUS"] || null };
  const present = existingSecret(dataDir);
  return present === null ? null : { present, previous: previousEmbeddedSecret(dataDir) };
}

/** Writes the secrets of a backup to `dataDir`, where the embedded mode finds them. */
export function restoreSecrets(dataDir: string, { present, previous }: Secrets): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (previous !== null) writeDurably(previousFile(dataDir), previous);
  writeDurably(secretFile(dataDir), present);
}

/** The previous secret during an unfinished rotation; null when none is in progress. */
export function previousEmbeddedSecret(dataDir: string): string | null {
  const file = previousFile(dataDir);
  if (!existsSync(file)) return null;
  const previous = readSecret(file);
  // A rotation that stopped between its two steps has not begun.
  return previous === readSecret(secretFile(dataDir)) ? null : previous;
}

/**
 * Creates a new secret and keeps the previous one beside it until a start has re-encrypted everything. Throws while an
 * earlier rotation is unfinished, because a third secret would make data sealed with the first one unreadable.
 */
export function rotateEmbeddedSecret(dataDir: string): void {
  const present = readSecret(secretFile(dataDir));
  if (previousEmbeddedSecret(dataDir) !== null)
    throw new Error("The last rotation is not finished. Start the service once, until it reports the end.");
  writeDurably(previousFile(dataDir), present);
  writeDurably(secretFile(dataDir), randomBytes(32).toString("hex"));
}

/** Deletes the previous secret once everything is encrypted with the new one. */
export function forgetPreviousSecret(dataDir: string): void {
  rmSync(previousFile(dataDir), { force: true });
}

function secretFile(dataDir: string): string {
  return path.join(dataDir, "secret");
}

function previousFile(dataDir: string): string {
  return path.join(dataDir, "secret.previous");
}

/** Flushed to disk before it is renamed, so that a crash leaves either the old or the new secret complete. */
function writeDurably(file: string, secret: string): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, secret, { mode: 0o600 });
  const handle = openSync(temporary, "r");
  fsyncSync(handle);
  closeSync(handle);
  renameSync(temporary, file);
  syncFolder(path.dirname(file));
}

/** Like `syncFolder` of a backup, but synchronous. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

function readSecret(file: string): string {
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} can be read by other accounts. Run: chmod 600 ${file}`);
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(`${file} holds no secret of at least 32 characters. Restore it from a backup.`);
  return secret;
}
