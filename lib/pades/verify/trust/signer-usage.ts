import { BerError } from "@/lib/pades/verify/cms/ber";
import type { Certificate } from "@/lib/pades/verify/trust/certificate";
import { KeyUsage, mayBeUsedFor, Oid, purposesOf } from "@/lib/pades/verify/trust/certificate-extensions";
import { calledBy, type PathProblem } from "@/lib/pades/verify/trust/path-problem";

/** Purposes that have nothing to do with signing documents; a certificate that names only these was meant for something else. */
const ofMachines: ReadonlySet<string> = new Set([Oid.serverAuthentication, Oid.timeStamping, Oid.ocspSigning]);

/** Whether a certificate was meant for signing documents: digitalSignature or nonRepudiation (RFC 9336 3, ETSI EN 319 412-2 4.3.2). */
export function checkSignerUsage(signer: Certificate): PathProblem[] {
  return readable(signer, () => {
    const purposes = purposesOf(signer);
    if (!mayBeUsedFor(signer, KeyUsage.digitalSignature, KeyUsage.nonRepudiation)) {
      return `the key of ${calledBy(signer)} is not meant for signatures`;
    }
    return purposes?.every((purpose) => ofMachines.has(purpose))
      ? `the certificate of ${calledBy(signer)} is not meant for signing documents`
      : null;
  });
}

/** What RFC 3161 2.3 asks of the certificate of an authority for timestamps: critical, and for that alone. */
export function checkTimestampUsage(signer: Certificate): PathProblem[] {
  return readable(signer, () => {
    const purposes = purposesOf(signer) ?? [];
    if (!purposes.includes(Oid.timeStamping)) {
      return "the certificate is not meant for timestamping";
    }
    if (purposes.length > 1 || signer.extensions.get(Oid.extendedKeyUsage)?.critical !== true) {
      return "the certificate is not meant for timestamping alone";
    }
    return mayBeUsedFor(signer, KeyUsage.digitalSignature, KeyUsage.nonRepudiation)
      ? null
      : "the key is not meant for signatures";
  });
}

function readable(signer: Certificate, check: () => string | null): PathProblem[] {
  try {
    const text = check();
    return text === null ? [] : [{ kind: "usage", text }];
  } catch (error) {
    if (error instanceof BerError) {
      return [{ kind: "usage", text: `${calledBy(signer)} has an extension that cannot be read` }];
    }
    throw error;
  }
}
