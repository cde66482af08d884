/**
 * Writes the subset of DER (ITU-T X.690) that a CMS and signed structures need. asn1js writes the same CMS, byte for
 * byte, but takes 50 times as long, and each signing thread would load it (decision 13).
 */

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  contextConstructed: 0xa0,
} as const;

export function derValue(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.of(tag), derLength(length), ...parts]);
}

function derLength(length: number): Buffer {
  if (length < 0x80) {
    return Buffer.of(length);
  }
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) {
    bytes.unshift(rest % 256);
  }
  return Buffer.of(0x80 + bytes.length, ...bytes);
}

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return derValue(TAG.sequence, ...parts);
}

/** SET OF, with its members in the order of their encodings (X.690, 11.6). */
export function setOf(...parts: readonly Uint8Array[]): Buffer {
  return derValue(TAG.set, ...sorted(parts));
}

/** `[number] IMPLICIT SET OF`. */
export function implicitSetOf(number: number, ...parts: readonly Uint8Array[]): Buffer {
  return derValue(TAG.contextConstructed + number, ...sorted(parts));
}

/** `[number] EXPLICIT` around encoded values. */
export function explicit(number: number, ...parts: readonly Uint8Array[]): Buffer {
  return derValue(TAG.contextConstructed + number, ...parts);
}

function sorted(parts: readonly Uint8Array[]): Uint8Array[] {
  return [...parts].sort((one, other) => Buffer.compare(one, other));
}

export function octetString(bytes: Uint8Array): Buffer {
  return derValue(TAG.octetString, bytes);
}

/** A BIT STRING of whole octets. */
export function bitString(bytes: Uint8Array): Buffer {
  return derValue(TAG.bitString, Buffer.of(0), bytes);
}

export function derNull(): Buffer {
  return derValue(TAG.null);
}

/** A small non-negative INTEGER. */
export function smallInteger(value: number): Buffer {
  if (!(Number.isInteger(value) && value >= 0 && value < 0x80)) {
    throw new RangeError(`${value} is not a small integer`);
  }
  return derValue(TAG.integer, Buffer.of(value));
}

/** A positive INTEGER of any length, without leading zero octets that the sign does not require (X.690, 8.3.2). */
export function positiveInteger(bytes: Buffer): Buffer {
  const first = bytes.findIndex((octet) => octet !== 0);
  if (first < 0) {
    throw new RangeError("zero is not positive");
  }
  const digits = bytes.subarray(first);
  const sign = (digits[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.alloc(0);
  return derValue(TAG.integer, sign, digits);
}

export function derTrue(): Buffer {
  return derValue(TAG.boolean, Buffer.of(0xff));
}

/** An OBJECT IDENTIFIER in dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest.flatMap(base128)];
  return derValue(TAG.oid, Buffer.from(bytes));
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128);
  }
  return bytes;
}
