import { execFileSync } from "node:child_process";
import { verify } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { RemoteKeyPlace } from "@/lib/platform/key-places";
import { useOperatorFiles } from "@/lib/x509/testing/operator-files";
import { openConfiguredSigner, type ConfiguredSigner } from "./configured-signer";

/** Runs on a real token: SoftHSM, from the Debian package softhsm2. */
const library = "/usr/lib/softhsm/libsofthsm2.so";
const { file, make, openssl } = useOperatorFiles();
const now = new Date(Date.now() + 60_000);

const place = (
  kind: "p256" | "rsa2048",
  changes: Partial<RemoteKeyPlace & { kind: "pkcs11" }> = {},
): RemoteKeyPlace => ({
  kind: "pkcs11",
  module: library,
  token: "paraph",
  id: kind === "p256" ? "01" : "02",
  ...changes,
});
const open = (name: string, key: RemoteKeyPlace): Promise<ConfiguredSigner> =>
  openConfiguredSigner({ kind: "pair", name: "SEAL", certificateFile: file(`${name}.pem`), key }, now);

beforeAll(() => {
  mkdirSync(file("tokens"));
  writeFileSync(file("softhsm2.conf"), `directories.tokendir = ${file("tokens")}\nlog.level = ERROR\n`);
  vi.stubEnv("SOFTHSM2_CONF", file("softhsm2.conf"));
  vi.stubEnv("PKCS11_PIN", "1234");
  const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: "pipe" });
  run("softhsm2-util", "--init-token", "--free", "--label", "paraph", "--pin", "1234", "--so-pin", "5678");
  for (const [index, kind] of (["p256", "rsa2048"] as const).entries()) {
    make(kind, { kind });
    openssl("pkcs8", "-topk8", "-nocrypt", "-in", `${kind}.key`, "-out", `${kind}.p8`);
    const args = [
      "--import",
      file(`${kind}.p8`),
      "--token",
      "paraph",
      "--label",
      kind,
      "--id",
      `0${String(index + 1)}`,
    ];
    run("softhsm2-util", ...args, "--pin", "1234");
  }
});

afterAll(() => void vi.unstubAllEnvs());

describe("a PKCS #11 token", () => {
  test.each(["p256", "rsa2048"] as const)("signs with its %s key", async (kind) => {
    const { key } = await open(kind, place(kind));
    const message = Buffer.from("the attributes of a signature");
    expect(verify("sha256", message, key.publicKey, await key.sign(message))).toBe(true);
  });

  test("signs several messages at once @exhaustive", async () => {
    const { key } = await open("rsa2048", place("rsa2048"));
    const messages = Array.from({ length: 10 }, (_, index) => Buffer.from(`message ${String(index)}`));
    const signatures = await Promise.all(messages.map((message) => key.sign(message)));
    expect(
      signatures.every((made, index) => verify("sha256", messages[index] ?? Buffer.alloc(0), key.publicKey, made)),
    ).toBe(true);
  });

  test("stops startup when the key does not match the certificate", async () => {
    await expect(open("p256", place("rsa2048"))).rejects.toMatchObject({ cause: { fault: { code: "other_key" } } });
  });

  test.each([
    ["a token that is not there", { token: "another" }],
    ["a key that is not there", { id: "07" }],
    ["a library that is none", { module: "/usr/lib/none.so" }],
  ])("reports %s", async (_name, changes) => {
    await expect(open("p256", place("p256", changes))).rejects.toMatchObject({
      cause: { fault: { code: "no_such_key" } },
    });
  });

  test("reports a wrong PIN without repeating it", async () => {
    vi.stubEnv("PKCS11_PIN", "swordfish");
    try {
      await expect(open("p256", place("p256"))).rejects.toMatchObject({
        message: expect.not.stringContaining("swordfish"),
        cause: { fault: { code: "refused", serviceCode: "CKR_PIN_INCORRECT" } },
      });
    } finally {
      vi.stubEnv("PKCS11_PIN", "1234");
    }
  });
});
