import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockFileComplaints } from "./lock-file.mjs";

const manifest = { dependencies: { a: "1.0.0" }, allowScripts: {} };
const lockOf = (packages: Record<string, object>) => ({ packages: { "": manifest, ...packages } });
const read = (name: string) => JSON.parse(readFileSync(name, "utf8")) as unknown;

test("our lock file is whole: every optional dependency named in it is in it, all is pinned, scripts are approved", () => {
  expect(lockFileComplaints(read("package-lock.json"), read("package.json"))).toEqual([]);
});

test("a platform package that npm left out is found", () => {
  const lock = lockOf({ "node_modules/a": { optionalDependencies: { "@a/linux-x64": "1.0.0" } } });
  expect(lockFileComplaints(lock, manifest)).toEqual(["a names @a/linux-x64, which the lock file misses"]);
});

test("a range instead of a version is found", () => {
  const loose = { dependencies: { a: "^1.0.0" } };
  expect(lockFileComplaints({ packages: { "": loose } }, loose)).toEqual(["a is not pinned to one version: ^1.0.0"]);
});

test("a lock file made for another package.json is found", () => {
  expect(lockFileComplaints(lockOf({}), { dependencies: { a: "1.0.1" } })).toEqual([
    "a 1.0.1 is not what the lock file was made for; run npm install",
  ]);
});

test("an install script that nobody approved is found", () => {
  expect(lockFileComplaints(lockOf({ "node_modules/a": { hasInstallScript: true } }), manifest)).toEqual([
    "a has an install script that allowScripts does not cover",
  ]);
});

test("a copyleft licence in what ships is found", () => {
  expect(lockFileComplaints(lockOf({ "node_modules/a": { license: "AGPL-3.0-only" } }), manifest)).toEqual([
    "a has a licence we do not ship: AGPL-3.0-only",
  ]);
});
