import { createCipheriv, createHash, randomBytes, type Hash } from "node:crypto";
import { wrapPrivateKey } from "@/lib/x509/wrapped-key";
import {
  archiveFormat,
  frameKinds,
  headerDigest,
  largestFrame,
  magic,
  nonceOf,
  runKey,
  runMark,
  saltBytes,
  type ArchiveEntry,
  type EntryEnd,
  type Manifest,
} from "./archive-format";

/** Takes the archive's bytes in order. Resolves once there is room for more. */
export type WriteBytes = (bytes: Buffer) => Promise<void>;

/** An unfinished archive that a run continues. */
export interface OpenArchive {
  key: Buffer;
  headerDigest: Buffer;
  /** Number of previous runs. */
  runs: number;
}

/** Frame size, so that a table row does not need a frame of its own. */
const bufferedBytes = 256 * 1024;

/** Writes the header of a new archive, whose key can only be decrypted with `passphrase`. */
export async function beginArchive(
  write: WriteBytes,
  { passphrase, version, startedAt }: { passphrase: string; version: string; startedAt: Date },
): Promise<OpenArchive> {
  const key = randomBytes(32);
  const header = Buffer.from(
    JSON.stringify({
      format: archiveFormat,
      version,
      startedAt: startedAt.toISOString(),
      key: await wrapPrivateKey(key, passphrase),
    }),
  );
  await write(Buffer.concat([magic, uint32(header.length), header]));
  return { key, headerDigest: headerDigest(header), runs: 0 };
}

/** Writes the entries of one run. Memory stays at one frame, regardless of the length of an entry. */
export class ArchiveWriter {
  private frames = 0;
  private buffered: Buffer[] = [];
  private bufferedLength = 0;
  private hash: Hash = createHash("sha256");
  private size = 0;

  private constructor(
    private readonly write: WriteBytes,
    private readonly key: Buffer,
    private readonly digest: Buffer,
  ) {}

  static async beginRun(write: WriteBytes, archive: OpenArchive): Promise<ArchiveWriter> {
    const salt = randomBytes(saltBytes);
    await write(Buffer.concat([uint32(runMark), salt]));
    return new ArchiveWriter(write, runKey(archive.key, salt, archive.runs), archive.headerDigest);
  }

  async begin(entry: ArchiveEntry): Promise<void> {
    this.hash = createHash("sha256");
    this.size = 0;
    await this.frame(frameKinds.entry, Buffer.from(JSON.stringify(entry)));
  }

  async data(bytes: Buffer): Promise<void> {
    this.hash.update(bytes);
    this.size += bytes.length;
    for (let at = 0; at < bytes.length; at += largestFrame) {
      const piece = bytes.subarray(at, at + largestFrame);
      if (this.bufferedLength + piece.length > largestFrame) await this.flush();
      this.buffered.push(piece);
      this.bufferedLength += piece.length;
      if (this.bufferedLength >= bufferedBytes) await this.flush();
    }
  }

  /** SHA-256 of the entry's bytes so far, lower-case hexadecimal. */
  digestSoFar(): string {
    return this.hash.copy().digest("hex");
  }

  async end({ failed = false } = {}): Promise<EntryEnd> {
    await this.flush();
    const end = { size: this.size, sha256: this.hash.digest("hex"), failed };
    await this.frame(frameKinds.end, Buffer.from(JSON.stringify(end)));
    return end;
  }

  async complete(manifest: Manifest): Promise<void> {
    const text = Buffer.from(JSON.stringify(manifest));
    for (let at = 0; at < text.length; at += largestFrame)
      await this.frame(frameKinds.data, text.subarray(at, at + largestFrame));
    await this.frame(frameKinds.complete, Buffer.alloc(0));
  }

  private async flush(): Promise<void> {
    if (this.bufferedLength === 0) return;
    const body = Buffer.concat(this.buffered);
    this.buffered = [];
    this.bufferedLength = 0;
    await this.frame(frameKinds.data, body);
  }

  private async frame(kind: number, body: Buffer): Promise<void> {
    const cipher = createCipheriv("aes-256-gcm", this.key, nonceOf(this.frames++));
    cipher.setAAD(this.digest);
    const sealed = [cipher.update(Buffer.from([kind])), cipher.update(body), cipher.final(), cipher.getAuthTag()];
    await this.write(Buffer.concat([uint32(sealed.reduce((sum, { length }) => sum + length, 0)), ...sealed]));
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
