import { toReported } from "@/lib/pades/verify/report/finding-text";
import { finding, type Finding, type RevocationReason } from "@/lib/pades/verify/report/findings";
import type { RevocationReport } from "@/lib/pades/verify/report/report";
import type { CertificatePath } from "./build-path";
import { checkRevocation, type RevocationAnswer, type RevocationQuestion } from "./check-revocation";
import { nameOf } from "./issued-by";
import type { RevokedFacts } from "./revoked-facts";

export interface PathRevocation extends RevocationAnswer {
  /** Whether the status concerns the signer's own certificate, not an authority's. */
  isOfSigner: boolean;
}

const rank = { not_needed: 0, good: 0, unknown: 1, revoked: 2 } as const;

/**
 * Revocation status of a whole path: the signer's, or an authority's if that is worse. Anchors and self-signed ends are
 * not checked.
 */
export function checkPathRevocation(
  { certificates, isComplete, chain }: CertificatePath,
  question: RevocationQuestion,
): PathRevocation {
  const checked = isComplete ? certificates.slice(0, -1) : certificates;
  if (checked.length === 0) {
    const vouchesForItself =
      chain === "unknown" && certificates[0]
        ? finding("certificate_self_signed", { name: nameOf(certificates[0]) })
        : null;
    return {
      status: vouchesForItself ? "unknown" : "not_needed",
      source: null,
      at: null,
      revoked: null,
      problem: vouchesForItself,
      isOfSigner: true,
    };
  }
  const answers = checked.map((certificate, index): PathRevocation => ({
    ...checkRevocation(certificate, certificates[index + 1] ?? null, question),
    isOfSigner: index === 0,
  }));
  return answers.reduce((worst, answer) => (rank[answer.status] > rank[worst.status] ? answer : worst));
}

/** `problem` replaces the status's own problem, because the effect of a revocation depends on the proven time. */
export function toRevocationReport(
  { status, source, at, revoked, problem }: RevocationAnswer,
  instead?: Finding | null,
): RevocationReport {
  const decisive = instead === undefined ? problem : instead;
  const reported = decisive && toReported(decisive);
  return {
    status,
    source,
    at: at?.toISOString() ?? null,
    revokedAt: revoked?.at.toISOString() ?? null,
    problem: reported?.text ?? null,
    finding: reported,
  };
}

/** CRLReason (RFC 5280, 5.3.1). */
const reasons: Readonly<Record<number, RevocationReason>> = {
  1: "key_compromise",
  2: "authority_compromise",
  3: "affiliation_changed",
  4: "superseded",
  5: "cessation_of_operation",
  6: "on_hold",
  9: "privilege_withdrawn",
};

/** Parameters of the revocation findings. */
export function revokedParams({ at, reason }: RevokedFacts): { day: string; reason: RevocationReason | null } {
  return { day: at.toISOString().slice(0, 10), reason: reason === null ? null : (reasons[reason] ?? null) };
}
