import { PdfError } from "@/lib/pdf/errors";
import type { PdfLimits } from "@/lib/pdf/limits";
import type { IndirectObject } from "@/lib/pdf/objects";
import { Parser } from "@/lib/pdf/parser";

interface ObjectStream {
  bytes: Buffer;
  /** Object number → offset in `bytes`. */
  offsets: Map<number, number>;
}

/** Decoded object streams kept at once, in bytes: enough for form-heavy files, little beside the file. */
const KEPT_BYTES = 24 * 1024 * 1024;

/** The decoded object streams of one document (ISO 32000-2, 7.5.7), least recently read dropped first. */
export class ObjectStreams {
  private readonly kept = new Map<number, ObjectStream>();
  private readonly opening = new Set<number>();
  private keptBytes = 0;

  /** `open` loads and decodes the stream object of a number. */
  constructor(
    private readonly open: (num: number) => { data: Buffer; first: number; count: number },
    private readonly limits: PdfLimits,
  ) {}

  /** The object of a number inside a stream. Throws PdfError `damaged` when it is not there. */
  read(streamNum: number, num: number): IndirectObject {
    const stream = this.kept.get(streamNum) ?? this.decode(streamNum);
    this.kept.delete(streamNum);
    this.kept.set(streamNum, stream);
    const offset = stream.offsets.get(num);
    if (offset === undefined) {
      throw new PdfError("damaged", `object ${num} is not in the object stream ${streamNum}`);
    }
    const value = new Parser(stream.bytes, offset, true, this.limits).value();
    return { value, bytes: stream.bytes, num, gen: 0, streamStart: -1, offset: -1 };
  }

  private decode(streamNum: number): ObjectStream {
    if (this.opening.has(streamNum)) {
      throw new PdfError("damaged", `the object stream ${streamNum} lies in itself`);
    }
    this.opening.add(streamNum);
    try {
      const { data, first, count } = this.open(streamNum);
      const stream = { bytes: data, offsets: readHeader(data, first, count) };
      this.keptBytes += data.length;
      this.dropOldest();
      return stream;
    } finally {
      this.opening.delete(streamNum);
    }
  }

  private dropOldest(): void {
    for (const [num, stream] of this.kept) {
      if (this.keptBytes <= KEPT_BYTES) {
        return;
      }
      this.kept.delete(num);
      this.keptBytes -= stream.bytes.length;
    }
  }
}

function readHeader(data: Buffer, first: number, count: number): Map<number, number> {
  const parser = new Parser(data);
  const offsets = new Map<number, number>();
  for (let index = 0; index < count && parser.pos < first; index += 1) {
    const num = parser.value();
    const offset = parser.value();
    if (num.kind !== "number" || offset.kind !== "number") {
      throw new PdfError("damaged", "an object stream's header is broken");
    }
    offsets.set(num.value, first + offset.value);
  }
  return offsets;
}
