import type { CheckedToken } from "@/lib/pades/verify/cms/timestamp-token";
import { noTimestamp, type TimestampReport } from "@/lib/pades/verify/report";
import { buildPath, type CertificatePath } from "@/lib/pades/verify/trust/build-path";
import { readCertificate } from "@/lib/pades/verify/trust/certificate";
import { checkPath } from "@/lib/pades/verify/trust/check-path";
import type { TrustMaterial } from "@/lib/pades/verify/trust/gather-material";
import {
  checkPathRevocation,
  revokedInWords,
  toRevocationReport,
  type PathRevocation,
} from "@/lib/pades/verify/trust/path-revocation";
import { isHarmless } from "@/lib/pades/verify/trust/revoked-facts";

/** A timestamp with what is known of its authority. */
export interface AssessedToken {
  report: TimestampReport;
  /** The time, where the timestamp is credited: sound, by a certificate in force, that was not taken back for a reason that touches it. */
  at: Date | null;
  /** The same, where the authority is trusted as well: it leads to an anchor, and nothing speaks against it at the proven time. */
  trustedAt: Date | null;
  path: CertificatePath | null;
  revocation: PathRevocation | null;
}

const kindsThatMatter: ReadonlySet<string> = new Set(["constraint", "usage", "expired", "not_yet_valid", "weak"]);

/**
 * Asks who stands behind a timestamp. `provenAt`: when the token is known to have existed, by a trusted timestamp over it, else now
 * (ETSI EN 319 102-1, 5.4 and 5.6.2).
 */
export function assessToken(
  { outcome, signer }: CheckedToken,
  material: TrustMaterial,
  provenAt: Date,
  now: Date,
): AssessedToken {
  const certificate = signer ? readCertificate(signer.raw) : null;
  const { status, at, authority, problem } = outcome;
  const report: TimestampReport = { ...noTimestamp, status, at: at?.toISOString() ?? null, authority, problem };
  if (!certificate || !at) {
    return { report, at: null, trustedAt: null, path: null, revocation: null };
  }
  const path = buildPath(certificate, material.pool, material.anchors, material.budget, at);
  const revocation = checkPathRevocation(path, { data: material.revocation, budget: material.budget, at, now });
  const objection = objectionTo(revocation, at);
  const isCredited = status === "valid" && objection === null;
  const isTrusted =
    isCredited && path.chain !== "unknown" && revocation.status !== "unknown" && !isOutOfForce(path, provenAt);
  return {
    report: {
      ...report,
      status: isCredited ? "valid" : "invalid",
      problem: problem ?? objection,
      chain: path.chain,
      revocation: toRevocationReport(revocation, revocation.status === "revoked" ? objection : undefined),
    },
    at: isCredited ? at : null,
    trustedAt: isTrusted ? at : null,
    path,
    revocation,
  };
}

/** RFC 3161 4: a timestamp survives the end of its authority's certificate only if that came later and for a reason that is harmless. */
function objectionTo({ status, revoked }: PathRevocation, at: Date): string | null {
  if (status !== "revoked" || !revoked || (isHarmless(revoked) && at < revoked.at)) {
    return null;
  }
  return `a certificate of the timestamping authority ${revokedInWords(revoked)}`;
}

function isOutOfForce({ certificates }: CertificatePath, provenAt: Date): boolean {
  return checkPath(certificates, provenAt, true).some(({ kind }) => kindsThatMatter.has(kind));
}
