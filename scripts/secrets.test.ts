import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedSecret, forgetPreviousSecret, previousEmbeddedSecret, rotateEmbeddedSecret } from "./secrets";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "paraph-secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a rotation creates a new secret and keeps the previous one until everything is re-encrypted, both readable by the owner only", () => {
  const before = embeddedSecret(dataDir);
  expect(previousEmbeddedSecret(dataDir)).toBeNull();
  rotateEmbeddedSecret(dataDir);
  expect(embeddedSecret(dataDir)).not.toBe(before);
  expect(previousEmbeddedSecret(dataDir)).toBe(before);
  for (const name of ["secret", "secret.previous"]) expect(statSync(path.join(dataDir, name)).mode & 0o077).toBe(0);
  forgetPreviousSecret(dataDir);
  expect([previousEmbeddedSecret(dataDir), existsSync(path.join(dataDir, "secret.previous"))]).toEqual([null, false]);
});

test("a second rotation waits for the first, because a third secret would lose what the first one encrypted", () => {
  const before = embeddedSecret(dataDir);
  rotateEmbeddedSecret(dataDir);
  const present = embeddedSecret(dataDir);
  expect(() => rotateEmbeddedSecret(dataDir)).toThrow("not finished");
  expect([embeddedSecret(dataDir), previousEmbeddedSecret(dataDir)]).toEqual([present, before]);
});

test("a rotation stopped between its two steps has not begun, and can be repeated", () => {
  const present = embeddedSecret(dataDir);
  writeFileSync(path.join(dataDir, "secret.previous"), readFileSync(path.join(dataDir, "secret")), { mode: 0o600 });
  expect(previousEmbeddedSecret(dataDir)).toBeNull();
  rotateEmbeddedSecret(dataDir);
  expect(previousEmbeddedSecret(dataDir)).toBe(present);
});
