import { hasSigned } from "@/lib/pades/verify/cms/algorithms";
import { isSelfIssued, type Certificate } from "@/lib/pades/verify/cms/certificate";
import { finding, type Finding } from "@/lib/pades/verify/report/findings";
import { BerError } from "@/lib/x509/ber";
import { displayNameOf } from "@/lib/x509/distinguished-name";
import { basicConstraintsOf, KeyUsage, mayBeUsedFor } from "./certificate-extensions";

/**
 * Issuer → certificates that its key did or did not sign. Cached, because the signatures of one file repeat the same
 * checks.
 */
const outcomes = new WeakMap<Certificate, WeakMap<Certificate, boolean>>();

/**
 * A budget of signature checks for building the paths of one file, because a file may contain hundreds of
 * certificates that fit by name.
 */
export class LinkBudget {
  private left = 400;

  /** Whether the issuer's key signed the certificate. Also false when the budget is exhausted. */
  isSignedBy(certificate: Certificate, issuer: Certificate): boolean {
    const answers = outcomes.get(issuer) ?? new WeakMap<Certificate, boolean>();
    outcomes.set(issuer, answers);
    const known = answers.get(certificate);
    if (known !== undefined) {
      return known;
    }
    this.left -= 1;
    if (this.left < 0) {
      return false;
    }
    const answer = hasSigned(issuer.x509, certificate.x509);
    answers.set(certificate, answer);
    return answer;
  }
}

/**
 * Why a certificate must not have issued another with `below` authorities further down, or null if it may (RFC 5280
 * 6.1.4 k to n). Self-issued certificates do not count towards the path length.
 */
export function refusedAsIssuer(issuer: Certificate, below: readonly Certificate[]): Finding | null {
  try {
    const { isAuthority, pathLength } = basicConstraintsOf(issuer);
    if (!isAuthority) {
      return finding("issuer_not_authority", { name: nameOf(issuer) });
    }
    if (!mayBeUsedFor(issuer, KeyUsage.keyCertSign)) {
      return finding("issuer_key_usage", { name: nameOf(issuer) });
    }
    const authorities = below.filter((certificate) => !isSelfIssued(certificate)).length;
    return pathLength !== null && authorities > pathLength
      ? finding("issuer_path_too_long", { name: nameOf(issuer) })
      : null;
  } catch (error) {
    if (error instanceof BerError) {
      return finding("extension_unreadable", { name: nameOf(issuer) });
    }
    throw error;
  }
}

/**
 * Problems of a path. `constraint` and `usage` violate a rule of RFC 5280, `expired` and `not_yet_valid` depend on
 * the time, `weak` means outdated cryptography, and `note` means something that was not checked.
 */
export type PathProblemKind = "constraint" | "usage" | "expired" | "not_yet_valid" | "weak" | "note";

export interface PathProblem {
  kind: PathProblemKind;
  finding: Finding;
}

/** The name of a certificate in findings. */
export function nameOf(certificate: Certificate): string {
  return displayNameOf(certificate.x509);
}
