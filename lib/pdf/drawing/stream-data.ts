import type { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { IndirectObject, PdfValue } from "@/lib/pdf/syntax/objects";

/** The decoded data of a stream, or null if it cannot be decoded here. */
export function decodedData(document: PdfDocument, stream: IndirectObject): Buffer | null {
  try {
    return document.decodedStream(stream);
  } catch (error) {
    if (error instanceof PdfError) {
      return null;
    }
    throw error;
  }
}

/** The decoded data of the stream that a value refers to. Null if there is none. */
export function referredData(document: PdfDocument, value: PdfValue | undefined): Buffer | null {
  const object = value?.kind === "ref" ? document.load(value.num) : null;
  return object !== null && object.streamStart >= 0 ? decodedData(document, object) : null;
}

/** Coded data with random access. */
export interface CodedData {
  readonly length: number;
  /** Returns fewer bytes only at the end. */
  read(offset: number, length: number): Buffer;
  /** A big-endian number of 1, 2, 4 or 8 bytes. Throws RangeError beyond the end. */
  uint(offset: number, bytes: number): number;
  /** Four consecutive numbers of four bytes. */
  fourUints(offset: number): [number, number, number, number];
}

export function codedBuffer(data: Buffer): CodedData {
  return codedData(data.length, (at, bytes) => data.subarray(at, at + bytes));
}

export function codedData(length: number, read: CodedData["read"]): CodedData {
  const uint: CodedData["uint"] = (offset, bytes) => {
    if (offset < 0 || offset + bytes > length) {
      throw new RangeError("behind the end of the data");
    }
    return read(offset, bytes).reduce((value, byte) => value * 256 + byte, 0);
  };
  return {
    length,
    read,
    uint,
    fourUints: (offset) => [uint(offset, 4), uint(offset + 4, 4), uint(offset + 8, 4), uint(offset + 12, 4)],
  };
}
