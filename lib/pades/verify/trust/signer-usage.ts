import { BerError } from "@/lib/pades/verify/cms/ber";
import { finding, type Finding } from "@/lib/pades/verify/findings";
import type { Certificate } from "./certificate";
import { KeyUsage, mayBeUsedFor, Oid, purposesOf } from "./certificate-extensions";
import { nameOf, type PathProblem } from "./issued-by";

/** Purposes unrelated to document signing. A certificate with only these was issued for something else. */
const ofMachines: ReadonlySet<string> = new Set([Oid.serverAuthentication, Oid.timeStamping, Oid.ocspSigning]);

/**
 * Whether a certificate is meant for signing documents: digitalSignature or nonRepudiation (RFC 9336 3, ETSI EN 319
 * 412-2 4.3.2).
 */
export function checkSignerUsage(signer: Certificate): PathProblem[] {
  return readable(signer, () => {
    const purposes = purposesOf(signer);
    if (!mayBeUsedFor(signer, KeyUsage.digitalSignature, KeyUsage.nonRepudiation)) {
      return finding("key_not_for_signatures", { name: nameOf(signer) });
    }
    return purposes?.every((purpose) => ofMachines.has(purpose))
      ? finding("certificate_not_for_documents", { name: nameOf(signer) })
      : null;
  });
}

/**
 * RFC 3161 2.3, for the certificate of a timestamp authority: the extended key usage must be critical and contain
 * only timeStamping.
 */
export function checkTimestampUsage(signer: Certificate): PathProblem[] {
  return readable(signer, () => {
    const purposes = purposesOf(signer) ?? [];
    if (!purposes.includes(Oid.timeStamping)) {
      return finding("timestamp_usage_missing");
    }
    if (purposes.length > 1 || signer.extensions.get(Oid.extendedKeyUsage)?.critical !== true) {
      return finding("timestamp_usage_not_alone");
    }
    return mayBeUsedFor(signer, KeyUsage.digitalSignature, KeyUsage.nonRepudiation)
      ? null
      : finding("timestamp_key_usage");
  });
}

function readable(signer: Certificate, check: () => Finding | null): PathProblem[] {
  try {
    const found = check();
    return found === null ? [] : [{ kind: "usage", finding: found }];
  } catch (error) {
    if (error instanceof BerError) {
      return [{ kind: "usage", finding: finding("extension_unreadable", { name: nameOf(signer) }) }];
    }
    throw error;
  }
}
