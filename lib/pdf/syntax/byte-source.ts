import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { PdfError } from "./errors";
import { isSpace } from "./lexer";

/** Random access to the bytes of one file, on disk or in memory. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `offset`. Shorter than `length` only at the end of the source. Throws RangeError outside it. */
  read(offset: number, length: number): Buffer;
  /**
   * Fills `into` from `offset` and returns the number of bytes, which is smaller only at the end. For passes over the
   * whole file.
   */
  readInto(into: Buffer, offset: number): number;
  close(): void;
}

/** One immutable blob of a file: the base, or the tail that a revision appended. */
export interface SegmentPath {
  path: string;
  size: number;
}

const BLOCK_BYTES = 16_384;
/** Cross-reference data, revisions and signatures are in this part, which is read repeatedly. */
const TAIL_BYTES = 128 * 1024;
/** Files up to this size are kept in memory while they are open. */
const WHOLE_BYTES = 1024 * 1024;

interface OpenSegment {
  fd: number;
  start: number;
  size: number;
}

/** Opens a file that is stored as a base and tails, so that appending a revision never copies earlier bytes. */
export function openSegments(segments: readonly SegmentPath[]): ByteSource {
  const opened: OpenSegment[] = [];
  let size = 0;
  try {
    for (const segment of segments) {
      opened.push({ fd: openSync(segment.path, "r"), start: size, size: segment.size });
      size += segment.size;
    }
  } catch (error) {
    closeAll(opened);
    throw error;
  }
  if (size <= WHOLE_BYTES) {
    return whole(size, opened);
  }
  return {
    size,
    read: readingAhead(size, (into, offset) => readAcross(opened, into, offset)),
    readInto: (into, offset) => {
      const length = clampLength(size, offset, into.length);
      readAcross(opened, into.subarray(0, length), offset);
      return length;
    },
    close: () => closeAll(opened),
  };
}

/**
 * A small file is read once, at the first access: parsing it piece by piece spent a third of its time in system
 * calls.
 */
function whole(size: number, opened: OpenSegment[]): ByteSource {
  let bytes: Buffer | null = null;
  const all = (): Buffer => {
    if (bytes === null) {
      const filled = Buffer.allocUnsafeSlow(size);
      readAcross(opened, filled, 0);
      bytes = filled;
    }
    return bytes;
  };
  return {
    size,
    read: (offset, length) => all().subarray(offset, offset + clampLength(size, offset, length)),
    readInto: (into, offset) => all().copy(into, 0, offset, offset + clampLength(size, offset, into.length)),
    close: () => closeAll(opened),
  };
}

/**
 * Small adjacent reads are served from one block: the fields of a form are adjacent, and a system call for each took
 * longer than parsing it. Scattered reads stay small, since a retained view retains its whole block. The end of the
 * file is read once.
 */
function readingAhead(size: number, fill: (into: Buffer, offset: number) => void): ByteSource["read"] {
  let block = { offset: 0, bytes: Buffer.alloc(0) };
  const tailAt = Math.max(0, size - TAIL_BYTES);
  let tail: Buffer | null = null;
  return (offset, wanted) => {
    const length = clampLength(size, offset, wanted);
    if (offset >= tailAt) {
      if (tail === null) {
        const bytes = Buffer.allocUnsafe(size - tailAt);
        fill(bytes, tailAt);
        tail = bytes;
      }
      return tail.subarray(offset - tailAt, offset - tailAt + length);
    }
    const within = offset - block.offset;
    if (within >= 0 && within + length <= block.bytes.length) {
      return block.bytes.subarray(within, within + length);
    }
    const isNext = within >= 0 && within <= block.bytes.length && length < BLOCK_BYTES;
    const bytes = Buffer.allocUnsafe(isNext ? Math.min(BLOCK_BYTES, size - offset) : length);
    fill(bytes, offset);
    if (length < BLOCK_BYTES) {
      block = { offset, bytes };
    }
    return bytes.subarray(0, length);
  };
}

/** A source over bytes already in memory. `read` returns views, not copies. */
export function fromBuffer(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + clampLength(bytes.length, offset, length)),
    readInto: (into, offset) => bytes.copy(into, 0, offset, offset + clampLength(bytes.length, offset, into.length)),
    close: () => undefined,
  };
}

