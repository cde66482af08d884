import { BerError } from "@/lib/pades/verify/cms/ber";
import { isSelfIssued, type Certificate } from "@/lib/pades/verify/trust/certificate";
import { basicConstraintsOf, KeyUsage, mayBeUsedFor } from "@/lib/pades/verify/trust/certificate-extensions";
import { calledBy } from "@/lib/pades/verify/trust/path-problem";

/** Issuer → what its key did or did not sign: the signatures of one file ask the same again and again. */
const asked = new WeakMap<Certificate, WeakMap<Certificate, boolean>>();

/** Signatures checked while the paths of one file are looked for; a budget, because a file may bring hundreds that fit by name. */
export class LinkBudget {
  private left = 400;

  /** Whether the issuer's key signed the certificate; false as well when the budget is used up. */
  isSignedBy(certificate: Certificate, issuer: Certificate): boolean {
    const answers = asked.get(issuer) ?? new WeakMap<Certificate, boolean>();
    asked.set(issuer, answers);
    const known = answers.get(certificate);
    if (known !== undefined) {
      return known;
    }
    this.left -= 1;
    if (this.left < 0) {
      return false;
    }
    const answer = verifies(certificate, issuer);
    answers.set(certificate, answer);
    return answer;
  }
}

function verifies(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.x509.verify(issuer.x509.publicKey);
  } catch {
    return false;
  }
}

/**
 * Why a certificate must not have issued another, `below` authorities further down; null when it may (RFC 5280 6.1.4 k to n).
 * Self-issued certificates do not count against the path length.
 */
export function refusedAsIssuer(issuer: Certificate, below: readonly Certificate[]): string | null {
  try {
    const { isAuthority, pathLength } = basicConstraintsOf(issuer);
    if (!isAuthority) {
      return `${calledBy(issuer)} issued a certificate and is no authority`;
    }
    if (!mayBeUsedFor(issuer, KeyUsage.keyCertSign)) {
      return `the key of ${calledBy(issuer)} may not sign certificates`;
    }
    const authorities = below.filter((certificate) => !isSelfIssued(certificate)).length;
    return pathLength !== null && authorities > pathLength
      ? `more authorities stand below ${calledBy(issuer)} than it may have`
      : null;
  } catch (error) {
    if (error instanceof BerError) {
      return `${calledBy(issuer)} has an extension that cannot be read`;
    }
    throw error;
  }
}
