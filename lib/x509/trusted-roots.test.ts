import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { authorityExtensions, useOperatorFiles } from "./testing/operator-files";
import { readTrustedRoots } from "./trusted-roots";

const { make, bundle } = useOperatorFiles();
const folder = mkdtempSync(path.join(tmpdir(), "paraph-roots-"));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (text: string): string => {
  const file = path.join(folder, "roots.pem");
  writeFileSync(file, text);
  return file;
};

describe("the operator's file of trusted roots", () => {
  test("returns every certificate in it", () => {
    make("First Root", { extensions: authorityExtensions });
    make("Second Root", { extensions: authorityExtensions });
    expect(readTrustedRoots(bundle("First Root", "Second Root"))).toHaveLength(2);
  });

  test("is refused in one line that names the variable when it is missing, empty, broken or not all CA certificates", () => {
    make("Root", { extensions: authorityExtensions });
    make("Leaf", { issuer: "Root" });
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (const [file, why] of [
      [path.join(folder, "none.pem"), "cannot be read (ENOENT)"],
      [written("nothing"), "contains no certificate"],
      [bundle("Root", "Leaf"), "certificate 2 in it is not a CA certificate"],
    ] as const) {
      expect(() => readTrustedRoots(file)).toThrow(
        new RegExp(`^Configuration: TRUSTED_ROOTS: .*${why.replace(/[()]/g, "\\$&")}.*$`),
      );
    }
    expect(() => readTrustedRoots(written(broken))).toThrow("certificate 1 in it cannot be read");
  });
});
