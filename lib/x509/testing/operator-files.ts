import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";

/** openssl's arguments for a new key of each kind. */
export const keyKinds = {
  p256: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  p384: ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
  rsa2048: ["rsa:2048"],
  rsa1024: ["rsa:1024"],
};

export interface OperatorCertificate {
  kind?: keyof typeof keyKinds;
  /** The name of the issuing certificate. Self-signed when omitted. */
  issuer?: string;
  extensions?: readonly string[];
  days?: number;
}

export const leafExtensions = [
  "basicConstraints=critical,CA:FALSE",
  "keyUsage=critical,digitalSignature,nonRepudiation",
  "extendedKeyUsage=emailProtection",
];
export const authorityExtensions = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"];

/**
 * A folder with keys and certificates like those of an operator, all made by openssl. Call it at the top of a test
 * file.
 */
export function useOperatorFiles() {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "paraph-operator-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): string =>
    execFileSync("openssl", args, { cwd: folder, stdio: "pipe" }).toString();

  /** Makes `{name}.key` and `{name}.pem`, with the common name `name`. */
  function make(
    name: string,
    { kind = "p256", issuer, extensions = leafExtensions, days = 30 }: OperatorCertificate = {},
  ): void {
    openssl(
      "req",
      "-new",
      "-newkey",
      ...keyKinds[kind],
      "-nodes",
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/O=Operator/CN=${name}`,
    );
    writeFileSync(file("extensions"), ["subjectKeyIdentifier=hash", ...extensions].join("\n"));
    const signedBy =
      issuer === undefined ? ["-signkey", `${name}.key`] : ["-CA", `${issuer}.pem`, "-CAkey", `${issuer}.key`];
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-days",
      String(days),
      "-set_serial",
      `0x${Buffer.from(name).toString("hex").slice(0, 30)}`,
      "-extfile",
      "extensions",
      ...signedBy,
      "-out",
      `${name}.pem`,
    );
  }

  /** Makes `{name}.p12` from `{name}.pem` and its key, including the certificates of `chain`. */
  function pack(
    name: string,
    password: string,
    chain: readonly string[] = [],
    options: readonly string[] = [],
  ): string {
    writeFileSync(file("chain"), chain.map((other) => openssl("x509", "-in", `${other}.pem`)).join(""));
    const beside = chain.length === 0 ? [] : ["-certfile", "chain"];
    openssl(
      "pkcs12",
      "-export",
      "-inkey",
      `${name}.key`,
      "-in",
      `${name}.pem`,
      ...beside,
      "-passout",
      `pass:${password}`,
      "-out",
      `${name}.p12`,
      ...options,
    );
    return file(`${name}.p12`);
  }

  /** Makes a file of the PEM certificates, one after the other. */
  function bundle(...names: string[]): string {
    writeFileSync(
      file(`${names.join("-")}-bundle.pem`),
      names.map((name) => openssl("x509", "-in", `${name}.pem`)).join(""),
    );
    return file(`${names.join("-")}-bundle.pem`);
  }

  return { file, openssl, make, pack, bundle };
}
