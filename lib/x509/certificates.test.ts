import { execFileSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCertificateFacts, readNamedFacts, type CertificateIssuer, type RevocationPlaces } from "./certificate";
import {
  makeAccountCertificate,
  makeIssuingCertificate,
  makeRootCertificate,
  makeSealCertificate,
  makeSingleUseCertificate,
} from "./issued-certificates";
import { localKey } from "./signing-key";
import { exportPrivateKey, importPrivateKey, makeKeyPair } from "./wrapped-key";

const now = new Date("2026-11-20T12:01:07.400Z");
const places: RevocationPlaces = {
  crlUrl: "https://sign.example.org/pki/crl",
  ocspUrl: "https://sign.example.org/pki/ocsp",
};
const ana = { displayName: "Ana Silva", email: "ana@example.org", proof: "mailbox access, code entered 12:01:07Z" };
let folder: string;
let root: CertificateIssuer;
let issuing: CertificateIssuer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "paraph-keys-"));
  const rootKey = await makeKeyPair("p256");
  root = {
    certificate: await makeRootCertificate({ organization: "sign.example.org", now }, localKey(rootKey.privateKey)),
    key: localKey(rootKey.privateKey),
  };
  const issuingKey = await makeKeyPair("p256");
  issuing = {
    certificate: await makeIssuingCertificate(
      { organization: "sign.example.org", now },
      issuingKey.publicKey,
      root,
      places,
    ),
    key: localKey(issuingKey.privateKey),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, certificate: Buffer): string {
  const target = path.join(folder, name);
  writeFileSync(target, new X509Certificate(certificate).toString());
  return target;
}

function openssl(...args: string[]): string {
  return execFileSync("openssl", args, { encoding: "utf8" });
}

function textOf(certificate: Buffer): string {
  return openssl("x509", "-noout", "-text", "-nameopt", "RFC2253,-esc_msb,utf8", "-in", save("text.pem", certificate));
}

function verify(certificate: Buffer, purpose = "smimesign"): string {
  return openssl(
    "verify",
    "-x509_strict",
    "-purpose",
    purpose,
    "-attime",
    String(Math.floor(now.getTime() / 1000)),
    "-CAfile",
    save("root.pem", root.certificate),
    "-untrusted",
    save("issuing.pem", issuing.certificate),
    save("leaf.pem", certificate),
  );
}

describe("the instance's certificate authorities", () => {
  test("are CA certificates that strict openssl accepts, the root valid for 25 years and the issuing authority for 20", () => {
    const rootText = textOf(root.certificate);
    expect(rootText).toContain("Not After : Nov 20 12:00:07 2051 GMT");
    expect(rootText).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:1/);
    const issuingText = textOf(issuing.certificate);
    expect(issuingText).toContain("Not After : Nov 20 12:00:07 2046 GMT");
    expect(issuingText).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(issuingText).toMatch(/Key Usage: critical\s+Digital Signature, Certificate Sign, CRL Sign/);
    expect(verify(issuing.certificate, "any")).toContain("OK");
  });

  test("have different names on one host, so that path building cannot confuse them", async () => {
    const other = await makeKeyPair("p256");
    const second = await makeRootCertificate({ organization: "sign.example.org", now }, localKey(other.privateKey));
    expect(readCertificateFacts(second).subject).not.toBe(readCertificateFacts(root.certificate).subject);
  });
});

describe("a single-use certificate", () => {
  test("names the signer, the address and the proof, and carries noRevAvail", async () => {
    const key = await makeKeyPair("p256");
    const certificate = await makeSingleUseCertificate(ana, key.publicKey, now, issuing);
    const text = textOf(certificate);
    expect(text).toContain("CN=Ana Silva,OU=mailbox access\\, code entered 12:01:07Z");
    expect(text).toContain("email:ana@example.org");
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation/);
    expect(text).toMatch(/Extended Key Usage:\s+(1\.3\.6\.1\.5\.5\.7\.3\.36|.*[Dd]ocument.*), E-mail Protection/);
    expect(text).toMatch(/2\.5\.29\.56|No Revocation Available/i);
    expect(text).toContain("Not After : Nov 20 12:00:07 2046 GMT");
    expect(text).not.toMatch(/CRL Distribution|Authority Information/);
    expect(verify(certificate)).toContain("OK");
  });

  test("works with an RSA key as well @exhaustive", async () => {
    const key = await makeKeyPair("rsa2048");
    const certificate = await makeSingleUseCertificate(ana, key.publicKey, now, issuing);
    expect(textOf(certificate)).toContain("Public-Key: (2048 bit)");
    expect(verify(certificate)).toContain("OK");
    expect(
      new X509Certificate(certificate).checkPrivateKey(
        createPrivateKey({ key: exportPrivateKey(key.privateKey), format: "der", type: "pkcs8" }),
      ),
    ).toBe(true);
  });

  test.each([
    ["a name that looks like hexadecimal DER", "#0c03616263", "#0c03616263"],
    ["a name with quotes, commas and an equals sign", 'Ana, "CN=Root" \\ Silva', 'Ana, "CN=Root" \\ Silva'],
    ["line breaks, NUL and turned-around text", "Ana\n\u0000\u202eSilva", "Ana Silva"],
    ["more than 64 characters, some outside the basic plane", "𝒜".repeat(80), "𝒜".repeat(64)],
    ["nothing visible: the address stands in", " \u200f\n ", "ana@example.org"],
  ])("writes %s as plain text", async (_what, displayName, shown) => {
    const key = await makeKeyPair("p256");
    const certificate = await makeSingleUseCertificate({ ...ana, displayName }, key.publicKey, now, issuing);
    const names = openssl(
      "x509",
      "-noout",
      "-subject",
      "-nameopt",
      "utf8,sep_multiline,sname",
      "-in",
      save("named.pem", certificate),
    );
    expect(names.split("\n").filter((line) => line.trim().startsWith("CN="))).toEqual([`    CN=${shown}`]);
    expect(readNamedFacts(certificate).name).toEqual([
      { type: "OU", value: "mailbox access, code entered 12:01:07Z" },
      { type: "CN", value: shown },
    ]);
    expect(verify(certificate)).toContain("OK");
  });

  test("has a unique, positive serial number of 20 octets", async () => {
    const key = await makeKeyPair("p256");
    const serials = new Set<string>();
    for (let count = 0; count < 20; count++) {
      const { serialNumber } = readCertificateFacts(await makeSingleUseCertificate(ana, key.publicKey, now, issuing));
      expect(serialNumber).toMatch(/^[4-7][0-9a-f]{39}$/);
      serials.add(serialNumber);
    }
    expect(serials.size).toBe(20);
  });
});

test("gives an account certificate OCSP and CRL addresses on a public instance, and the seal none on loopback", async () => {
  const key = await makeKeyPair("p256");
  const account = textOf(await makeAccountCertificate(ana, key.publicKey, now, issuing, places));
  expect(account).toContain("URI:https://sign.example.org/pki/crl");
  expect(account).toContain("OCSP - URI:https://sign.example.org/pki/ocsp");
  expect(account).not.toContain("2.5.29.56");
  const seal = await makeSealCertificate("sign.example.org", key.publicKey, now, issuing, null);
  expect(textOf(seal)).not.toMatch(/CRL Distribution|Authority Information/);
  expect(verify(seal)).toContain("OK");
});

test("imports an exported private key unchanged", async () => {
  const key = await makeKeyPair("p256");
  expect(importPrivateKey(exportPrivateKey(key.privateKey)).equals(key.privateKey)).toBe(true);
});
