import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** `name` is that of the entry. */
export type ZipLayoutProblem =
  | { code: "incomplete" | "end_not_at_end" | "several_disks" | "end64_inconsistent" }
  | { code: "directory_misplaced" | "directory_damaged" | "data_before_directory" | "data_in_directory" }
  | { code: "too_many_entries"; count: number; most: number }
  | { code: "data_before_entry" | "header_differs" | "descriptor_differs" | "extra_field_refused"; name: string }
  | { code: "unsupported_entry" | "link_or_folder" | "duplicate_entry"; name: string };

/** The zip is invalid, or can be read in more than one way. */
export class ZipLayoutError extends Error {
  constructor(readonly problem: ZipLayoutProblem) {
    super(problem.code);
    this.name = "ZipLayoutError";
  }
}

const [localMark, centralMark, endMark, descriptorMark] = [0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50];
const [localSize, centralSize, endSize] = [30, 46, 22];
const [end64Mark, locatorMark] = [0x06064b50, 0x07064b50];
const [end64Size, locatorSize, descriptor64Size, extra64Size] = [56, 20, 24, 28];
/** In a four-byte field: the value is in Zip64's. */
const masked = 0xffffffff;
/** A larger central directory for 32 entries contains something other than names. */
const largestDirectory = 1024 * 1024;
const zip64Field = 0x0001;
/** An alternative name or comment for programs that support the field (APPNOTE.TXT, 4.6.8 and 4.6.9). */
const nameFields = new Set([0x6375, 0x7075]);
/** Flag bits: compression level, sizes after the data, names in UTF-8. */
const knownFlags = 0b1000_0000_1110;
const hasDescriptor = 0b1000;
const [stored, deflated] = [0, 8];
/** File types in the upper four bits of the Unix mode, if the writer sets one (S_IFREG). */
const [noKind, regularFile] = [0, 0o10];
/** MS-DOS attributes of a volume label and a folder. */
const otherThanFile = 0x18;

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
  /** Its sizes and its offset are in the extra field of the directory (APPNOTE.TXT, 4.5.3). */
  isZip64: boolean;
  header: Buffer;
  flags: number;
  localOffset: number;
}

/**
 * The entries of a zip that every program reads in the same way: a single directory at its very end, which lists
 * everything before it, with consecutive entries from the first byte on, each with the name, sizes and checksum in its
 * own header. Programs that start at the front, at the end, or scan for headers then find the same files. Zip64 is
 * accepted if an offset or size needs it, and in one form only: all three values of an entry in the directory's extra
 * field, and none in its own header. Throws ZipLayoutError.
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
      throw new ZipLayoutError({ code: "end_not_at_end" });
    if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== end.readUInt16LE(10))
      throw new ZipLayoutError({ code: "several_disks" });
    const { count, size, offset, endsAt } = this.readEnd(end);
    if (count > mostEntries) throw new ZipLayoutError({ code: "too_many_entries", count, most: mostEntries });
    if (size > largestDirectory || offset + size !== endsAt) throw new ZipLayoutError({ code: "directory_misplaced" });
    const entries = readDirectory(this.bytes(offset, size), count);
    refuseTwice(entries);
    let at = 0;
    const found = entries.map((entry) => {
      if (entry.localOffset !== at) throw new ZipLayoutError({ code: "data_before_entry", name: entry.name });
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
    if (at !== offset) throw new ZipLayoutError({ code: "data_before_directory" });
    return found;
  }

  /**
   * The location of the directory. An offset of 4 GiB or more is in a second end record, directly before its locator
   * and the first one.
   */
  private readEnd(end: Buffer): { count: number; size: number; offset: number; endsAt: number } {
    const [count, size, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
    if (offset !== masked) return { count, size, offset, endsAt: this.size - endSize };
    const locatorAt = this.size - endSize - locatorSize;
    const [locator, record] = [this.bytes(locatorAt, locatorSize), this.bytes(locatorAt - end64Size, end64Size)];
    const real = {
      count: wide(record, 32),
      size: wide(record, 40),
      offset: wide(record, 48),
      endsAt: locatorAt - end64Size,
    };
    const isWhole =
      locator.readUInt32LE(0) === locatorMark &&
      locator.readUInt32LE(4) === 0 &&
      wide(locator, 8) === real.endsAt &&
      locator.readUInt32LE(16) === 1 &&
      record.readUInt32LE(0) === end64Mark &&
      wide(record, 4) === end64Size - 12 &&
      record.readUInt32LE(16) === 0 &&
      record.readUInt32LE(20) === 0 &&
      wide(record, 24) === real.count;
    if (!isWhole || real.count !== count || real.size !== size || real.offset < masked)
      throw new ZipLayoutError({ code: "end64_inconsistent" });
    return real;
  }

  private headerSize({ name, header, flags, localOffset, crc, packed, size, isZip64 }: Central): number {
    const local = this.bytes(localOffset, localSize);
    const sizes = [local.readUInt32LE(14), local.readUInt32LE(18), local.readUInt32LE(22)];
    const expected = [crc, packed, size];
    const isSame = sizes.every(
      (value, index) => value === expected[index] || ((flags & hasDescriptor) !== 0 && value === 0),
    );
    // Version, flags, method and time are in both headers in the same order. Only the directory needs the version of
    // Zip64.
    const from = isZip64 ? 6 : 4;
    const isAlike =
      local.readUInt32LE(0) === localMark && local.subarray(from, 14).equals(header.subarray(from + 2, 16));
    const [nameLength, extraLength] = [local.readUInt16LE(26), local.readUInt16LE(28)];
    const own = this.bytes(localOffset + localSize, nameLength + extraLength);
    if (!isAlike || !isSame || own.toString("latin1", 0, nameLength) !== name)
      throw new ZipLayoutError({ code: "header_differs", name });
    refuseExtras(own.subarray(nameLength), name);
    return localSize + nameLength + extraLength;
  }

  /** Checksum and sizes after the data, with or without a signature before them. */
  private descriptorSize({ name, flags, crc, packed, size, isZip64 }: Central, at: number): number {
    if ((flags & hasDescriptor) === 0) return 0;
    if (isZip64) {
      const wideBytes = this.bytes(at, descriptor64Size);
      const isSame =
        wideBytes.readUInt32LE(0) === descriptorMark &&
        wideBytes.readUInt32LE(4) === crc &&
        wide(wideBytes, 8) === packed &&
        wide(wideBytes, 16) === size;
      if (!isSame) throw new ZipLayoutError({ code: "descriptor_differs", name });
      return descriptor64Size;
    }
    const bytes = this.bytes(at, 16);
    const isMarked = bytes.readUInt32LE(0) === descriptorMark;
    const start = isMarked ? 4 : 0;
    if (
      bytes.readUInt32LE(start) !== crc ||
      bytes.readUInt32LE(start + 4) !== packed ||
      bytes.readUInt32LE(start + 8) !== size
    )
      throw new ZipLayoutError({ code: "descriptor_differs", name });
    return start + 12;
  }

  private bytes(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (offset < 0 || offset + length > this.size || readSync(this.descriptor, bytes, 0, length, offset) !== length)
      throw new ZipLayoutError({ code: "incomplete" });
    return bytes;
  }
}

