import type { PdfLimits } from "@/lib/pdf/syntax/limits";

/**
 * Thrown when a hostile or enormous file has used up its time. Parts that were not checked are reported as
 * `unsupported`.
 */
export class TimeUp extends Error {
  constructor() {
    super("the file took too long to check");
    this.name = "TimeUp";
  }
}

const checkEvery = 256;

/** A time limit that every loop whose length depends on the file checks often and cheaply. */
export class Deadline {
  private readonly end: number;
  private asked = 0;

  constructor(milliseconds: number) {
    this.end = performance.now() + milliseconds;
  }

  get passed(): boolean {
    return performance.now() > this.end;
  }

  /** Throws TimeUp. Reads the clock once in 256 calls. */
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
 * Stricter than the reader's own limits: verification opens several revisions of a file at once, each with 13 bytes
 * for every object number. Files below the size limit come nowhere near. Apart from the streams of the file's
 * structure, only validation data is decoded.
 */
export const verifyLimits: Partial<PdfLimits> = { objectNumber: 2_000_000, streamBytes: 16 * mebibyte };
