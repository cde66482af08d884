import { digestNameOf } from "@/lib/pades/verify/cms/algorithms";
import { extensionsIn, readExtensions, type Extension } from "@/lib/pades/verify/cms/certificate";
import { readAlgorithm } from "@/lib/pades/verify/cms/cms-read";
import {
  BerError,
  childrenOf,
  contentOf,
  octetsOf,
  oidOf,
  rawOf,
  readBer,
  Tag,
  timeOf,
  type BerNode,
} from "@/lib/x509/ber";
import { nameKey } from "@/lib/x509/distinguished-name";
import { partsOf, readSigned, type SignedStructure } from "../cms/signature-value";
import { readRevokedFacts, type RevokedFacts } from "./revoked-facts";

/**
 * Limits for the lists and responses read from one file, and for their total size: a large authority's list has 10
 * MB.
 */
const mostItems = 256;
const mostBytes = 32 * 1024 * 1024;

/** Source of a piece of revocation data: `own` is this instance's current data. The others are in the file. */
export type DataOrigin = { kind: "own" } | { kind: "signature" } | { kind: "store"; objectNum: number };

interface ListEntry {
  list: RevocationList;
  origin: DataOrigin;
}

interface AnswerEntry {
  response: OcspResponse;
  answer: OcspAnswer;
  origin: DataOrigin;
}

/**
 * CRLs and OCSP responses, by the certificates that they cover. Unreadable ones are skipped, because they prove
 * nothing.
 */
export class RevocationData {
  private readonly lists = new Map<string, ListEntry[]>();
  private readonly answers = new Map<string, AnswerEntry[]>();
  private items = 0;
  private bytes = 0;

  /** The maximum size of the next piece, or 0 when the limits are reached. */
  get bytesLeft(): number {
    return this.items < mostItems ? mostBytes - this.bytes : 0;
  }

  addList(der: Buffer, origin: DataOrigin): void {
    const list = this.read(der, readRevocationList);
    if (list) {
      push(this.lists, list.issuerKey, { list, origin });
    }
  }

  addResponse(der: Buffer, origin: DataOrigin): void {
    const response = this.read(der, readOcspResponse);
    response?.answers.forEach((answer) =>
      push(this.answers, answer.serial.toString("hex"), { response, answer, origin }),
    );
  }

  listsOf(issuerKey: string): readonly ListEntry[] {
    return this.lists.get(issuerKey) ?? [];
  }

  answersAbout(serial: Buffer): readonly AnswerEntry[] {
    return this.answers.get(serial.toString("hex")) ?? [];
  }

  private read<T>(der: Buffer, reader: (der: Buffer) => T): T | null {
    if (der.length > this.bytesLeft) {
      return null;
    }
    this.items += 1;
    this.bytes += der.length;
    try {
      return reader(der);
    } catch (error) {
      if (error instanceof BerError) {
        return null;
      }
      throw error;
    }
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) {
    list.push(value);
  } else {
    map.set(key, [value]);
  }
}

const basicResponseOid = "1.3.6.1.5.5.7.48.1.1";
const mostAnswers = 64;
const mostResponders = 4;

/** The status of one certificate in a response (RFC 6960 4.2.1). */
export interface OcspAnswer {
  digest: string | null;
  issuerNameHash: Buffer;
  issuerKeyHash: Buffer;
  serial: Buffer;
  /** Null for good. */
  revoked: RevokedFacts | null;
  isUnknown: boolean;
  thisUpdate: Date;
  nextUpdate: Date | null;
}

export interface OcspResponse extends SignedStructure {
  producedAt: Date;
  answers: OcspAnswer[];
  /** DER of the certificates in the response, which include the responder's own. */
  certificates: Buffer[];
}

/** An OCSPResponse, or a bare BasicOCSPResponse as in CAdES. Null for an error response. Throws BerError. */
function readOcspResponse(der: Buffer): OcspResponse | null {
  const parts = partsOf(readBer(der));
  const [status, wrapped] = parts;
  if (status?.tag === Tag.sequence) {
    return readBasic(parts);
  }
  const [type, response] = wrapped ? childrenOf(childrenOf(wrapped)[0] ?? wrapped) : [];
  if (!type || !response) {
    return null;
  }
  if (oidOf(type) !== basicResponseOid) {
    throw new BerError("an OCSP response of another kind");
  }
  return readBasic(partsOf(readBer(octetsOf(response))));
}

function readBasic([data, algorithm, signature, wrapped]: readonly BerNode[]): OcspResponse {
  const parts = partsOf(data);
  const [, produced, answers] = parts[0]?.tag === Tag.context0 ? parts.slice(1) : parts;
  const producedAt = produced ? timeOf(produced) : null;
  if (!producedAt) {
    throw new BerError("an OCSP response has no time");
  }
  const certificates = wrapped ? childrenOf(childrenOf(wrapped)[0] ?? wrapped) : [];
  return {
    ...readSigned(data, algorithm, signature),
    producedAt,
    answers: partsOf(answers).slice(0, mostAnswers).map(readAnswer),
    certificates: certificates.slice(0, mostResponders).map(rawOf),
  };
}

function readAnswer(node: BerNode): OcspAnswer {
  const [id, status, updated, ...rest] = partsOf(node);
  const [algorithm, nameHash, keyHash, serial] = partsOf(id);
  const thisUpdate = updated ? timeOf(updated) : null;
  if (!algorithm || !nameHash || !keyHash || !serial || !status || !thisUpdate) {
    throw new BerError("an OCSP answer is incomplete");
  }
  const next = rest.find(({ tag }) => tag === Tag.context0);
  const [nextTime] = next ? childrenOf(next) : [];
  return {
    digest: digestNameOf(readAlgorithm(algorithm).oid),
    issuerNameHash: octetsOf(nameHash),
    issuerKeyHash: octetsOf(keyHash),
    serial: contentOf(serial),
    revoked: status.tag === Tag.context1 ? readRevokedInfo(status) : null,
    isUnknown: status.tag !== Tag.context1 && status.tag !== 0x80,
    thisUpdate,
    nextUpdate: nextTime ? timeOf(nextTime) : null,
  };
}

// RevokedInfo: the reason is a field here, not an extension (RFC 6960 4.2.1).
function readRevokedInfo(status: BerNode): RevokedFacts {
  const [date, wrapped] = childrenOf(status);
  const [reason] = wrapped ? childrenOf(wrapped) : [];
  return { ...readRevokedFacts(date, new Map()), reason: reason ? (contentOf(reason)[0] ?? null) : null };
}

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
function readRevocationList(der: Buffer): RevocationList {
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
