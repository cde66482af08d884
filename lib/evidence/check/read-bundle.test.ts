import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { BundleError, readBundle } from "./read-bundle";

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

/** Writes another text of the same length in its place, in both of a zip's directories. */
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

describe("somebody's zip", () => {
  test("gives its known parts; nothing else is written, and each other name is told", async () => {
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

  test("that names a part twice is refused: a reader could be shown the other one", async () => {
    await expect(readBundle(await makeZip([chain, chain]), target())).rejects.toThrow(
      "it holds two files called chain.json",
    );
  });

  test("with too many entries is refused before any is read", async () => {
    const many = Array.from({ length: 40 }, (_, index): Entries[number] => [`file-${index}`, Buffer.from("x")]);
    const out = target();
    await expect(readBundle(await makeZip([chain, ...many]), out)).rejects.toThrow("it holds 41 files");
    expect(readdirSync(out)).toEqual([]);
  });

  test("that unpacks to more than a part may hold is refused, and to more than it says as well", async () => {
    await expect(
      readBundle(await makeZip([["certificates.pem", Buffer.alloc(2 * 1024 * 1024)]]), target()),
    ).rejects.toThrow("certificates.pem is larger than 1 MiB");
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
  ])("that is %s is refused", async (_what, text) => {
    const file = path.join(target(), "bundle.zip");
    writeFileSync(file, text, "latin1");
    await expect(readBundle(file, target())).rejects.toBeInstanceOf(BundleError);
  });
});