function readDirectory(bytes: Buffer, count: number): Central[] {
  const entries: Central[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const header = bytes.subarray(at, at + centralSize);
    if (header.length < centralSize || header.readUInt32LE(0) !== centralMark)
      throw new ZipLayoutError({ code: "directory_damaged" });
    const [nameLength, extraLength, commentLength] = [
      header.readUInt16LE(28),
      header.readUInt16LE(30),
      header.readUInt16LE(32),
    ];
    const nameEnd = at + centralSize + nameLength;
    const name = bytes.toString("latin1", at + centralSize, nameEnd);
    const [flags, method] = [header.readUInt16LE(8), header.readUInt16LE(10)];
    if ((flags & ~knownFlags) !== 0 || (method !== stored && method !== deflated))
      throw new ZipLayoutError({ code: "unsupported_entry", name });
    if (commentLength !== 0 || header.readUInt16LE(34) !== 0 || nameEnd + extraLength > bytes.length)
      throw new ZipLayoutError({ code: "directory_damaged" });
    const [attributes, kind] = [header.readUInt8(38), header.readUInt8(41) >>> 4];
    if ((kind !== noKind && kind !== regularFile) || (attributes & otherThanFile) !== 0)
      throw new ZipLayoutError({ code: "link_or_folder", name });
    const extra = bytes.subarray(nameEnd, nameEnd + extraLength);
    const place = readPlace(header, extra, name);
    entries.push({
      name,
      header,
      flags,
      crc: header.readUInt32LE(16),
      isDeflated: method === deflated,
      ...place,
    });
    at = nameEnd + extraLength;
  }
  if (at !== bytes.length) throw new ZipLayoutError({ code: "data_in_directory" });
  return entries;
}

/** Sizes and offset of an entry. The Zip64 extra field comes last, and only exists if one of its values needs it. */
function readPlace(
  header: Buffer,
  extra: Buffer,
  name: string,
): Pick<Central, "packed" | "size" | "localOffset" | "isZip64"> {
  const [packed, size, localOffset] = [header.readUInt32LE(20), header.readUInt32LE(24), header.readUInt32LE(42)];
  if (localOffset !== masked) {
    refuseExtras(extra, name);
    return { packed, size, localOffset, isZip64: false };
  }
  const at = extra.length - extra64Size;
  if (
    at < 0 ||
    packed !== masked ||
    size !== masked ||
    extra.readUInt32LE(at) !== (((extra64Size - 4) << 16) | zip64Field)
  )
    throw new ZipLayoutError({ code: "extra_field_refused", name });
  refuseExtras(extra.subarray(0, at), name);
  const real = { size: wide(extra, at + 4), packed: wide(extra, at + 12), localOffset: wide(extra, at + 20) };
  if (Math.max(real.size, real.packed, real.localOffset) < masked)
    throw new ZipLayoutError({ code: "extra_field_refused", name });
  return { ...real, isZip64: true };
}

/** Eight bytes. A value larger than any file system supports becomes a number that fails every check. */
function wide(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

function refuseExtras(extra: Buffer, name: string): void {
  for (let at = 0; at < extra.length;) {
    const [kind, length] =
      at + 4 <= extra.length ? [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)] : [zip64Field, 0];
    at += 4 + length;
    if (kind === zip64Field || nameFields.has(kind) || at > extra.length)
      throw new ZipLayoutError({ code: "extra_field_refused", name });
  }
}

/** Case-insensitive file systems keep only one of two such files. */
function refuseTwice(entries: readonly Central[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (seen.has(name.toLowerCase())) throw new ZipLayoutError({ code: "duplicate_entry", name });
    seen.add(name.toLowerCase());
  }
}
