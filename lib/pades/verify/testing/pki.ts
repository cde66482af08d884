import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { buildCms } from "@/lib/pades/cms";
import {
  derNull,
  derTrue,
  derValue,
  explicit,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  setOf,
  smallInteger,
} from "@/lib/x509/der";
import { localKey } from "@/lib/x509/signing-key";

/**
 * Certificates of any kind, valid and invalid: those that no library issues, but an attacker or a careless authority
 * might.
 */
export interface CertificatePlan {
  /** Common name. */
  name: string;
  /** Self-signed if omitted. */
  issuer?: Holder;
  /** Null for no basicConstraints at all. */
  isAuthority?: boolean | null;
  pathLength?: number;
  /** Bits of KeyUsage; no extension if omitted. */
  keyUsage?: readonly number[];
  purposes?: readonly string[];
  purposesAreCritical?: boolean;
  from?: string;
  until?: string;
  /** Additional extensions, DER. */
  extensions?: readonly Buffer[];
  /** Replaces a fresh P-256 key pair. */
  keys?: KeyPair;
  digest?: "sha256" | "sha1";
}

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** The subject of a certificate, with its keys. */
export interface Holder extends KeyPair {
  certificate: Buffer;
  /** DER of the name. */
  subject: Buffer;
  /** DER of the INTEGER. */
  serial: Buffer;
}

export const bits = { digitalSignature: 0, keyCertSign: 5, cRLSign: 6 } as const;
const algorithms: Readonly<Record<string, string>> = {
  "ec sha256": "1.2.840.10045.4.3.2",
  "ec sha1": "1.2.840.10045.4.1",
  "rsa sha256": "1.2.840.113549.1.1.11",
  "rsa sha1": "1.2.840.113549.1.1.5",
};
let lastSerial = 1000;

export function makeKeys(kind: "p256" | "rsa1024" | "rsa2048" = "p256"): KeyPair {
  return kind === "p256"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength: kind === "rsa1024" ? 1024 : 2048 });
}

export function makeCertificate(plan: CertificatePlan): Holder {
  const keys = plan.keys ?? makeKeys();
  const [subject, signer] = [nameOf(plan.name), plan.issuer];
  const digest = plan.digest ?? "sha256";
  lastSerial += 1;
  const serial = positiveInteger(Buffer.from([lastSerial >> 8, lastSerial & 0xff]));
  const algorithm = algorithmOf(signer ?? keys, digest);
  const tbs = sequence(
    explicit(0, smallInteger(2)),
    serial,
    algorithm,
    signer?.subject ?? subject,
    sequence(timeOf(plan.from ?? "2026-01-01"), timeOf(plan.until ?? "2046-01-01")),
    subject,
    keys.publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(...keyNames(keys, signer ?? keys), ...extensionsOf(plan))),
  );
  const certificate = signed(tbs, signer ?? keys, digest);
  return { ...keys, certificate, subject, serial };
}

export function makeRoot(name = "Test Root", changes: Partial<CertificatePlan> = {}): Holder {
  return makeCertificate({ name, isAuthority: true, keyUsage: [bits.keyCertSign, bits.cRLSign], ...changes });
}

export function makeAuthority(name: string, issuer: Holder, changes: Partial<CertificatePlan> = {}): Holder {
  return makeRoot(name, { issuer, ...changes });
}

export function makeSigner(name: string, issuer: Holder, changes: Partial<CertificatePlan> = {}): Holder {
  return makeCertificate({ name, issuer, isAuthority: false, keyUsage: [bits.digitalSignature], ...changes });
}

/** Content, algorithm and signature in one sequence, the form of certificates, lists and OCSP responses. */
export function signed(
  content: Buffer,
  signer: KeyPair,
  digest: "sha256" | "sha1" = "sha256",
  ...further: readonly Buffer[]
): Buffer {
  const signature = sign(digest, content, signer.privateKey);
  return sequence(content, algorithmOf(signer, digest), derValue(0x03, Buffer.of(0), signature), ...further);
}

/** A CMS by this holder, for `signFields` and similar functions. */
export function cmsBy(holder: Holder, ...chain: readonly Holder[]): (digest: Buffer) => Promise<Buffer> {
  return (digest) =>
    buildCms({
      digest,
      certificate: holder.certificate,
      chain: chain.map(({ certificate }) => certificate),
      key: localKey(holder.privateKey),
    });
}

export function algorithmOf(signer: KeyPair, digest: "sha256" | "sha1"): Buffer {
  const kind = signer.privateKey.asymmetricKeyType ?? "";
  return sequence(objectIdentifier(algorithms[`${kind} ${digest}`] ?? ""), ...(kind === "rsa" ? [derNull()] : []));
}

export function extension(oid: string, value: Buffer, isCritical = false): Buffer {
  return sequence(objectIdentifier(oid), ...(isCritical ? [derTrue()] : []), octetString(value));
}

export function nameOf(commonName: string): Buffer {
  const attribute = (oid: string, value: string) =>
    setOf(sequence(objectIdentifier(oid), derValue(0x0c, Buffer.from(value))));
  return sequence(attribute("2.5.4.10", "Paraph Tests"), attribute("2.5.4.3", commonName));
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280 4.1.2.5). */
export function timeOf(time: string | Date): Buffer {
  const date = new Date(time);
  const text = `${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050 ? derValue(0x17, Buffer.from(text.slice(2))) : derValue(0x18, Buffer.from(text));
}

export function generalizedTime(time: string | Date): Buffer {
  return derValue(0x18, Buffer.from(`${new Date(time).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
}

// Key identifiers of subject and issuer, which distinguish authorities with the same name (RFC 5280 4.2.1.1 and
// 4.2.1.2).
function keyNames(own: KeyPair, issuer: KeyPair): Buffer[] {
  const named = ({ publicKey }: KeyPair) =>
    createHash("sha1")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest();
  return [
    extension("2.5.29.14", octetString(named(own))),
    extension("2.5.29.35", sequence(derValue(0x80, named(issuer)))),
  ];
}

function extensionsOf({
  isAuthority = null,
  pathLength,
  keyUsage,
  purposes,
  purposesAreCritical,
  extensions = [],
}: CertificatePlan): Buffer[] {
  const constraints = sequence(
    ...(isAuthority ? [derTrue()] : []),
    ...(pathLength === undefined ? [] : [smallInteger(pathLength)]),
  );
  const octet = (keyUsage ?? []).reduce((sum, bit) => sum | (0x80 >> bit), 0);
  return [
    ...(isAuthority === null ? [] : [extension("2.5.29.19", constraints, true)]),
    ...(keyUsage ? [extension("2.5.29.15", derValue(0x03, Buffer.of(0, octet)), true)] : []),
    ...(purposes
      ? [extension("2.5.29.37", sequence(...purposes.map(objectIdentifier)), purposesAreCritical ?? false)]
      : []),
    ...extensions,
  ];
}
