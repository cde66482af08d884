import type { RevocationReport } from "@/lib/pades/verify/report";
import type { CertificatePath } from "@/lib/pades/verify/trust/build-path";
import {
  checkRevocation,
  type RevocationAnswer,
  type RevocationQuestion,
} from "@/lib/pades/verify/trust/check-revocation";
import { calledBy } from "@/lib/pades/verify/trust/path-problem";
import type { RevokedFacts } from "@/lib/pades/verify/trust/revoked-facts";

export interface PathRevocation extends RevocationAnswer {
  /** Whether the answer speaks of the signer's own certificate, not of an authority's. */
  isOfSigner: boolean;
}

const rank = { not_needed: 0, good: 0, unknown: 1, revoked: 2 } as const;

/** Revocation of a whole path: of the signer, unless it stands worse with an authority above. What an anchor or an end signs itself is not asked about. */
export function checkPathRevocation(
  { certificates, isComplete, chain }: CertificatePath,
  question: RevocationQuestion,
): PathRevocation {
  const asked = isComplete ? certificates.slice(0, -1) : certificates;
  if (asked.length === 0) {
    const vouchesForItself =
      chain === "unknown" && certificates[0]
        ? `the certificate of ${calledBy(certificates[0])} vouches for itself`
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
  const answers = asked.map((certificate, index): PathRevocation => ({
    ...checkRevocation(certificate, certificates[index + 1] ?? null, question),
    isOfSigner: index === 0,
  }));
  return answers.reduce((worst, answer) => (rank[answer.status] > rank[worst.status] ? answer : worst));
}

/** `problem` overrides the answer's own: what a revocation means depends on what is proven of the time. */
export function toRevocationReport(
  { status, source, at, revoked, problem }: RevocationAnswer,
  instead?: string | null,
): RevocationReport {
  return {
    status,
    source,
    at: at?.toISOString() ?? null,
    revokedAt: revoked?.at.toISOString() ?? null,
    problem: instead === undefined ? problem : instead,
  };
}

const reasons: Readonly<Record<number, string>> = {
  1: "the key was compromised",
  2: "the authority was compromised",
  3: "the holder's affiliation changed",
  4: "it was replaced",
  5: "it is not used any more",
  6: "it is on hold",
  9: "a privilege was withdrawn",
};

/** "was revoked on 2026-03-01 (the key was compromised)". */
export function revokedInWords({ at, reason }: RevokedFacts): string {
  const why = reason === null ? undefined : reasons[reason];
  return `was revoked on ${at.toISOString().slice(0, 10)}${why ? ` (${why})` : ""}`;
}
