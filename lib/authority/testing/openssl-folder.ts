import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import type { Ctx } from "@/lib/context/context";
import { instanceKeys } from "../instance-keys";

const run = promisify(execFile);

/** openssl's stdout and stderr, regardless of its exit code. */
export async function openssl(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run("openssl", args).catch(
    (error: unknown) => error as { stdout: string; stderr: string },
  );
  return stdout + stderr;
}

/** A folder for a test file with the files openssl needs. Call at the top. */
export function useOpensslFolder() {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "paraph-openssl-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  const save = (name: string, bytes: Uint8Array): void => writeFileSync(file(name), bytes);
  const read = (name: string): Buffer => readFileSync(file(name));

  /** Saved as `{name}.pem`. */
  async function saveCertificate(name: string, der: Buffer): Promise<void> {
    save(`${name}.der`, der);
    await openssl("x509", "-inform", "DER", "-in", file(`${name}.der`), "-out", file(`${name}.pem`));
  }

  /** Writes root.pem, issuing.pem and seal.pem, and both authorities as ca.pem. */
  async function saveInstance(ctx: Ctx): Promise<void> {
    const { issuer, seal } = await instanceKeys(ctx);
    const [root = Buffer.alloc(0)] = issuer.chain;
    const own = { root, issuing: issuer.certificate, seal: seal.certificate };
    for (const [name, certificate] of Object.entries(own)) await saveCertificate(name, certificate);
    save("ca.pem", Buffer.concat([read("root.pem"), read("issuing.pem")]));
  }

  return { file, save, read, saveCertificate, saveInstance };
}
