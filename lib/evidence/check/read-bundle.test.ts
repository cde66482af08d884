import { spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { BundleError, readBundle, type BundleProblem } from "./read-bundle";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "paraph-zips-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Entries = readonly (readonly [name: string, bytes: Buffer])[];

async function makeZip(entries: Entries): Promise<string> {
  const zip = new ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name);
  zip.end();
  const target = path.join(mkdtempSync(path.join(folder, "zip-")), "bundle.zip");
  await pipeline(zip.outputStream, createWriteStream(target));
  return target;
}

/** Overwrites a text with another one of the same length, in both directories of a zip. */
function replaced(file: string, from: string, to: string): string {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, "latin1");
  writeFileSync(file, bytes);
  return file;
}

function target(): string {
  return mkdtempSync(path.join(folder, "out-"));
}

const chain: Entries[number] = ["chain.json", Buffer.from("{}")];

describe("an untrusted zip", () => {
  test("returns its known parts, writes nothing else, and reports every other name", async () => {
    const out = target();
    const foreign: string[] = [];
    const parts = await readBundle(
      await makeZip([chain, ["evil.sh", Buffer.from("x")], ["a/chain.json", Buffer.from("x")]]),
      out,
      (name) => foreign.push(name),
    );
    expect(foreign).toEqual(["evil.sh", "a/chain.json"]);
    expect(parts).toEqual({ "chain.json": path.join(out, "chain.json") });
    expect(readdirSync(out)).toEqual(["chain.json"]);
  });

  test.each([
    ["../chain.jso", "a climbing name"],
    ["/hain.jsonxx", "an absolute name"],
    ["..\\chain.jso", "a name with backslashes"],
  ])("named %s (%s) writes nothing outside", async (name) => {
    const out = target();
    const zip = replaced(await makeZip([["q".repeat(name.length), Buffer.from("x")]]), "q".repeat(name.length), name);
    await readBundle(zip, out).catch((error: unknown) => expect(error).toBeInstanceOf(BundleError));
    expect(readdirSync(out)).toEqual([]);
    expect(existsSync(path.join(out, "..", "chain.jso"))).toBe(false);
  });

  test("is refused if it names a part twice, because a reader could be shown the other one", async () => {
    await expect(readBundle(await makeZip([chain, chain]), target())).rejects.toMatchObject({
      problem: { code: "duplicate_entry", name: "chain.json" },
    });
  });

  test("with too many entries is refused before any is read", async () => {
    const many = Array.from({ length: 400 }, (_, index): Entries[number] => [`file-${index}`, Buffer.from("x")]);
    const out = target();
    await expect(readBundle(await makeZip([chain, ...many]), out)).rejects.toMatchObject({
      problem: { code: "too_many_entries", count: 401 },
    });
    expect(readdirSync(out)).toEqual([]);
  });

  test("is rejected if it unpacks to more than the limit of a part, or to more than its stated size", async () => {
    await expect(
      readBundle(await makeZip([["certificates.pem", Buffer.alloc(2 * 1024 * 1024)]]), target()),
    ).rejects.toMatchObject({ problem: { code: "entry_too_large", name: "certificates.pem", most: 1024 * 1024 } });
    const zip = await makeZip([["certificates.pem", Buffer.alloc(300_000)]]);
    const bytes = readFileSync(zip);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(300_000);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 1)) bytes.writeUInt32LE(1000, at);
    writeFileSync(zip, bytes);
    await expect(readBundle(zip, target())).rejects.toBeInstanceOf(BundleError);
  });

  test.each([
    ["nothing", ""],
    ["text", "PK but no zip"],
    ["a cut one", "PK\u0003\u0004\u0014\u0000"],
  ])("is refused if it is %s", async (_what, text) => {
    const file = path.join(target(), "bundle.zip");
    writeFileSync(file, text, "latin1");
    await expect(readBundle(file, target())).rejects.toBeInstanceOf(BundleError);
  });
});

