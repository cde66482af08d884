import type { Extension } from "@/lib/pades/verify/cms/certificate";
import { BerError, contentOf, readBer, timeOf, type BerNode } from "@/lib/x509/ber";

const reasonCodeOid = "2.5.29.21";
const invalidityDateOid = "2.5.29.24";

/**
 * Reasons that do not cast doubt on earlier signatures of the key (RFC 3161 4, point 1): unspecified, affiliation,
 * superseded, cessation.
 */
const harmlessReasons: ReadonlySet<number> = new Set([0, 3, 4, 5]);

export interface RevokedFacts {
  /**
   * The time from which the certificate does not count: its revocation, or an earlier date from which the key is not
   * trusted (RFC 5280 5.3.2).
   */
  at: Date;
  /** CRLReason (RFC 5280 5.3.1), or null if none is given. */
  reason: number | null;
}

/** Throws BerError if there is no readable date. */
export function readRevokedFacts(date: BerNode | undefined, extensions: ReadonlyMap<string, Extension>): RevokedFacts {
  const revoked = date ? timeOf(date) : null;
  if (!revoked) {
    throw new BerError("a revocation has no date");
  }
  const reason = extensions.get(reasonCodeOid);
  const invalidity = extensions.get(invalidityDateOid);
  const invalidFrom = invalidity ? timeOf(readBer(invalidity.value)) : null;
  return {
    at: invalidFrom && invalidFrom < revoked ? invalidFrom : revoked,
    reason: reason ? (contentOf(readBer(reason.value))[0] ?? null) : null,
  };
}

/** Whether earlier timestamps stay valid (RFC 3161 4), which requires a harmless reason to be given. */
export function isHarmless({ reason }: RevokedFacts): boolean {
  return reason !== null && harmlessReasons.has(reason);
}

const certificateHold = 6;
const removeFromCrl = 8;

/** Whether the certificate is only suspended. */
export function isOnHold({ reason }: RevokedFacts): boolean {
  return reason === certificateHold;
}

/** Whether a delta entry states that a hold has ended. */
export function isRemoved({ reason }: RevokedFacts): boolean {
  return reason === removeFromCrl;
}
