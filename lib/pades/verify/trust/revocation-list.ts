import { BerError, childrenOf, contentOf, rawOf, readBer, Tag, timeOf, type BerNode } from "@/lib/pades/verify/cms/ber";
import { extensionsIn, readExtensions, type Extension } from "./certificate";
import { nameKey } from "./distinguished-name";
import { readRevokedFacts, type RevokedFacts } from "./revoked-facts";
import { partsOf, readSigned, type SignedStructure } from "./signed-structure";

export const issuingDistributionPoint = "2.5.29.28";
const deltaIndicator = "2.5.29.27";
/**
 * Critical extensions that a list may have: its number, its authority's key, its scope, and the list that it amends.
 */
const understood: ReadonlySet<string> = new Set(["2.5.29.20", "2.5.29.35", issuingDistributionPoint, deltaIndicator]);

/** A revocation list (RFC 5280 5.1) whose entries are searched only on demand. */
export interface RevocationList extends SignedStructure {
  issuerKey: string;
  thisUpdate: Date;
  nextUpdate: Date | null;
  /** The concatenated entries, or null for an empty list. */
  entries: Buffer | null;
  extensions: ReadonlyMap<string, Extension>;
  /** False for CRLs with unsupported critical extensions. */
  isUsable: boolean;
  /** Whether it lists only changes since another list (RFC 5280, 5.2.4). */
  isDelta: boolean;
}

/** Throws BerError. */
export function readRevocationList(der: Buffer): RevocationList {
  const [content, algorithm, signature] = partsOf(readBer(der));
  const parts = partsOf(content);
  const [, issuer, thisUpdate, ...rest] = parts[0]?.tag === Tag.integer ? parts.slice(1) : parts;
  const nextUpdate = rest[0] && isTime(rest[0]) ? timeOf(rest[0]) : null;
  const entries = rest.find((part) => part.tag === Tag.sequence);
  const extensions = readExtensions(rest.find((part) => part.tag === Tag.context0));
  const updated = thisUpdate && isTime(thisUpdate) ? timeOf(thisUpdate) : null;
  return {
    ...readSigned(content, algorithm, signature),
    issuerKey: issuer ? nameKey(rawOf(issuer)) : "",
    thisUpdate: updated ?? new Date(0),
    nextUpdate,
    entries: entries ? contentOf(entries) : null,
    extensions,
    isUsable: updated !== null && [...extensions].every(([oid, { critical }]) => !critical || understood.has(oid)),
    isDelta: extensions.has(deltaIndicator),
  };
}

/**
 * The entry for a serial number (the octets of its INTEGER), or null. A list may contain hundreds of thousands, so
 * its bytes are searched: in DER, an entry is a sequence that starts with the number. Throws BerError.
 */
export function findEntry({ entries }: RevocationList, serial: Buffer): RevokedFacts | null {
  const wanted = Buffer.concat([Buffer.from([Tag.integer, serial.length]), serial]);
  for (let at = entries?.indexOf(wanted) ?? -1; entries && at >= 0; at = entries.indexOf(wanted, at + 1)) {
    const entry = headLengths.map((length) => entryAt(entries, at - length, at)).find((found) => found !== null);
    if (entry) {
      return factsOf(entry);
    }
  }
  return null;
}

/** Lengths of tag and length before an entry's content: short form, and one or two octets of length. */
const headLengths = [2, 3, 4];

function entryAt(entries: Buffer, start: number, contentStart: number): BerNode[] | null {
  if (start < 0 || entries[start] !== Tag.sequence) {
    return null;
  }
  try {
    const node = readBer(entries.subarray(start));
    const parts = node.contentStart === contentStart - start ? childrenOf(node) : [];
    return parts[1] && isTime(parts[1]) ? parts : null;
  } catch (error) {
    if (error instanceof BerError) {
      return null;
    }
    throw error;
  }
}

function factsOf([, date, extensions]: readonly BerNode[]): RevokedFacts {
  return readRevokedFacts(date, extensionsIn(extensions));
}

function isTime({ tag }: BerNode): boolean {
  return tag === Tag.utcTime || tag === Tag.generalizedTime;
}
