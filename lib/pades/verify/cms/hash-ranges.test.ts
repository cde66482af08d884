import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { hashRanges, type RangeRequest } from "./hash-ranges";

const size = 700_000;
const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) & 255));

const request = fc
  .tuple(
    fc.constantFrom("sha256", "sha512", "sha3-256"),
    fc.uniqueArray(fc.integer({ min: 1, max: size }), { minLength: 3, maxLength: 3 }),
  )
  .map(([digest, stops]): RangeRequest => {
    const [gapStart = 1, gapEnd = 2, end = 3] = stops.sort((a, b) => a - b);
    return { digest, gapStart, gapEnd, end };
  });

function direct({ digest, gapStart, gapEnd, end }: RangeRequest): string {
  return createHash(digest).update(bytes.subarray(0, gapStart)).update(bytes.subarray(gapEnd, end)).digest("hex");
}

test("computes in one pass the digests of each signature's ranges, each revision and the file, and delivers every byte once", () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 5 }), (requests) => {
      const seen = createHash("sha256");
      const { file, digests, revisions } = hashRanges(
        fromBuffer(bytes),
        requests,
        () => true,
        (chunk) => seen.update(chunk),
      );
      expect(digests.map((digest) => digest?.toString("hex"))).toEqual(requests.map(direct));
      expect(revisions.map((revision) => revision?.toString("hex"))).toEqual(
        requests.map(({ end }) => sha256Hex(bytes.subarray(0, end))),
      );
      expect(file.toString("hex")).toBe(sha256Hex(bytes));
      expect(seen.digest("hex")).toBe(file.toString("hex"));
    }),
    { numRuns: 40 },
  );
});

test("does not compute a digest that Node.js does not support or that would cost too much", () => {
  const { digests } = hashRanges(
    fromBuffer(bytes),
    [
      { digest: "gost", gapStart: 1, gapEnd: 2, end: 3 },
      { digest: "sha256", gapStart: 1, gapEnd: 2, end: size },
      { digest: "sha256", gapStart: 1, gapEnd: 2, end: 3 },
    ],
    (extra) => extra < 1000,
  );
  expect(digests.map((digest) => digest === null)).toEqual([true, true, false]);
});
