import type { SigningParty } from "@/lib/pades/augmentation/list-signatures";
import { readCms } from "@/lib/pades/verify/cms/cms-read";
import { findSignerCertificate, openCertificate } from "@/lib/pades/verify/cms/signer-certificate";

/** Who made a token that was checked, and until when their certificate runs. Throws RangeError for one that nobody signed. */
export function readToken(token: Buffer): { party: SigningParty; certificateEndsAt: Date } {
  const cms = readCms(token);
  const signer = findSignerCertificate(cms.certificates, cms.signerId);
  const certificate = signer && openCertificate(signer);
  if (!signer || !certificate) {
    throw new RangeError("a timestamp token without its signer");
  }
  return { party: { signer, certificates: cms.certificates }, certificateEndsAt: new Date(certificate.validTo) };
}
