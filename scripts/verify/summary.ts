import type { CheckedParts } from "@/lib/evidence/check/check-parts";
import { completenessInWords } from "@/lib/evidence/check/completeness-in-words";

/** The last words: whether everything holds, and by whose certificates. */
export function summaryOf({ problems, trust, document, evidence }: CheckedParts): string {
  if (problems.length > 0)
    return `${problems.length === 1 ? "One thing does" : `${problems.length} things do`} not hold.`;
  if (document?.completeness?.code === "incomplete")
    return `Everything that was given holds, and the document is not complete: ${completenessInWords(document.completeness)}.`;
  if (trust.status === "met") return "Everything that was given holds: sealed by the service whose root you named.";
  const where = "compare it with the one that the service publishes at /pki/ca.crt, or give --ca=";
  if (trust.tops.length === 0)
    return `Everything that was given holds by itself; ${document || evidence ? "it has no seal of a service" : "no sealed document was given"}, so that whose it is was not checked.`;
  const tops = trust.tops.map(
    ({ subject, issuer, sha256 }) =>
      `${subject === issuer ? "fingerprint of the root" : `no root in the files; fingerprint of the last certificate, issued by ${issuer},`} SHA-256 ${sha256}`,
  );
  return `Everything that was given holds by itself; whose service sealed it was not checked: ${tops.join(" and ")}, ${where}`;
}
