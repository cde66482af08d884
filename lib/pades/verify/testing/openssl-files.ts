import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";

/** A folder for a test file in which openssl checks our output. */
export function useOpenssl() {
  let folder = "";
  let count = 0;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "paraph-judge-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes certificates or lists to one PEM file and returns its path. */
  function pem(label: "CERTIFICATE" | "X509 CRL", ...ders: readonly Buffer[]): string {
    count += 1;
    const file = path.join(folder, `${count}.pem`);
    writeFileSync(
      file,
      ders.map((bytes) => `-----BEGIN ${label}-----\n${linesOf(bytes)}\n-----END ${label}-----\n`).join(""),
    );
    return file;
  }

  function der(bytes: Buffer): string {
    count += 1;
    const file = path.join(folder, `${count}.der`);
    writeFileSync(file, bytes);
    return file;
  }

  /** Its output, and whether it succeeded. */
  function openssl(...args: readonly string[]): Promise<{ isGood: boolean; output: string }> {
    return new Promise((resolve) => {
      execFile("openssl", [...args], { cwd: folder }, (error, out, problems) =>
        resolve({ isGood: error === null, output: `${out}${problems}` }),
      );
    });
  }

  return { pem, der, openssl };
}

function linesOf(bytes: Buffer): string {
  return (
    bytes
      .toString("base64")
      .match(/.{1,64}/g)
      ?.join("\n") ?? ""
  );
}
