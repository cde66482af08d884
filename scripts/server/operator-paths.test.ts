import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { readVersion } from "./operator-paths";

const root = mkdtempSync(path.join(os.tmpdir(), "paraph-version-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("the version is the package's, and the build is the one that Next named", () => {
  const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; version: string };
  expect(readVersion(root)).toEqual({ name, version, build: "development" });
  mkdirSync(path.join(root, ".next"));
  writeFileSync(path.join(root, ".next", "BUILD_ID"), "Zx9\n");
  expect(readVersion(root)).toEqual({ name, version, build: "Zx9" });
});
