import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The zip can be read in more than one way, or is none. */
export class ZipLayoutError extends Error {}

const [localMark, centralMark, endMark, descriptorMark] = [0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50];
const [localSize, centralSize, endSize] = [30, 46, 22];
/** Beyond this a central directory of 32 entries holds something else than names. */
const largestDirectory = 1024 * 1024;
const zip64Field = 0x0001;
/** Another name or comment for programs that know the field (APPNOTE.TXT, 4.6.8 and 4.6.9). */
const nameFields = new Set([0x6375, 0x7075]);
/** Bits of the flags: level of compression, sizes behind the data, names in UTF-8. */
const knownFlags = 0b1000_0000_1110;
const hasDescriptor = 0b1000;
const [stored, deflated] = [0, 8];

export interface ZipEntry {
  name: string;
  /** The offset of the data in the file. */
  offset: number;
  crc: number;
  packed: number;
  size: number;
  isDeflated: boolean;
}

interface Central extends Omit<ZipEntry, "offset"> {
  header: Buffer;
  flags: number;
  localOffset: number;
}

/**
 * The entries of a zip that every program reads alike: one directory at its very end, which lists all that lies before it, one entry behind the other
 * from the first byte on, each under the name, sizes and checksum that its own header says. Programs that begin at the front, at the end, or look for
 * headers in between then find the same files. Zip64 is left out: no bundle needs it. Throws ZipLayoutError.
 */
export function readZipLayout(file: string, mostEntries: number): ZipEntry[] {
  const descriptor = openSync(file, "r");
  try {
    return new ZipLayout(descriptor, fstatSync(descriptor).size).read(mostEntries);
  } finally {
    closeSync(descriptor);
  }
}

class ZipLayout {
  constructor(
    private readonly descriptor: number,
    private readonly size: number,
  ) {}

  read(mostEntries: number): ZipEntry[] {
    const end = this.bytes(this.size - endSize, endSize);
    if (end.readUInt32LE(0) !== endMark || end.readUInt16LE(20) !== 0)
      throw new ZipLayoutError("it is no zip, or something follows its directory");
    const [count, size, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== count)
      throw new ZipLayoutError("it is one of several parts of a zip");
    if (count > mostEntries) throw new ZipLayoutError(`it holds ${count} files`);
    if (size > largestDirectory || offset + size !== this.size - endSize)
      throw new ZipLayoutError("its directory is not where it says");
    const entries = readDirectory(this.bytes(offset, size), count);
    refuseTwice(entries);
    let at = 0;
    const found = entries.map((entry) => {
      if (entry.localOffset !== at) throw new ZipLayoutError(`its files do not follow each other: ${entry.name}`);
      const start = at + this.headerSize(entry);
      at = start + entry.packed + this.descriptorSize(entry, start + entry.packed);
      return {
        name: entry.name,
        offset: start,
        crc: entry.crc,
        packed: entry.packed,
        size: entry.size,
        isDeflated: entry.isDeflated,
      };
    });
    if (at !== offset) throw new ZipLayoutError("something lies between its files and its directory");
    return found;
  }

  private headerSize({ name, header, flags, localOffset, crc, packed, size }: Central): number {
    const local = this.bytes(localOffset, localSize);
    const sizes = [local.readUInt32LE(14), local.readUInt32LE(18), local.readUInt32LE(22)];
    const said = [crc, packed, size];
    const isSame = sizes.every(
      (value, index) => value === said[index] || ((flags & hasDescriptor) !== 0 && value === 0),
    );
    // Version, flags, method and time stand in both headers in the same order.
    const isAlike = local.readUInt32LE(0) === localMark && local.subarray(4, 14).equals(header.subarray(6, 16));
    const [nameLength, extraLength] = [local.readUInt16LE(26), local.readUInt16LE(28)];
    const own = this.bytes(localOffset + localSize, nameLength + extraLength);
    if (!isAlike || !isSame || own.toString("latin1", 0, nameLength) !== name)
      throw new ZipLayoutError(`it says two things of ${name}`);
    refuseExtras(own.subarray(nameLength), name);
    return localSize + nameLength + extraLength;
  }

  /** Checksum and sizes behind the data, with or without a mark before them. */
  private descriptorSize({ name, flags, crc, packed, size }: Central, at: number): number {
    if ((flags & hasDescriptor) === 0) return 0;
    const bytes = this.bytes(at, 16);
    const isMarked = bytes.readUInt32LE(0) === descriptorMark;
    const start = isMarked ? 4 : 0;
    if (
      bytes.readUInt32LE(start) !== crc ||
      bytes.readUInt32LE(start + 4) !== packed ||
      bytes.readUInt32LE(start + 8) !== size
    )
      throw new ZipLayoutError(`it says two things of ${name}`);
    return start + 12;
  }

  private bytes(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (offset < 0 || offset + length > this.size || readSync(this.descriptor, bytes, 0, length, offset) !== length)
      throw new ZipLayoutError("it is no whole zip");
    return bytes;
  }
}

function readDirectory(bytes: Buffer, count: number): Central[] {
  const entries: Central[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const header = bytes.subarray(at, at + centralSize);
    if (header.length < centralSize || header.readUInt32LE(0) !== centralMark)
      throw new ZipLayoutError("its directory is damaged");
    const [nameLength, extraLength, commentLength] = [
      header.readUInt16LE(28),
      header.readUInt16LE(30),
      header.readUInt16LE(32),
    ];
    const nameEnd = at + centralSize + nameLength;
    const name = bytes.toString("latin1", at + centralSize, nameEnd);
    const [flags, method] = [header.readUInt16LE(8), header.readUInt16LE(10)];
    if ((flags & ~knownFlags) !== 0 || (method !== stored && method !== deflated))
      throw new ZipLayoutError(`${name} is encrypted, or packed in a way that not every program knows`);
    if (commentLength !== 0 || header.readUInt16LE(34) !== 0 || nameEnd + extraLength > bytes.length)
      throw new ZipLayoutError("its directory is damaged, or holds comments");
    refuseExtras(bytes.subarray(nameEnd, nameEnd + extraLength), name);
    entries.push({
      name,
      header,
      flags,
      crc: header.readUInt32LE(16),
      packed: header.readUInt32LE(20),
      size: header.readUInt32LE(24),
      isDeflated: method === deflated,
      localOffset: header.readUInt32LE(42),
    });
    at = nameEnd + extraLength;
  }
  if (at !== bytes.length) throw new ZipLayoutError("its directory holds more than its files");
  return entries;
}

function refuseExtras(extra: Buffer, name: string): void {
  for (let at = 0; at < extra.length;) {
    const [kind, length] =
      at + 4 <= extra.length ? [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)] : [zip64Field, 0];
    at += 4 + length;
    if (kind === zip64Field || nameFields.has(kind) || at > extra.length)
      throw new ZipLayoutError(`it says other sizes or names of ${name} to some programs`);
  }
}

/** File systems that do not tell capitals apart keep one of two such files. */
function refuseTwice(entries: readonly Central[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (seen.has(name.toLowerCase())) throw new ZipLayoutError(`it holds two files called ${name}`);
    seen.add(name.toLowerCase());
  }
}
