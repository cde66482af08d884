import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  verify,
  X509Certificate,
  type KeyObject,
} from "node:crypto";
import { describe, expect, test } from "vitest";
import { finding } from "@/lib/pades/verify/report/findings";
import { makeRoot } from "@/lib/pades/verify/testing/pki";
import { exactly } from "@/lib/testing/representatives";
import { childrenOf, rawOf, readBer } from "@/lib/x509/ber";
import {
  derNull,
  derValue,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  smallInteger,
} from "@/lib/x509/der";
import { hasIssued, isForgeableKey } from "./algorithms";
import { verifyData } from "./signature-value";

const data = Buffer.from("Pay 999999");
const digest = createHash("sha256").update(data).digest();

const keyOf = (algorithm: Buffer, bits: Buffer): KeyObject =>
  createPublicKey({ key: sequence(algorithm, derValue(0x03, Buffer.of(0), bits)), type: "spki", format: "der" });
const edwards = (oid: string, point: Buffer): KeyObject => keyOf(sequence(objectIdentifier(oid)), point);
const hex = (text: string): Buffer => Buffer.from(text, "hex");
const at = (place: number, octet: number, length: number): Buffer => {
  const octets = Buffer.alloc(length);
  octets[place] = octet;
  return octets;
};

/** An RSA key whose signatures equal the padded digests (RFC 8017, 9.2). */
function rsaOfOne(): { key: KeyObject; signature: Buffer } {
  const { n = "" } = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
  const info = sequence(sequence(objectIdentifier("2.16.840.1.101.3.4.2.1"), derNull()), octetString(digest));
  const padding = Buffer.alloc(256 - 3 - info.length, 0xff);
  return {
    key: createPublicKey({ key: { kty: "RSA", n, e: "AQ" }, format: "jwk" }),
    signature: Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), info]),
  };
}

/** P-256 with explicit parameters and a chosen base point (CVE-2020-0601). */
function curveKey(base: Buffer, point: Buffer): KeyObject {
  const [p, a, b, order] = [
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
    "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
  ].map(hex) as [Buffer, Buffer, Buffer, Buffer];
  const parameters = sequence(
    smallInteger(1),
    sequence(objectIdentifier("1.2.840.10045.1.1"), positiveInteger(p)),
    sequence(octetString(a), octetString(b)),
    octetString(base),
    positiveInteger(order),
    smallInteger(1),
  );
  return keyOf(sequence(objectIdentifier("1.2.840.10045.2.1"), parameters), point);
}
const pointOf = ({ publicKey }: { publicKey: KeyObject }): Buffer =>
  publicKey.export({ type: "spki", format: "der" }).subarray(-65);
const usualBase = hex(
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
);
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });

describe("a signature that anyone can forge proves nothing", () => {
  const problem = finding("key_forgeable");

  test("by an RSA key with the exponent 1", () => {
    const { key, signature } = rsaOfOne();
    expect(verify("sha256", data, key, signature)).toBe(true);
    const algorithm = { oid: "1.2.840.113549.1.1.11", parameters: null };
    expect(verifyData({ algorithm, digest: "sha256" }, data, signature, key)).toEqual({
      status: "unsupported",
      problem,
    });
  });

  test("by an Ed25519 key of small order", () => {
    const key = edwards("1.3.101.112", at(0, 1, 32));
    // OpenSSL accepts it in Node 20 and 22, and refuses it in Node 24.
    const signature = at(0, 1, 64);
    const algorithm = { oid: "1.3.101.112", parameters: null };
    expect(verifyData({ algorithm, digest: "sha512" }, data, signature, key)).toEqual({
      status: "unsupported",
      problem,
    });
  });

  test("and a certificate signed with such a key does not count as issued", () => {
    const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
    const privateKey = createPrivateKey({ key: { ...jwk, e: "AQ", d: "AQ", dp: "AQ", dq: "AQ" }, format: "jwk" });
    const root = new X509Certificate(
      makeRoot("Open", { keys: { publicKey: createPublicKey(privateKey), privateKey } }).certificate,
    );
    expect(root.verify(root.publicKey)).toBe(true);
    expect(hasIssued(root, root)).toBe(false);
  });
});

test.each<[string, KeyObject]>([
  ["RSA with an even exponent", createPublicKey({ key: { ...jwkOfRsa(), e: "Ag" }, format: "jwk" })],
  ["DSA with the base 1", dsaOfOne()],
  ["a curve with a base point of its own", curveKey(pointOf(p256), pointOf(p256))],
  ["Ed25519, order 2", edwards("1.3.101.112", hex(`ec${"ff".repeat(30)}7f`))],
  ["Ed25519, order 4", edwards("1.3.101.112", at(31, 0x80, 32))],
  ["Ed25519, order 4 beyond the prime", edwards("1.3.101.112", hex(`ed${"ff".repeat(31)}`))],
  ["Ed25519, order 8", edwards("1.3.101.112", hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))],
  ["Ed25519, order 8", edwards("1.3.101.112", hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"))],
  ["Ed448, order 1", edwards("1.3.101.113", at(0, 1, 57))],
  ["Ed448, order 4", edwards("1.3.101.113", at(56, 0x80, 57))],
])("finds the parameters of %s", (_what, key) => {
  expect(isForgeableKey(key)).toBe(true);
});

test.each<[string, KeyObject]>([
  ["RSA", generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey],
  ["RSA with the exponent 3", generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: 3 }).publicKey],
  ["P-256", p256.publicKey],
  ["P-256 written out in full", curveKey(usualBase, pointOf(p256))],
  ["brainpool", generateKeyPairSync("ec", { namedCurve: "brainpoolP256r1" }).publicKey],
  ["Ed25519", generateKeyPairSync("ed25519").publicKey],
  ["Ed448", generateKeyPairSync("ed448").publicKey],
  ["DSA", generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 }).publicKey],
])("accepts an honest key: %s", (_what, key) => {
  expect(isForgeableKey(key)).toBe(false);
});

function jwkOfRsa() {
  return generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ format: "jwk" });
}

function dsaOfOne(): KeyObject {
  const { publicKey } = generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 });
  const [algorithm] = exactly(2, childrenOf(readBer(publicKey.export({ type: "spki", format: "der" }))));
  const [, parameters] = exactly(2, childrenOf(algorithm));
  const [prime, order] = exactly(3, childrenOf(parameters).map(rawOf));
  return keyOf(
    sequence(objectIdentifier("1.2.840.10040.4.1"), sequence(prime, order, smallInteger(1))),
    smallInteger(1),
  );
}
