import { createDecipheriv, createHash } from "node:crypto";
import { unwrapPrivateKey, WrongPasswordError } from "@/lib/x509/wrapped-key";
import {
  archiveFormat,
  BackupError,
  endSchema,
  entrySchema,
  frameKinds,
  headerDigest,
  headerSchema,
  largestFrame,
  largestHeader,
  magic,
  manifestSchema,
  nonceOf,
  runKey,
  runMark,
  saltBytes,
  sealedKeySchema,
  tagBytes,
  type ArchiveEntry,
  type EntryEnd,
  type Manifest,
} from "./archive-format";
import type { OpenArchive } from "./archive-writer";

/** A backup as bytes that can be read repeatedly, from any offset. */
export interface BackupSource {
  open(from: number): AsyncIterable<Buffer>;
}

/** The start of a frame, with the state needed to continue reading there. */
export interface ArchivePlace {
  offset: number;
  run: number;
  frame: number;
  key: Buffer;
}

type ArchivePart =
  | { kind: "entry"; entry: ArchiveEntry; at: ArchivePlace }
  | { kind: "data"; bytes: Buffer }
  | { kind: "end"; end: EntryEnd; after: number }
  | { kind: "complete"; manifest: Manifest };

export interface OpenedArchive extends OpenArchive {
  /** The version that wrote it. */
  version: string;
  /** The offset of the first run. */
  begin: number;
}

/**
 * Reads the header and opens the key. Throws BackupError `not_a_backup`, `newer_format`, `truncated`,
 * `wrong_passphrase`.
 */
export async function openArchive(source: BackupSource, passphrase: string): Promise<OpenedArchive> {
  const queue = new ByteQueue(source.open(0));
  try {
    const start = await queue.take(magic.length);
    if (start === null || !start.equals(magic)) throw new BackupError("not_a_backup");
    const length = (await queue.take(4))?.readUInt32BE() ?? largestHeader + 1;
    if (length > largestHeader) throw new BackupError("truncated");
    const header = await queue.take(length);
    if (header === null) throw new BackupError("truncated");
    const { format, version, key } = parsed(headerSchema, header);
    if (format > archiveFormat) throw new BackupError("newer_format");
    return {
      key: await unwrapPrivateKey(parsed(sealedKeySchema, key), passphrase),
      headerDigest: headerDigest(header),
      runs: 0,
      version,
      begin: magic.length + 4 + length,
    };
  } catch (error) {
    throw error instanceof WrongPasswordError ? new BackupError("wrong_passphrase", { cause: error }) : error;
  } finally {
    await queue.close();
  }
}

/**
 * Every part of the archive, in order, starting at `from`. Each frame is authenticated. Throws BackupError `truncated`
 * and `damaged`. An entry that has ended was complete: its size and hash were compared.
 */
export async function* readArchive(
  source: BackupSource,
  archive: OpenedArchive,
  from?: ArchivePlace,
): AsyncGenerator<ArchivePart> {
  let at: ArchivePlace = from ?? { offset: archive.begin, run: -1, frame: 0, key: Buffer.alloc(0) };
  const queue = new ByteQueue(source.open(at.offset));
  const entry = new EntryCheck();
  const manifest: Buffer[] = [];
  try {
    for (;;) {
      const length = (await need(queue, 4)).readUInt32BE();
      if (length === runMark) {
        const run = at.run + 1;
        at = {
          offset: at.offset + 4 + saltBytes,
          run,
          frame: 0,
          key: runKey(archive.key, await need(queue, saltBytes), run),
        };
        entry.forget();
        manifest.length = 0;
        continue;
      }
      if (at.run < 0 || length > largestFrame + 1 + tagBytes || length <= tagBytes) throw new BackupError("damaged");
      const { kind, body } = openFrame(at, archive.headerDigest, await need(queue, length));
      const begun = at;
      at = { ...at, offset: at.offset + 4 + length, frame: at.frame + 1 };
      if (kind === frameKinds.complete) {
        if ((await queue.take(1)) !== null) throw new BackupError("damaged");
        yield { kind: "complete", manifest: parsed(manifestSchema, Buffer.concat(manifest)) };
        return;
      }
      if (kind === frameKinds.entry) {
        const started = parsed(entrySchema, body);
        entry.begin();
        yield { kind: "entry", entry: started, at: begun };
      } else if (kind === frameKinds.end) {
        const end = parsed(endSchema, body);
        entry.end(end);
        yield { kind: "end", end, after: at.offset };
      } else if (entry.isOpen) {
        entry.data(body);
        yield { kind: "data", bytes: body };
      } else manifest.push(body);
    }
  } finally {
    await queue.close();
  }
}

async function need(queue: ByteQueue, length: number): Promise<Buffer> {
  const bytes = await queue.take(length);
  if (bytes === null) throw new BackupError("truncated");
  return bytes;
}

function openFrame(at: ArchivePlace, digest: Buffer, sealed: Buffer): { kind: number; body: Buffer } {
  const decipher = createDecipheriv("aes-256-gcm", at.key, nonceOf(at.frame), { authTagLength: tagBytes });
  decipher.setAAD(digest);
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()]);
    return { kind: plain[0] ?? 0, body: plain.subarray(1) };
  } catch (error) {
    throw new BackupError("damaged", { cause: error });
  }
}

function parsed<T>(schema: { parse(value: unknown): T }, given: unknown): T {
  try {
    return schema.parse(Buffer.isBuffer(given) ? JSON.parse(given.toString()) : given);
  } catch (error) {
    throw new BackupError("damaged", { cause: error });
  }
}

/** Compares the content of an entry with its trailer. */
class EntryCheck {
  private hash = createHash("sha256");
  private size = 0;
  isOpen = false;

  begin(): void {
    this.forget();
    this.isOpen = true;
  }

  forget(): void {
    this.hash = createHash("sha256");
    this.size = 0;
    this.isOpen = false;
  }

  data(bytes: Buffer): void {
    this.hash.update(bytes);
    this.size += bytes.length;
  }

  end({ size, sha256 }: EntryEnd): void {
    if (!this.isOpen || size !== this.size || sha256 !== this.hash.digest("hex")) throw new BackupError("damaged");
    this.isOpen = false;
  }
}

/** Takes exact numbers of bytes from a stream of chunks. */
class ByteQueue {
  private readonly chunks: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);
  private isEnded = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Null if fewer bytes are left. */
  async take(length: number): Promise<Buffer | null> {
    const parts = [this.held];
    let have = this.held.length;
    while (have < length && !this.isEnded) {
      const next = await this.chunks.next();
      if (next.done) this.isEnded = true;
      else {
        parts.push(next.value);
        have += next.value.length;
      }
    }
    const all = parts.length === 1 ? this.held : Buffer.concat(parts);
    if (have < length) {
      this.held = all;
      return null;
    }
    this.held = all.subarray(length);
    return all.subarray(0, length);
  }

  /** Closes the stream, even before its end. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