describe("a zip that programs read in different ways is refused:", () => {
  const [local, central, end] = ["PK\u0003\u0004", "PK\u0001\u0002", "PK\u0005\u0006"];
  const text = "a text, a text, a text, a text, a text";
  const parts: Entries = [chain, ["README.txt", Buffer.from(text)]];

  const centralOf = (bytes: Buffer, index: number): number => {
    const first = bytes.readUInt32LE(bytes.lastIndexOf(end, undefined, "latin1") + 16);
    return index === 0
      ? bytes.indexOf(central, first, "latin1")
      : bytes.indexOf(central, bytes.indexOf(central, first, "latin1") + 1, "latin1");
  };

  /** Inserts bytes, and adjusts the directory's offsets of the files behind them, or its size in the end record. */
  const insert = (bytes: Buffer, at: number, added: string | Buffer, moved: "offset" | "size"): Buffer => {
    const put = Buffer.from(added as string, "latin1");
    const result = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at)]);
    const field = result.lastIndexOf(end, undefined, "latin1") + (moved === "offset" ? 16 : 12);
    const count = result.readUInt16LE(field - (moved === "offset" ? 6 : 2));
    const entries =
      moved === "size"
        ? []
        : Array.from({ length: count }, (_, index) => centralOf(result, index) + 42).filter(
            (place) => result.readUInt32LE(place) >= at,
          );
    for (const place of [field, ...entries]) result.writeUInt32LE(result.readUInt32LE(place) + put.length, place);
    return result;
  };
  const at = (bytes: Buffer, mark: string, index = 0): number => {
    let found = -1;
    for (let count = 0; count <= index; count += 1) found = bytes.indexOf(mark, found + 1, "latin1");
    return found;
  };
  const rename = (bytes: Buffer, from: number): Buffer =>
    Buffer.concat([bytes.subarray(0, from), Buffer.from("README.TXT"), bytes.subarray(from + 10)]);
  /** Gives the last entry of the directory an extra field. */
  const extra = (bytes: Buffer, kind: number): Buffer => {
    const field = Buffer.from([kind & 255, kind >> 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const result = insert(bytes, at(bytes, end), field, "size");
    result.writeUInt16LE(field.length, at(result, central, 1) + 30);
    return result;
  };

  test.each<[string, (bytes: Buffer) => Buffer, BundleProblem]>([
    [
      "bytes before the first file",
      (bytes) => insert(bytes, 0, "#!/bin/sh\n", "offset"),
      { code: "data_before_entry", name: "chain.json" },
    ],
    [
      "bytes between two files",
      (bytes) => insert(bytes, at(bytes, local, 1), "hidden", "offset"),
      { code: "data_before_entry", name: "README.txt" },
    ],
    [
      "a file that the directory does not list",
      (bytes) => insert(bytes, at(bytes, central), bytes.subarray(0, at(bytes, local, 1)), "offset"),
      { code: "data_before_directory" },
    ],
    [
      "a second end of the directory in a comment",
      (bytes) => {
        const closing = bytes.subarray(at(bytes, end));
        const result = Buffer.concat([bytes, closing]);
        result.writeUInt16LE(closing.length, at(bytes, end) + 20);
        return result;
      },
      { code: "directory_misplaced" },
    ],
    ["bytes behind the end", (bytes) => Buffer.concat([bytes, Buffer.from("more")]), { code: "end_not_at_end" }],
    [
      "another name in the file's own header",
      (bytes) => rename(bytes, at(bytes, "README.txt")),
      { code: "header_differs", name: "README.txt" },
    ],
    [
      "another checksum in the file's own header",
      (bytes) => {
        bytes.writeUInt32LE(7, at(bytes, local, 1) + 14);
        return bytes;
      },
      { code: "header_differs", name: "README.txt" },
    ],
    [
      "another method in the file's own header",
      (bytes) => {
        bytes.writeUInt16LE(0, at(bytes, local, 1) + 8);
        return bytes;
      },
      { code: "header_differs", name: "README.txt" },
    ],
    [
      "another name in an extra field",
      (bytes) => extra(bytes, 0x7075),
      { code: "extra_field_refused", name: "README.txt" },
    ],
    ["other sizes in an extra field", (bytes) => extra(bytes, 1), { code: "extra_field_refused", name: "README.txt" }],
    [
      "bytes in the directory",
      (bytes) => insert(bytes, at(bytes, end), "hidden", "size"),
      { code: "data_in_directory" },
    ],
    [
      "fewer files at the end than the directory lists",
      (bytes) => {
        bytes.writeUInt16LE(1, at(bytes, end) + 8);
        bytes.writeUInt16LE(1, at(bytes, end) + 10);
        return bytes;
      },
      { code: "data_in_directory" },
    ],
    [
      "a part that is a symbolic link when unpacked",
      (bytes) => {
        bytes.writeUInt16LE(0o120777, at(bytes, central) + 40);
        return bytes;
      },
      { code: "link_or_folder", name: "chain.json" },
    ],
  ])("%s", async (_what, change, problem) => {
    const file = await makeZip(parts);
    await expect(readBundle(file, target())).resolves.toHaveProperty("chain.json");
    writeFileSync(file, change(readFileSync(file)));
    await expect(readBundle(file, target())).rejects.toMatchObject({ name: "BundleError", problem });
  });

  test("two names that differ in capitals only", async () => {
    await expect(readBundle(await makeZip([chain, ["CHAIN.json", Buffer.from("{}")]]), target())).rejects.toMatchObject(
      {
        problem: { code: "duplicate_entry", name: "CHAIN.json" },
      },
    );
  });

  test("content that does not match its checksum", async () => {
    const bytes = Buffer.from(text);
    const file = await makeZip([["document.pdf", bytes]]);
    const zip = readFileSync(file);
    zip.writeUInt32LE(crc32(bytes) ^ 1, at(zip, local) + 14);
    zip.writeUInt32LE(crc32(bytes) ^ 1, at(zip, central) + 16);
    const descriptor = zip.indexOf("PK\u0007\u0008", 0, "latin1");
    if (descriptor >= 0) zip.writeUInt32LE(crc32(bytes) ^ 1, descriptor + 4);
    writeFileSync(file, zip);
    await expect(readBundle(file, target())).rejects.toMatchObject({
      problem: { code: "entry_damaged", name: "document.pdf" },
    });
  });

  test("bytes behind the packed data of a file", async () => {
    const file = await makeZip([["README.txt", Buffer.from(text)]]);
    const zip = readFileSync(file);
    const packed = zip.readUInt32LE(at(zip, central) + 20);
    const result = insert(zip, 30 + "README.txt".length + packed, "hidden", "offset");
    for (const place of [
      at(result, local) + 18,
      at(result, central) + 20,
      result.indexOf("PK\u0007\u0008", 0, "latin1") + 8,
    ]) {
      if (result.readUInt32LE(place) === packed) result.writeUInt32LE(packed + 6, place);
    }
    writeFileSync(file, result);
    await expect(readBundle(file, target())).rejects.toMatchObject({
      problem: { code: "entry_damaged", name: "README.txt" },
    });
  });

  test.each([["-q"], ["-q", "-X"], ["-q", "-0"]])(
    "but not what Info-ZIP makes of the parts, which keeps times and owners: zip %s",
    async (...options) => {
      const inside = target();
      writeFileSync(path.join(inside, "chain.json"), "{}");
      writeFileSync(path.join(inside, "README.txt"), text.repeat(20));
      const zip = spawnSync("zip", [...options, "again.zip", "chain.json", "README.txt"], { cwd: inside });
      if (zip.error) return;
      await expect(readBundle(path.join(inside, "again.zip"), target())).resolves.toHaveProperty("chain.json");
    },
  );
});
