import { writeSync } from "node:fs";
import { deflateSync } from "node:zlib";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { buildXrefTable } from "@/lib/pdf/xref/xref-write";

const CHUNK = 1 << 20;
/** Bytes to collect before writing: 64 KiB of small objects take one system call. */
const BUFFERED = 65_536;
const OBJECTS_PER_STREAM = 200;
const ROW_BYTES = 8;

/**
 * Writes one plain file: objects in the order of the calls, followed by one cross-reference section that lists all of
 * them.
 */
export class FileWriter {
  /** By object number: the containing object stream or 0, and the index in that stream or the offset in the file. */
  private readonly streams: number[] = [0];
  private readonly places: number[] = [0];
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private packed: { num: number; body: Buffer }[] = [];
  private offset = 0;

  constructor(
    private readonly file: number,
    private readonly maxBytes: number,
    /** Allocates a new object number. */
    private readonly reserve: () => number,
  ) {}

  push(bytes: Buffer): void {
    this.offset += bytes.length;
    if (this.offset > this.maxBytes) {
      throw new PdfError("too_large", "rewritten, it is larger than an upload may be");
    }
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= BUFFERED) {
      this.flush();
    }
  }

  text(text: string): void {
    this.push(Buffer.from(text, "latin1"));
  }

  object(num: number, body: string): void {
    this.begin(num);
    this.text(`${body}\nendobj\n`);
  }

  /** Writes the object into an object stream, as in the original file. */
  compressedObject(num: number, body: string): void {
    this.packed.push({ num, body: Buffer.from(body, "latin1") });
    if (this.packed.length === OBJECTS_PER_STREAM) {
      this.flushPacked();
    }
  }

  /** `dict` must contain the correct /Length. */
  stream(num: number, dict: string, data: Buffer | { offset: number; length: number }, source: ByteSource): void {
    this.begin(num);
    this.text(`${dict}\nstream\n`);
    if (Buffer.isBuffer(data)) {
      this.push(data);
    } else {
      for (let done = 0; done < data.length; done += CHUNK) {
        this.push(source.read(data.offset + done, Math.min(CHUNK, data.length - done)));
      }
    }
    this.text("\nendstream\nendobj\n");
  }

  /** Writes the cross-reference section and the trailer. Returns the size of the file. */
  finish(entries: string): number {
    const isPacked = this.packed.length > 0 || this.streams.some((stream) => stream > 0);
    this.flushPacked();
    const start = isPacked ? this.writeStream(entries) : this.writeTable(entries);
    this.text(`startxref\n${start}\n%%EOF\n`);
    this.flush();
    return this.offset;
  }

  private begin(num: number): void {
    this.place(num, 0, this.offset);
    this.text(`${num} 0 obj\n`);
  }

  private flushPacked(): void {
    if (this.packed.length === 0) {
      return;
    }
    const num = this.reserve();
    const { packed } = this;
    this.packed = [];
    let at = 0;
    const header = packed.map(({ num: inside, body }, index) => {
      const slot = `${inside} ${at}`;
      this.place(inside, num, index);
      at += body.length + 1;
      return slot;
    });
    const head = `${header.join(" ")}\n`;
    const data = deflateSync(
      Buffer.concat([Buffer.from(head), ...packed.flatMap(({ body }) => [body, Buffer.from("\n")])]),
    );
    this.begin(num);
    this.text(
      `<</Type/ObjStm/N ${packed.length}/First ${head.length}/Filter/FlateDecode/Length ${data.length}>>\nstream\n`,
    );
    this.push(data);
    this.text("\nendstream\nendobj\n");
  }

  private writeTable(entries: string): number {
    const start = this.offset;
    const objects = this.places.slice(1).map((offset, index) => ({ num: index + 1, gen: 0, offset }));
    const rows = buildXrefTable(objects).replace(
      /^xref\n1 (\d+)\n/,
      (_match, count: string) => `xref\n0 ${Number(count) + 1}\n0000000000 65535 f\r\n`,
    );
    this.text(`${rows}trailer\n<</Size ${objects.length + 1}${entries}>>\n`);
    return start;
  }

  private writeStream(entries: string): number {
    const num = this.reserve();
    const start = this.offset;
    this.place(num, 0, start);
    const data = Buffer.alloc(this.places.length * ROW_BYTES);
    this.places.forEach((at, inside) => {
      const [row, stream] = [inside * ROW_BYTES, this.streams[inside] ?? 0];
      data.writeUInt8(inside === 0 ? 0 : stream === 0 ? 1 : 2, row);
      data.writeUIntBE(stream === 0 ? at : stream, row + 1, 5);
      data.writeUInt16BE(stream === 0 ? 0 : at, row + 6);
    });
    data.writeUInt16BE(65_535, 6);
    const packed = deflateSync(data);
    this.text(
      `${num} 0 obj\n<</Type/XRef/W[1 5 2]/Size ${this.places.length}${entries}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    );
    this.push(packed);
    this.text("\nendstream\nendobj\n");
    return start;
  }

  private place(num: number, stream: number, at: number): void {
    this.streams[num] = stream;
    this.places[num] = at;
  }

  private flush(): void {
    const bytes = Buffer.concat(this.waiting);
    this.waiting.length = 0;
    this.waitingBytes = 0;
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.file, bytes, done);
    }
  }
}
