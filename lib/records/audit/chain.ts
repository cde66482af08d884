import { createHash } from "node:crypto";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

/** The content of an event's hash (docs/spec/evidence.md#audit-trail). `at` is ISO 8601 UTC with milliseconds. */
export interface ChainedEvent {
  v: number;
  file: string;
  seq: number;
  type: string;
  at: string;
  actor: Record<string, unknown>;
  auth: Record<string, unknown>;
  net: Record<string, unknown>;
  doc: Record<string, unknown>;
  data: Record<string, unknown>;
  prev: string;
}

const domain = "paraph-audit-v1\n";

/** SHA-256("paraph-audit-v1\n" || canonical JSON), lower-case hex. */
export function eventHash(event: ChainedEvent): string {
  return createHash("sha256").update(domain).update(canonicalJson(event)).digest("hex");
}

/** `prev` of event 0: binds the chain to the file's uuid and the uploaded bytes. */
export function genesis(fileUuid: string, originalSha256: string): string {
  return sha256Hex(`${domain}${fileUuid}\n${originalSha256}`);
}

/** A personal value as stored in the event. */
export function saltedHash(salt: string, value: string): string {
  return `sha256:${sha256Hex(`${salt}\n${value}`)}`;
}

/** The first sequence number at which the chain breaks, or null if it is intact. */
export function firstBreak(
  fileUuid: string,
  originalSha256: string,
  events: readonly (ChainedEvent & { hash: string })[],
): number | null {
  let prev = genesis(fileUuid, originalSha256);
  for (const [index, { hash, ...event }] of events.entries()) {
    if (event.seq !== index || event.file !== fileUuid || event.prev !== prev || eventHash(event) !== hash)
      return index;
    prev = hash;
  }
  return null;
}

/**
 * Canonical JSON in the manner of RFC 8785: members sorted by UTF-16 code units, no white space. Our events contain
 * only strings, booleans, null, safe integers, arrays and objects. Anything else is rejected, so that all
 * implementations agree.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError("canonical JSON here holds safe integers only");
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value as Record<string, unknown>).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
  }
  throw new TypeError(`canonical JSON cannot hold a ${typeof value}`);
}