/** The first `size` bytes as a separate source. Closing it does not close the underlying source. */
export function prefixOf(source: ByteSource, size: number): ByteSource {
  if (size < 0 || size > source.size) {
    throw new RangeError(`prefix of ${size} bytes in a source of ${source.size}`);
  }
  return {
    size,
    read: (offset, length) => source.read(offset, clampLength(size, offset, length)),
    readInto: (into, offset) => source.readInto(into.subarray(0, clampLength(size, offset, into.length)), offset),
    close: () => undefined,
  };
}

/**
 * A source followed by bytes that are not stored yet: a file with a revision to be appended. Closing it does not
 * close the underlying source.
 */
export function withTail(source: ByteSource, tail: Buffer): ByteSource {
  const size = source.size + tail.length;
  const readInto = (into: Buffer, offset: number): number => {
    const length = clampLength(size, offset, into.length);
    const below = Math.max(0, Math.min(length, source.size - offset));
    if (below > 0) {
      source.readInto(into.subarray(0, below), offset);
    }
    if (below < length) {
      const from = offset + below - source.size;
      tail.copy(into, below, from, from + length - below);
    }
    return length;
  };
  return {
    size,
    read: (offset, length) => {
      const bytes = Buffer.allocUnsafe(clampLength(size, offset, length));
      readInto(bytes, offset);
      return bytes;
    },
    readInto,
    close: () => undefined,
  };
}

function clampLength(size: number, offset: number, length: number): number {
  if (!(offset >= 0 && offset <= size) || !(length >= 0)) {
    throw new RangeError(`read of ${length} bytes at ${offset} in a source of ${size}`);
  }
  return Math.min(length, size - offset);
}

function readAcross(segments: readonly OpenSegment[], into: Buffer, offset: number): void {
  let done = 0;
  for (const segment of segments) {
    const from = offset + done - segment.start;
    if (done === into.length) {
      return;
    }
    if (from >= segment.size) {
      continue;
    }
    const wanted = Math.min(into.length - done, segment.size - from);
    readFully(segment.fd, into, done, wanted, from);
    done += wanted;
  }
}

function readFully(fd: number, into: Buffer, at: number, length: number, position: number): void {
  let done = 0;
  while (done < length) {
    const count = readSync(fd, into, at + done, length - done, position + done);
    if (count === 0) {
      throw new RangeError("a segment is shorter than its recorded size");
    }
    done += count;
  }
}

function closeAll(segments: OpenSegment[]): void {
  for (const segment of segments.splice(0)) {
    closeSync(segment.fd);
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** Shared by all passes: the loop never yields, so two passes cannot use it at once. */
let chunk: Buffer | null = null;

/**
 * SHA-256 of the current file, left open: `copy()` of it starts both the digest of a ByteRange and the hash of the
 * file with its new tail, so that the bytes are read once. Throws PdfError `changed_underneath` when `expectedSha256`
 * (hexadecimal) is given and differs.
 */
export function hashSource(source: ByteSource, expectedSha256: string | null): Hash {
  const hash = createHash("sha256");
  chunk ??= Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let offset = 0; offset < source.size;) {
    const count = source.readInto(chunk, offset);
    hash.update(chunk.subarray(0, count));
    offset += count;
  }
  if (expectedSha256 !== null && hash.copy().digest("hex") !== expectedSha256) {
    throw new PdfError("changed_underneath", "the file is not the one that was asked for");
  }
  return hash;
}

const windowBytes = 64 * 1024;
/** More white space after the last %%EOF than any writer leaves, in bytes. */
const longestTrailer = 4096;

/** First offset of `word` in `[from, to)`, or -1 if it does not occur. Reads in windows of 64 KiB. */
export function indexOf(source: ByteSource, word: string, from: number, to: number): number {
  for (let offset = from; offset < to; offset += windowBytes) {
    const bytes = source.read(offset, Math.min(windowBytes + word.length - 1, to - offset));
    const at = bytes.indexOf(word);
    if (at >= 0) {
      return offset + at;
    }
  }
  return -1;
}

/** Whether `from` is followed only by white space, and not by much of it. */
export function isBlank(source: ByteSource, from: number): boolean {
  const length = source.size - from;
  return length <= longestTrailer && source.read(from, length).every((byte) => isSpace(byte));
}
