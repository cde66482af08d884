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

test("keeps the previous secret after a rotation until everything is re-encrypted, both readable only by the owner", () => {
  const before = embeddedSecret(dataDir);
  expect(previousEmbeddedSecret(dataDir)).toBeNull();
  rotateEmbeddedSecret(dataDir);
  expect(embeddedSecret(dataDir)).not.toBe(before);
  expect(previousEmbeddedSecret(dataDir)).toBe(before);
  for (const name of ["secret", "secret.previous"]) expect(statSync(path.join(dataDir, name)).mode & 0o077).toBe(0);
  forgetPreviousSecret(dataDir);
  expect([previousEmbeddedSecret(dataDir), existsSync(path.join(dataDir, "secret.previous"))]).toEqual([null, false]);
});

test("refuses a second rotation before the first is finished, since a third secret would lose data encrypted with the first", () => {
  const before = embeddedSecret(dataDir);
  rotateEmbeddedSecret(dataDir);
  const present = embeddedSecret(dataDir);
  expect(() => rotateEmbeddedSecret(dataDir)).toThrow("not finished");
  expect([embeddedSecret(dataDir), previousEmbeddedSecret(dataDir)]).toEqual([present, before]);
});

test("treats a rotation stopped between its two steps as not begun, so that it can be repeated", () => {
  const present = embeddedSecret(dataDir);
  writeFileSync(path.join(dataDir, "secret.previous"), readFileSync(path.join(dataDir, "secret")), { mode: 0o600 });
  expect(previousEmbeddedSecret(dataDir)).toBeNull();
  rotateEmbeddedSecret(dataDir);
  expect(previousEmbeddedSecret(dataDir)).toBe(present);
});
