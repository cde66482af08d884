import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** An entry as listed in a zip's directory (APPNOTE.TXT, 4.3.12). Its sizes are unverified. */
export interface DirectoryEntry {
  name: string;
  packed: number;
  size: number;
  isDeflated: boolean;
  localOffset: number;
}

export type ZipProblem = "damaged" | "encrypted" | "too_large";

export class ZipError extends Error {
  constructor(readonly code: ZipProblem) {
    super(code);
    this.name = "ZipError";
  }
}

const [endMark, centralMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endSize, centralSize, localSize] = [22, 46, 30];
/** A zip comment has at most 65,535 bytes (4.3.16). */
const tailBytes = endSize + 65_535;
/** Enough for several thousand names. */
const largestDirectory = 1024 * 1024;
const [stored, deflated] = [0, 8];
const isEncrypted = 1;

/** A zip open for reading. Uses the directory at its end, as LibreOffice and Word do. */
export class ZipReader {
  private constructor(
    private readonly file: number,
    private readonly fileSize: number,
  ) {}

  /** Throws ZipError. */
  static with<Value>(path: string, use: (zip: ZipReader) => Value): Value {
    const file = openSync(path, "r");
    try {
      return use(new ZipReader(file, fstatSync(file).size));
    } finally {
      closeSync(file);
    }
  }

  entries(): DirectoryEntry[] {
    const start = Math.max(0, this.fileSize - tailBytes);
    const tail = this.bytes(start, this.fileSize - start);
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
    if (end < 0 || end + endSize > tail.length || tail.readUInt32LE(end) !== endMark) throw new ZipError("damaged");
    const [count, length, offset] = [
      tail.readUInt16LE(end + 10),
      tail.readUInt32LE(end + 12),
      tail.readUInt32LE(end + 16),
    ];
    if (length > largestDirectory || offset + length > this.fileSize) throw new ZipError("damaged");
    return readEntries(this.bytes(offset, length), count);
  }

  /** The content of an entry. Throws `too_large` beyond `maxBytes`, regardless of the size in the directory. */
  read({ packed, isDeflated, localOffset }: DirectoryEntry, maxBytes: number): Buffer {
    const local = this.bytes(localOffset, localSize);
    if (local.readUInt32LE(0) !== localMark) throw new ZipError("damaged");
    const start = localOffset + localSize + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (!isDeflated && packed > maxBytes) throw new ZipError("too_large");
    const data = this.bytes(start, packed);
    return isDeflated ? inflate(data, maxBytes) : data;
  }

  private bytes(offset: number, length: number): Buffer {
    if (offset + length > this.fileSize) throw new ZipError("damaged");
    const bytes = Buffer.alloc(length);
    if (readSync(this.file, bytes, 0, length, offset) !== length) throw new ZipError("damaged");
    return bytes;
  }
}

function readEntries(directory: Buffer, count: number): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + centralSize > directory.length || directory.readUInt32LE(at) !== centralMark)
      throw new ZipError("damaged");
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)];
    if ((flags & isEncrypted) !== 0) throw new ZipError("encrypted");
    if (method !== stored && method !== deflated) throw new ZipError("damaged");
    const nameEnd = at + centralSize + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + centralSize, nameEnd),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      isDeflated: method === deflated,
      localOffset: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function inflate(data: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new ZipError(isTooLarge ? "too_large" : "damaged");
  }
}
