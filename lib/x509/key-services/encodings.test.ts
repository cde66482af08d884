import { generateKeyPairSync, sign, verify } from "node:crypto";
import { expect, test } from "vitest";
import { derOfRaw } from "./call-key-service";
import { crc32c } from "./google-kms";

test("converts concatenated r and s to DER that verifies, with and without leading zeros", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const message = Buffer.from("m");
  const lengths = new Set<number>();
  for (let round = 0; round < 600; round++) {
    const der = derOfRaw(sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" }));
    lengths.add(der.length);
    expect(verify("sha256", message, publicKey, der)).toBe(true);
  }
  expect(lengths.size).toBeGreaterThan(2);
});

test("encodes r and s without needless zeros, and keeps them positive", () => {
  const raw = Buffer.concat([Buffer.alloc(31), Buffer.of(0x80), Buffer.alloc(30), Buffer.of(1, 2)]);
  expect(derOfRaw(raw).toString("hex")).toBe("30080202008002020102");
});

test.each([
  ["r", Buffer.concat([Buffer.alloc(32), Buffer.alloc(32, 1)])],
  ["s", Buffer.concat([Buffer.alloc(32, 1), Buffer.alloc(32)])],
])("refuses a signature whose %s is zero", (_part, raw) => {
  expect(() => derOfRaw(raw)).toThrow(expect.objectContaining({ fault: { code: "signature_malformed" } }));
});

test("refuses a signature of another length", () => {
  expect(() => derOfRaw(Buffer.alloc(63))).toThrow(expect.objectContaining({ fault: { code: "signature_malformed" } }));
});

test.each([
  ["32 octets of zero", Buffer.alloc(32), 0x8a9136aa],
  ["32 octets of 0xff", Buffer.alloc(32, 0xff), 0x62a8ab43],
  ["32 octets that increment", Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
])("computes the CRC-32C of %s as in RFC 3720", (_name, bytes, value) => {
  expect(crc32c(bytes)).toBe(value);
});
