import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockFileComplaints } from "./lock-file.mjs";

const manifest = { dependencies: { a: "1.0.0" }, allowScripts: {} };
const lockOf = (packages: Record<string, object>) => ({ packages: { "": manifest, ...packages } });
const read = (name: string) => JSON.parse(readFileSync(name, "utf8")) as unknown;

test("finds our lock file complete, pinned and without unapproved install scripts", () => {
  expect(lockFileComplaints(read("package-lock.json"), read("package.json"))).toEqual([]);
});

test("reports a platform package that npm left out", () => {
  const lock = lockOf({ "node_modules/a": { optionalDependencies: { "@a/linux-x64": "1.0.0" } } });
  expect(lockFileComplaints(lock, manifest)).toEqual(["a names @a/linux-x64, which the lock file misses"]);
});

test("reports a range instead of a version", () => {
  const loose = { dependencies: { a: "^1.0.0" } };
  expect(lockFileComplaints({ packages: { "": loose } }, loose)).toEqual(["a is not pinned to one version: ^1.0.0"]);
});

test("reports a lock file made for another package.json", () => {
  expect(lockFileComplaints(lockOf({}), { dependencies: { a: "1.0.1" } })).toEqual([
    "a 1.0.1 is not what the lock file was made for; run npm install",
  ]);
});

test("reports an unapproved install script", () => {
  expect(lockFileComplaints(lockOf({ "node_modules/a": { hasInstallScript: true } }), manifest)).toEqual([
    "a has an install script that allowScripts does not cover",
  ]);
});

test("reports a copyleft licence in a shipped package", () => {
  expect(lockFileComplaints(lockOf({ "node_modules/a": { license: "AGPL-3.0-only" } }), manifest)).toEqual([
    "a has a licence we do not ship: AGPL-3.0-only",
  ]);
});
