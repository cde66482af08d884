import { notCompared } from "@/lib/pades/verify/pictures/picture-report";
import { noTimestamp, revocationUnknown, type SignatureRecord } from "@/lib/pades/verify/report";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { indexOf } from "@/lib/pdf/scan-bytes";

/**
 * Whether a file that cannot be opened holds something that claims to be a signature: then the honest answer is
 * `invalid`, not that the file could not be read.
 */
export function claimsSignature(source: ByteSource): boolean {
  const at = indexOf(source, "/ByteRange", 0, source.size);
  return at >= 0 && indexOf(source, "/Contents", Math.max(0, at - 64 * 1024), source.size) >= 0;
}

/** The record of a signature that the file claims and that cannot be reached. */
export function unreachableSignature(detail: string): SignatureRecord {
  return {
    field: "",
    kind: "signature",
    verdict: "invalid",
    explanation: `the file is damaged, so that its signature cannot be reached: ${detail}`,
    intact: false,
    coverage: "unclear",
    pictures: notCompared,
    changes: { level: "none", items: [] },
    cms: { status: "invalid", subFilter: null, digestAlgorithm: null, signatureAlgorithm: null, problems: [] },
    signedRevision: null,
    chain: "unknown",
    certificates: [],
    chainProblems: [],
    revocation: revocationUnknown,
    timestamp: noTimestamp,
    contentTimestamp: noTimestamp,
    etsi: { indication: "TOTAL_FAILED", subIndication: "FORMAT_FAILURE" },
    level: null,
    signedAt: null,
    signer: null,
    reason: null,
  };
}
