import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ZipFile } from "yazl";
import { readZipLayout, ZipLayoutError } from "./zip-layout";

const gibibyte = 1024 ** 3;
const zeros = Buffer.alloc(1024 ** 2);

/** Skips zeros when writing, so that a large file takes no disk space. */
function sparse(descriptor: number): Writable {
  let at = 0;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!chunk.equals(zeros.subarray(0, chunk.length))) writeSync(descriptor, chunk, 0, chunk.length, at);
      at += chunk.length;
      done();
    },
    final(done) {
      ftruncateSync(descriptor, at);
      done();
    },
  });
}

/** Node computes the same checksum as yazl's own script, in a tenth of the time. */
async function withFastChecksums(write: () => Promise<void>): Promise<void> {
  const requireAsYazl = createRequire(createRequire(import.meta.url).resolve("yazl"));
  const script = requireAsYazl("buffer-crc32") as { unsigned: typeof crc32 };
  const fast = vi.spyOn(script, "unsigned").mockImplementation(crc32);
  try {
    await write();
    expect(fast).toHaveBeenCalled();
  } finally {
    fast.mockRestore();
  }
}

function* nothingBut(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
}

describe("a zip of more than 4 GiB, as bundles and archives of large documents are", () => {
  const sizes = [1, 1, 1, 1, 1 / 1024].map((part) => part * gibibyte);
  const names = [...sizes.map((_, index) => `documents/0${index + 1}.pdf`), "closing.json"];
  let folder = "";
  let file = "";

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "paraph-zip64-"));
    file = path.join(folder, "bundle.zip");
    const zip = new ZipFile();
    for (const [index, size] of sizes.entries())
      zip.addReadStreamLazy(names[index] ?? "", { size, compress: false }, (callback) =>
        callback(null, Readable.from(nothingBut(size))),
      );
    zip.addBuffer(Buffer.from("{}"), "closing.json");
    zip.end();
    const descriptor = openSync(file, "w");
    await withFastChecksums(() => pipeline(zip.outputStream, sparse(descriptor)));
    closeSync(descriptor);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is listed by unzip and Python as it was written, and by the offline check @exhaustive", () => {
    expect(statSync(file).size).toBeGreaterThan(4 * gibibyte);
    expect(execFileSync("unzip", ["-Z1", file], { encoding: "utf8" }).trim().split("\n")).toEqual(names);
    const script =
      "import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps([[i.filename, i.file_size] for i in z.infolist()] + [z.read('closing.json').decode()]))";
    const listed = JSON.parse(execFileSync("python3", ["-c", script, file], { encoding: "utf8" })) as unknown[];
    expect(listed).toEqual([...[...sizes, 2].map((size, index) => [names[index], size]), "{}"]);
    const entries = readZipLayout(file, 10);
    expect(entries.map(({ name, size }) => [name, size])).toEqual([...sizes, 2].map((size, at) => [names[at], size]));
    expect(entries[5]?.offset).toBeGreaterThan(4 * gibibyte);
  });

  test.each([
    ["the second end record", 22 + 20 + 56 - 48],
    ["the locator", 22 + 20 - 8],
    ["the extra field of the last file", 22 + 20 + 56 + 8],
  ])("is refused when %s leads elsewhere @exhaustive", (_what, fromEnd) => {
    const descriptor = openSync(file, "r+");
    try {
      const [at, byte] = [statSync(file).size - fromEnd, Buffer.alloc(1)];
      readSync(descriptor, byte, 0, 1, at);
      writeSync(descriptor, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
      expect(() => readZipLayout(file, 10)).toThrow(ZipLayoutError);
      writeSync(descriptor, byte, 0, 1, at);
      expect(readZipLayout(file, 10)).toHaveLength(6);
    } finally {
      closeSync(descriptor);
    }
  });
});
