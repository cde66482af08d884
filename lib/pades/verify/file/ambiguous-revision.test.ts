import { describe, expect, it } from "vitest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { WrittenObjects, writtenObjects } from "./ambiguous-revision";
import { Deadline } from "./deadline";

const stream = "3 0 obj<</Length 40>>stream\n" + "x".repeat(90) + "\n12\r\n0  obj(inside)4 0 obj endstream endobj\n";
const file = Buffer.concat([
  makePdf({ pages: [{}, {}] }),
  Buffer.from(`${stream}5 0 obj null endobj 6 0 obj`, "latin1"),
]);

function inChunks(size: number) {
  const written = new WrittenObjects(fromBuffer(file), new Deadline(60_000));
  for (let from = 0; from < file.length; from += size) {
    written.take(file.subarray(from, from + size), from);
  }
  return written;
}

describe("beginnings of objects", () => {
  const all = writtenObjects(fromBuffer(file), new Deadline(60_000));

  it("are found anywhere except at the end of a stream", () => {
    expect(all.slice(-4).map(({ num }) => num)).toEqual([3, 12, 5, 6]);
    expect(all.every(({ num, offset }) => file.toString("latin1", offset).startsWith(String(num)))).toBe(true);
  });

  it.each([1, 2, 3, 4, 7, 63, 64, 65, 128, 131, 1000])("are the same in chunks of %i bytes", (size) => {
    const written = inChunks(size);
    expect(written.isComplete).toBe(true);
    expect(written.found).toEqual(all);
  });

  it("are incomplete where a chunk is missing or the time is up", () => {
    const written = new WrittenObjects(fromBuffer(file), new Deadline(60_000));
    written.take(file.subarray(10), 10);
    expect(written.isComplete).toBe(false);
    const late = new WrittenObjects(fromBuffer(file), new Deadline(-1));
    late.take(file, 0);
    expect(late.isComplete).toBe(false);
  });
});
