/**
 * A lazy reader of BER (X.690): a node is a span of the bytes it came from, and children are read only on demand.
 * About 7 % of real signatures use the indefinite form, so DER alone is not enough. A general parser that builds an
 * object for every node of embedded revocation data takes 1–80 ms per signature, more than hashing a 5 MB file.
 */
export interface BerNode {
  /** The identifier octet: class, constructed bit and (low) tag number. */
  readonly tag: number;
  readonly bytes: Buffer;
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
  readonly indefinite: boolean;
  readonly reader: { nodesLeft: number };
}

export class BerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BerError";
  }
}

export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
} as const;

const constructedBit = 0x20;
const maxDepth = 48;
const maxNodes = 400_000;

/** Reads the first node of `bytes` and ignores what follows it. Throws BerError. */
export function readBer(bytes: Buffer): BerNode {
  return readNode(bytes, 0, bytes.length, { nodesLeft: maxNodes }, 0);
}

/** The nodes inside a constructed node, in order. */
export function childrenOf(node: BerNode): BerNode[] {
  if (!isConstructed(node)) {
    throw new BerError("a primitive node has no children");
  }
  const children: BerNode[] = [];
  for (let offset = node.contentStart; offset < node.contentEnd;) {
    const child = readNode(node.bytes, offset, node.contentEnd, node.reader, 0);
    children.push(child);
    offset = child.end;
  }
  return children;
}

export function isConstructed(node: BerNode): boolean {
  return (node.tag & constructedBit) !== 0;
}

/** The node as encoded in the file: identifier, length and content. */
export function rawOf(node: BerNode): Buffer {
  return node.bytes.subarray(node.start, node.end);
}

export function contentOf(node: BerNode): Buffer {
  return node.bytes.subarray(node.contentStart, node.contentEnd);
}

/** The value of an OCTET STRING, either primitive or split into segments (X.690 8.7.3). */
export function octetsOf(node: BerNode, depth = 0): Buffer {
  if (!isConstructed(node)) {
    return contentOf(node);
  }
  if (depth > maxDepth) {
    throw new BerError("nested too deeply");
  }
  return Buffer.concat(childrenOf(node).map((segment) => octetsOf(segment, depth + 1)));
}

/** Dotted form of an OBJECT IDENTIFIER. */
export function oidOf(node: BerNode): string {
  if (node.tag !== Tag.oid) {
    throw new BerError("expected an object identifier");
  }
  const content = contentOf(node);
  if (content.length === 0 || content.length > 64) {
    throw new BerError("object identifier of impossible length");
  }
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of content) {
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    if (octet & 0x80) {
      continue;
    }
    arcs.push(arc);
    arc = 0n;
  }
  const first = arcs[0] ?? 0n;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...arcs.slice(1)].join(".");
}

/** A small non-negative INTEGER as a number. */
export function smallIntegerOf(node: BerNode): number {
  const content = contentOf(node);
  if (node.tag !== Tag.integer || content.length === 0 || content.length > 5) {
    throw new BerError("expected a small integer");
  }
  return content.readIntBE(0, content.length);
}

/** A GeneralizedTime (`YYYYMMDDhhmmss[.f]Z`) or UTCTime as a Date, or null for anything else. */
export function timeOf(node: BerNode): Date | null {
  const text = contentOf(node).toString("latin1");
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(?:[.,](\d{1,9}))?Z$/.exec(text);
  if (!match || (node.tag !== Tag.generalizedTime && node.tag !== Tag.utcTime)) {
    return null;
  }
  const [, year = "", month, day, hour, minute, second, fraction] = match;
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
  const millis = Math.floor(Number(`0.${fraction ?? "0"}`) * 1000);
  return new Date(
    Date.UTC(fullYear, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? 0), millis),
  );
}

function readNode(bytes: Buffer, start: number, limit: number, reader: BerNode["reader"], depth: number): BerNode {
  if (depth > maxDepth) {
    throw new BerError("nested too deeply");
  }
  if (--reader.nodesLeft < 0) {
    throw new BerError("too many nodes");
  }
  const tag = octetAt(bytes, start, limit);
  let offset = start + 1;
  if ((tag & 0x1f) === 0x1f) {
    while (octetAt(bytes, offset++, limit) & 0x80);
  }
  const first = octetAt(bytes, offset++, limit);
  if (first === 0x80) {
    return readIndefinite(bytes, { tag, start, contentStart: offset, limit, reader, depth });
  }
  let length = first;
  if (first & 0x80) {
    const count = first & 0x7f;
    if (count > 6 || offset + count > limit) {
      throw new BerError("length of impossible size");
    }
    length = count === 0 ? 0 : bytes.readUIntBE(offset, count);
    offset += count;
  }
  if (offset + length > limit) {
    throw new BerError("node runs past its end");
  }
  const end = offset + length;
  return { tag, bytes, start, contentStart: offset, contentEnd: end, end, indefinite: false, reader };
}

interface OpenNode {
  tag: number;
  start: number;
  contentStart: number;
  limit: number;
  reader: BerNode["reader"];
  depth: number;
}

function readIndefinite(bytes: Buffer, open: OpenNode): BerNode {
  const { tag, start, contentStart, limit, reader, depth } = open;
  if (!(tag & constructedBit)) {
    throw new BerError("a primitive node of indefinite length");
  }
  for (let offset = contentStart; ;) {
    if (octetAt(bytes, offset, limit) === 0 && octetAt(bytes, offset + 1, limit) === 0) {
      return { tag, bytes, start, contentStart, contentEnd: offset, end: offset + 2, indefinite: true, reader };
    }
    offset = readNode(bytes, offset, limit, reader, depth + 1).end;
  }
}

function octetAt(bytes: Buffer, offset: number, limit: number): number {
  const octet = offset < limit ? bytes[offset] : undefined;
  if (octet === undefined) {
    throw new BerError("ends too early");
  }
  return octet;
}

/**
 * The value with definite lengths and joined strings: the form that the signer hashed when the signed attributes
 * are stored in the indefinite form (RFC 5652 5.4 requires DER).
 */
export function toDefinite(node: BerNode, depth = 0): Buffer {
  if (depth > maxDepth) {
    throw new BerError("nested too deeply");
  }
  if (!isConstructed(node)) {
    return definite(node.tag, contentOf(node));
  }
  if ((node.tag & ~constructedBit) === Tag.octetString) {
    return definite(Tag.octetString, octetsOf(node));
  }
  return definite(node.tag, Buffer.concat(childrenOf(node).map((child) => toDefinite(child, depth + 1))));
}

function definite(tag: number, content: Buffer): Buffer {
  if (content.length < 0x80) {
    return Buffer.concat([Buffer.from([tag, content.length]), content]);
  }
  const hex = content.length.toString(16);
  const length = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}
