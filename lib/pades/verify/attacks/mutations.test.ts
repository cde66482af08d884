import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { isGreen } from "@/lib/pades/verify/report/report";
import { makeCompleted, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import { PdfError } from "@/lib/pdf/syntax/errors";

let form: Buffer;
let completed: Buffer;
beforeAll(async () => {
  form = await makeSignedForm();
  completed = (await makeCompleted()).bytes;
});

function verdictOf(bytes: Buffer): string {
  try {
    return verify(bytes).verdict;
  } catch (error) {
    if (error instanceof PdfError) {
      return error.code;
    }
    throw error;
  }
}

/** Offsets of the hexadecimal digits that no signature covers. */
function gapsOf(bytes: Buffer): [number, number][] {
  const ranges = [...bytes.toString("latin1").matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/g)];
  return ranges.map((range) => [Number(range[1]), Number(range[2])]);
}

/** Random, so that every run tries different values. */
const runs: [string, number][] = [
  ["60 of them", 60],
  ["@exhaustive 300 of them", 300],
];

describe("any mutation of a signed file", () => {
  test.each(runs)(
    "no changed byte outside the Contents of its last signature leaves it green: %s",
    (_name, numRuns) => {
      fc.assert(
        fc.property(fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), (isForm, at, mask) => {
          const original = isForm ? form : completed;
          const offset = at % original.length;
          const [gapStart, gapEnd] = gapsOf(original).at(-1) ?? [0, 0];
          fc.pre(offset < gapStart || offset >= gapEnd);
          const bytes = Buffer.from(original);
          bytes[offset] = (bytes[offset] ?? 0) ^ mask;
          expect(isGreen(verdictOf(bytes) as "none")).toBe(false);
        }),
        { numRuns },
      );
    },
  );

  test.each(runs)(
    "a truncated or overwritten file gets a verdict or a refusal, never an internal error: %s",
    (_name, numRuns) => {
      fc.assert(
        fc.property(fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 200 }), (at, until, junk) => {
          const [start, end] = [at % form.length, until % form.length].sort((a, b) => a - b);
          const bytes = Buffer.concat([form.subarray(0, start), junk, form.subarray(end)]);
          expect(typeof verdictOf(bytes)).toBe("string");
          expect(typeof verdictOf(form.subarray(0, end))).toBe("string");
        }),
        { numRuns },
      );
    },
  );
});
