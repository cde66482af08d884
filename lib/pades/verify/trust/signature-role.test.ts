import { X509Certificate } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { evidenceReason } from "@/lib/platform/signed-texts";
import { documentSignerExtensions, emailExtension, issueCertificate } from "@/lib/x509/certificate";
import {
  makeAccountCertificate,
  makeRootCertificate,
  makeSealCertificate,
  makeSingleUseCertificate,
} from "@/lib/x509/issued-certificates";
import { localKey } from "@/lib/x509/signing-key";
import { makeKeyPair } from "@/lib/x509/wrapped-key";
import { roleOf, type RoleFacts } from "./signature-role";

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";
const record = (parts: Partial<RoleFacts>): RoleFacts => ({
  field: "a",
  chain: "ours",
  verdict: "intact",
  reason: null,
  certificate: null,
  ...parts,
});

const now = new Date("2026-11-20T12:01:07Z");
const ana = { displayName: "Paraph Seal", email: "ana@example.org", proof: "mailbox access" };
let sealed: X509Certificate;
let people: X509Certificate[];
let strangers: X509Certificate[];
beforeAll(async () => {
  const [rootKey, { publicKey }] = [await makeKeyPair("p256"), await makeKeyPair("p256")];
  const key = localKey(rootKey.privateKey);
  const issuer = { key, certificate: await makeRootCertificate({ organization: "sign.example.org", now }, key) };
  sealed = new X509Certificate(await makeSealCertificate("Example", publicKey, now, issuer, null));
  people = [
    await makeSingleUseCertificate(ana, publicKey, now, issuer),
    await makeSingleUseCertificate({ ...ana, email: "anã@example.org" }, publicKey, now, issuer),
    await makeAccountCertificate(ana, publicKey, now, issuer, null),
  ].map((der) => new X509Certificate(der));
  const subject: ["O" | "CN", string][] = [
    ["O", "Example"],
    ["CN", "Paraph Seal"],
  ];
  const dates = { notBefore: now, notAfter: new Date("2027-11-20T00:00:00Z") };
  strangers = [
    await issueCertificate({ subject, publicKey, ...dates, extensions: [] }, issuer),
    await issueCertificate(
      { subject, publicKey, ...dates, extensions: [...documentSignerExtensions(), ...emailExtension(ana.email)] },
      issuer,
    ),
  ].map((der) => new X509Certificate(der));
});

test("recognises this service's certification and seal among other signatures", () => {
  expect(roleOf(record({ field: `paraph-${uuid}-certify` }))).toBe("certified");
  expect(roleOf(record({ field: `paraph-${uuid}-seal` }))).toBe("sealed");
  expect(roleOf(record({ field: `paraph-${uuid}-s53` }))).toBe("person");
});

test("does not recognise a foreign signature in a field of that name as our seal", () => {
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, chain: "unknown" }))).toBe("person");
  expect(roleOf(record({ field: `x.paraph-${uuid}-seal` }))).toBe("person");
});

test("does not list a broken seal or certification as a person's signature, whatever its certificate", () => {
  for (const chain of ["ours", "unknown"] as const) {
    expect(roleOf(record({ field: `paraph-${uuid}-seal`, chain, verdict: "invalid" }))).toBe("sealed");
    expect(roleOf(record({ field: `paraph-${uuid}-certify`, chain, verdict: "invalid" }))).toBe("certified");
  }
  expect(roleOf(record({ field: "7", verdict: "invalid", certificate: sealed }))).toBe("service");
});

test("recognises the seal's certificate by its purpose and its subject's attributes, not by its name", () => {
  expect(roleOf(record({ certificate: sealed }))).toBe("service");
  expect(roleOf(record({ chain: "unknown", certificate: sealed }))).toBe("person");
  for (const certificate of [...people, ...strangers]) expect(roleOf(record({ certificate }))).toBe("person");
});

test("distinguishes the seal of an evidence document from the document's by the signed reason", () => {
  const reason = evidenceReason(uuid, "0".repeat(64));
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, reason }))).toBe("evidence");
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, reason: reason.replace("2bb2", "3bb2") }))).toBe("sealed");
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, reason, chain: "unknown" }))).toBe("person");
});
