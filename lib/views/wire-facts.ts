import type { SignerRecord } from "./record";
import type { SignerWire } from "./schema";
import type { Viewer } from "./viewer";

/** The facts besides the file that a response depends on. */
export interface WireFacts {
  publicUrl: string;
  viewer: Viewer;
  /** The viewer's own sign-request UUID, if they may see it. */
  ownLink: string | null;
}

/** A signature as the wire shows it. */
export function signatureOf(
  facts: NonNullable<SignerRecord["signature"]>,
  isReduced: boolean,
): SignerWire["signature"] {
  const { subject, issuer, serialNumber, notBefore, notAfter, signedAt, timestamp, level, verdict } = facts;
  return {
    ...(isReduced ? {} : { subject }),
    issuer,
    serialNumber,
    notBefore,
    notAfter,
    signedAt,
    timestamp,
    level,
    verdict,
  };
}
