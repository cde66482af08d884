import type { ReadSignature } from "@/lib/pades/verify/read-signature";
import type { Notice, SignatureRecord } from "@/lib/pades/verify/report";

/**
 * Attributes that writers put beside a signature without signing them: countersignature, timestamps, and the values and references for the long
 * term (RFC 5652, RFC 3161, RFC 5126, ETSI EN 319 122-1).
 */
const knownTypes = new Set([
  "1.2.840.113549.1.9.6",
  ...[14, 21, 22, 23, 24, 25, 26, 27, 44, 45, 48].map((arc) => `1.2.840.113549.1.9.16.2.${arc}`),
  "1.2.840.113583.1.1.9.1",
  "1.3.6.1.4.1.311.3.3.1",
]);
const knownArcs = ["0.4.0.1733.2.", "0.4.0.19122.1."];

/**
 * Anybody may add, alter or take out an unsigned attribute without breaking the signature: what is lost is its proof of time. Reported is what can
 * be told from the file, an attribute of a kind that nobody writes.
 */
export function unsignedNotices({ cms, signature }: ReadSignature): Notice[] {
  const types = [...(cms?.unsignedAttributes.values.keys() ?? [])];
  return types
    .filter((oid) => !knownTypes.has(oid) && !knownArcs.some((arc) => oid.startsWith(arc)))
    .map((oid) => ({ code: "unsigned_attribute_unknown", field: signature.field, oid }));
}

/** Timestamps that do not hold. A document timestamp has a verdict of its own. */
export function timestampNotices(records: readonly SignatureRecord[]): Notice[] {
  return records
    .filter(({ kind, timestamp }) => kind === "signature" && timestamp.status === "invalid")
    .map(({ field, timestamp }) => ({
      code: "timestamp_not_credited",
      field,
      problem: timestamp.problem ?? "the timestamp does not hold",
    }));
}
