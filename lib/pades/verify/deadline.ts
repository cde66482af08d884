import type { PdfLimits } from "@/lib/pdf/limits";

/** Thrown when a hostile or enormous file has used up its time: what was not checked is reported as `unsupported`. */
export class TimeUp extends Error {
  constructor() {
    super("the file took too long to check");
    this.name = "TimeUp";
  }
}

const checkEvery = 256;

/** A budget of time, asked often and cheaply by every loop whose length the file decides. */
export class Deadline {
  private readonly end: number;
  private asked = 0;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  get passed(): boolean {
    return performance.now() > this.end;
  }

  /** Throws TimeUp. Looks at the clock once in 256 calls. */
  tick(): void {
    this.asked += 1;
    if (this.asked % checkEvery === 0) {
      this.check();
    }
  }

  /** Throws TimeUp. */
  check(): void {
    if (this.passed) {
      throw new TimeUp();
    }
  }
}

const mebibyte = 1024 * 1024;

/**
 * Tighter than the reader's own: verifying opens several revisions of a file at once, each with 13 bytes for every object
 * number. Files below the size cap come nowhere near. The only streams decoded, but for those of the file's structure, are validation data.
 */
export const verifyLimits: Partial<PdfLimits> = { objectNumber: 2_000_000, streamBytes: 16 * mebibyte };
