import { createPublicKey, type KeyObject } from "node:crypto";
import { KeyServiceError } from "@/lib/x509/signing-key";

/** Throws KeyServiceError when the service's key is not the certificate's. */
export function assertSameKey(service: string, found: KeyObject, expected: KeyObject): void {
  if (!found.equals(expected)) throw notItsKey(service);
}

export function notItsKey(service: string): KeyServiceError {
  return new KeyServiceError(`the key that ${service} keeps does not belong to the certificate`);
}

/** Throws KeyServiceError for an invalid public key. */
export function readPublicKey(service: string, input: Parameters<typeof createPublicKey>[0]): KeyObject {
  try {
    return createPublicKey(input);
  } catch {
    throw new KeyServiceError(`${service} answered a public key that cannot be read`);
  }
}

const octets = 32;

/** ECDSA-Sig-Value in DER (RFC 3279 section 2.2.3) of r and s of P-256 side by side, 32 octets each (IEEE P1363). Throws KeyServiceError. */
export function derOfRaw(raw: Buffer): Buffer {
  if (raw.length !== 2 * octets) throw new KeyServiceError("an ECDSA signature of P-256 has 64 octets");
  const body = Buffer.concat([integer(raw.subarray(0, octets)), integer(raw.subarray(octets))]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
}

/** Without leading zeros, but for the one that keeps a number positive. */
function integer(value: Buffer): Buffer {
  const first = value.findIndex((octet) => octet !== 0);
  const digits = first < 0 ? Buffer.of(0) : value.subarray(first);
  const positive = (digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits;
  return Buffer.concat([Buffer.of(0x02, positive.length), positive]);
}
