import { BerError } from "@/lib/pades/verify/cms/ber";
import { isSelfIssued, type Certificate } from "@/lib/pades/verify/trust/certificate";
import { Oid, unknownCriticalExtensions } from "@/lib/pades/verify/trust/certificate-extensions";
import { checkNameConstraints } from "@/lib/pades/verify/trust/name-constraints";
import { calledBy, type PathProblem } from "@/lib/pades/verify/trust/path-problem";
import { weaknessesOf } from "@/lib/pades/verify/trust/weaknesses";

/** Whether a rule is broken that no time can mend. */
export function isBroken({ kind }: PathProblem): boolean {
  return kind === "constraint";
}

/**
 * What speaks against a path at a time (RFC 5280 6.1.3 and 6.1.4), signer first. Signatures, authority and path length were checked when
 * it was built. Of an anchor only its key counts (6.1.1 d), unless it signs itself what is asked about.
 */
export function checkPath(certificates: readonly Certificate[], at: Date, isAnchored: boolean): PathProblem[] {
  const belowAnchor = isAnchored && certificates.length > 1 ? certificates.slice(0, -1) : certificates;
  return [
    ...belowAnchor.flatMap((certificate) => [...checkTimes(certificate, at), ...checkCriticalExtensions(certificate)]),
    ...unlessBroken(() => checkNameConstraints(certificates)),
    ...belowAnchor.flatMap((certificate) => weaknessesOf(certificate, !isSelfIssued(certificate))),
    ...certificates
      .filter(hasPolicyConstraints)
      .map((certificate) => note(`the policy constraints of ${calledBy(certificate)} are not checked`)),
  ];
}

function checkTimes(certificate: Certificate, at: Date): PathProblem[] {
  if (at < certificate.notBefore) {
    return [
      {
        kind: "not_yet_valid",
        text: `the certificate of ${calledBy(certificate)} is valid only from ${dayOf(certificate.notBefore)}`,
      },
    ];
  }
  return at > certificate.notAfter
    ? [
        {
          kind: "expired",
          text: `the certificate of ${calledBy(certificate)} was valid only until ${dayOf(certificate.notAfter)}`,
        },
      ]
    : [];
}

function checkCriticalExtensions(certificate: Certificate): PathProblem[] {
  return unknownCriticalExtensions(certificate).map((oid) => ({
    kind: "constraint",
    text: `the certificate of ${calledBy(certificate)} holds a critical extension that is not known (${oid})`,
  }));
}

function unlessBroken(check: () => PathProblem[]): PathProblem[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof BerError) {
      return [{ kind: "constraint", text: "a name constraint cannot be read" }];
    }
    throw error;
  }
}

function hasPolicyConstraints({ extensions }: Certificate): boolean {
  return [Oid.policyConstraints, Oid.inhibitAnyPolicy].some((oid) => extensions.get(oid)?.critical === true);
}

function note(text: string): PathProblem {
  return { kind: "note", text };
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
