import { KeyServiceError } from "@/lib/x509/signing-key";

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
