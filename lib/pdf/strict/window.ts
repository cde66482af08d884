import type { ByteSource } from "@/lib/pdf/byte-source";

/** What is read at once while objects lie side by side. */
const AHEAD = 16_384;
/** After a jump over stream data: the next object is most likely a small one. */
const JUMP = 1024;

/** Views of a file that is read from its beginning to its end: small objects side by side cost one read. */
export class Window {
  private bytes: Buffer = Buffer.alloc(0);
  private from = 0;

  constructor(private readonly source: ByteSource) {}

  /** At least `length` bytes from `offset`, fewer only at the end of the file; often more. */
  read(offset: number, length: number): Buffer {
    const within = offset - this.from;
    const end = Math.min(this.source.size, offset + length);
    if (within < 0 || end > this.from + this.bytes.length) {
      const isNear = within >= 0 && within <= this.bytes.length;
      const wanted = Math.max(length, isNear ? AHEAD : JUMP);
      this.bytes = this.source.read(offset, Math.min(wanted, this.source.size - offset));
      this.from = offset;
    }
    return this.bytes.subarray(offset - this.from);
  }
}
