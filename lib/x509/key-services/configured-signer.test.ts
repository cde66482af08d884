import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { authorityExtensions, useOperatorFiles } from "@/lib/x509/testing/operator-files";
import { openConfiguredSigner, type ConfiguredSigner } from "./configured-signer";

const { file, openssl, make, pack, bundle } = useOperatorFiles();
const password = "swordfish & Größe";
// Later than `notBefore` of all certificates that the test makes.
const now = new Date(Date.now() + 3_600_000);
const inDays = (days: number): Date => new Date(now.getTime() + days * 86_400_000);

const openP12 = (path: string, secret = password, at = now): Promise<ConfiguredSigner> =>
  openConfiguredSigner({ kind: "p12", file: path, password: secret }, at);
const openPem = (certificateFile: string, keyFile: string, at = now): Promise<ConfiguredSigner> =>
  openConfiguredSigner({ kind: "pair", name: "SIGNER", certificateFile, key: { kind: "file", file: keyFile } }, at);
const names = ({ certificate, chain }: ConfiguredSigner): string[] =>
  [certificate, ...chain].map((der) => /CN=(.*)/.exec(new X509Certificate(der).subject)?.[1] ?? "");

/** The one-line error that stops the start. It must not contain the password. */
async function refusal(opening: Promise<ConfiguredSigner>): Promise<string> {
  const message = await opening.then(
    () => "opened",
    (error: Error) => error.message,
  );
  expect(message).not.toContain("\n");
  expect(message).not.toContain("swordfish");
  return message;
}

beforeAll(() => {
  make("top", { extensions: authorityExtensions, kind: "rsa2048" });
  make("middle", { extensions: authorityExtensions, issuer: "top" });
  make("leaf", { issuer: "middle" });
  make("leaf-rsa", { issuer: "middle", kind: "rsa2048" });
});

const keys = [
  ["leaf", "leaf"],
  ["leaf-rsa @exhaustive", "leaf-rsa"],
] as const;

describe("a PKCS#12 file", () => {
  test.each(keys)(
    "made by a current openssl yields the key of %s, its certificate and the chain in order",
    async (_title, name) => {
      const signer = await openP12(pack(name, password, ["top", "middle"]));
      expect(names(signer)).toEqual([name, "middle", "top"]);
      expect(signer.isAuthority).toBe(false);
      expect(new X509Certificate(signer.certificate).publicKey.equals(signer.key.publicKey)).toBe(true);
    },
  );

  test("keeps certificates byte for byte", async () => {
    const { certificate } = await openP12(pack("leaf", password));
    expect(certificate.toString("base64")).toBe(openssl("x509", "-in", "leaf.pem").replace(/-----.*-----|\s/g, ""));
  });

  test("works without a password, and with unencrypted certificates @exhaustive", async () => {
    expect(names(await openP12(pack("leaf", ""), ""))).toEqual(["leaf"]);
    expect(names(await openP12(pack("leaf", password, [], ["-certpbe", "NONE", "-macalg", "SHA1"])))).toEqual(["leaf"]);
  });

  test("with a wrong password is refused by the name of the password variable", async () => {
    const path = pack("leaf", password);
    expect(await refusal(openP12(path, "another"))).toMatch(
      /^Configuration: SIGNER_P12: SIGNER_P12_PASSWORD does not open it/,
    );
    expect(await refusal(openP12(path, ""))).toContain("SIGNER_P12_PASSWORD");
  });

  test.each([
    ["all of it", ["-legacy"]],
    ["its certificates @exhaustive", ["-certpbe", "PBE-SHA1-3DES"]],
    ["its key @exhaustive", ["-keypbe", "PBE-SHA1-3DES"]],
    ["its key, in the new way, @exhaustive", ["-keypbe", "DES-EDE3-CBC"]],
  ])(
    "encrypted by RC2 or 3DES (%s) is refused with a command that converts it, and the command works",
    async (_what, options) => {
      const old = pack("leaf", password, ["middle"], options);
      const message = await refusal(openP12(old));
      expect(message).toMatch(
        /^Configuration: SIGNER_P12: .*RC2 or 3DES.*openssl pkcs12 -legacy -in OLD\.p12 -out key\.pem && openssl pkcs12 -export -in key\.pem -out NEW\.p12$/,
      );
      openssl(
        "pkcs12",
        "-legacy",
        "-in",
        old,
        "-out",
        "renewed.pem",
        "-passin",
        `pass:${password}`,
        "-passout",
        "pass:between",
      );
      openssl(
        "pkcs12",
        "-export",
        "-in",
        "renewed.pem",
        "-out",
        "renewed.p12",
        "-passin",
        "pass:between",
        "-passout",
        `pass:${password}`,
      );
      expect(names(await openP12(file("renewed.p12")))).toEqual(["leaf", "middle"]);
    },
  );

  test("is refused when it has no key, has another format, is empty or is missing", async () => {
    openssl("pkcs12", "-export", "-nokeys", "-in", "leaf.pem", "-passout", `pass:${password}`, "-out", "keyless.p12");
    expect(await refusal(openP12(file("keyless.p12")))).toContain("SIGNER_P12: it contains no encrypted private key");
    for (const [name, bytes] of [
      ["text.p12", "text"],
      ["empty.p12", ""],
    ] as const) {
      writeFileSync(file(name), bytes);
      expect(await refusal(openP12(file(name)))).toContain("SIGNER_P12: it is not a valid PKCS#12 file");
    }
    expect(await refusal(openP12(file("nowhere.p12")))).toBe(
      "Configuration: SIGNER_P12: the file cannot be read (ENOENT)",
    );
  });
});

