/** Takes exact numbers of bytes from a stream of chunks. */
export class ByteQueue {
  private readonly chunks: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);
  private isEnded = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** Null when fewer are left. */
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

  /** Ends the stream, also before its end. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }
}