describe("a pair of PEM files", () => {
  test.each(keys)("yields the key of %s, its certificate and the chain after it", async (_title, name) => {
    expect(names(await openPem(bundle(name, "middle", "top"), file(`${name}.key`)))).toEqual([name, "middle", "top"]);
  });

  test("is refused when the first certificate does not match the key, even if a later one does", async () => {
    expect(await refusal(openPem(file("leaf.pem"), file("leaf-rsa.key")))).toMatch(
      /SIGNER_CERT: the private key does not belong/,
    );
    expect(await refusal(openPem(bundle("middle", "leaf"), file("leaf.key")))).toMatch(
      /SIGNER_CERT: the private key does not belong/,
    );
  });

  test("is refused by the variable at fault for an encrypted key, no key, no certificate or a missing file", async () => {
    openssl("pkey", "-in", "leaf.key", "-aes256", "-passout", `pass:${password}`, "-out", "locked.key");
    expect(await refusal(openPem(file("leaf.pem"), file("locked.key")))).toContain(
      "SIGNER_KEY: it contains no private key in PEM without a pass phrase",
    );
    expect(await refusal(openPem(file("leaf.pem"), file("leaf.pem")))).toContain("SIGNER_KEY");
    expect(await refusal(openPem(file("leaf.key"), file("leaf.key")))).toContain(
      "SIGNER_CERT: it contains no certificate",
    );
    expect(await refusal(openPem(file("leaf.pem"), file("nowhere.key")))).toBe(
      "Configuration: SIGNER_KEY: the file cannot be read (ENOENT)",
    );
  });
});

describe("in either format,", () => {
  test.each(["p384", "rsa1024"] as const)("a %s key is refused", async (kind) => {
    make("weak", { kind });
    expect(await refusal(openPem(file("weak.pem"), file("weak.key")))).toContain(
      "SIGNER_KEY: the key must be RSA of 2048 bits or more, or P-256",
    );
    expect(await refusal(openP12(pack("weak", password)))).toContain("SIGNER_P12: the key must be");
  });

  test("an expired or not yet valid certificate is refused", async () => {
    const path = pack("leaf", password);
    expect(await refusal(openP12(path, password, inDays(31)))).toMatch(/SIGNER_P12: the certificate expired on 20/);
    expect(await refusal(openPem(file("leaf.pem"), file("leaf.key"), inDays(-1)))).toMatch(
      /SIGNER_CERT: the certificate is not valid before 20/,
    );
  });

  test("only CA:TRUE with keyCertSign is an authority; CA:TRUE alone is a signing certificate", async () => {
    make("plain", { extensions: ["basicConstraints=critical,CA:TRUE"] });
    expect((await openPem(file("plain.pem"), file("plain.key"))).isAuthority).toBe(false);
    expect((await openPem(bundle("middle", "top"), file("middle.key"))).isAuthority).toBe(true);
  });

  test("a certificate without signing or issuing usage is refused", async () => {
    make("exchange", { extensions: ["basicConstraints=critical,CA:FALSE", "keyUsage=critical,keyAgreement"] });
    expect(await refusal(openPem(file("exchange.pem"), file("exchange.key")))).toContain(
      "SIGNER_CERT: the certificate's keyUsage allows no signatures",
    );
  });
});
