import type { CheckedSignature } from "@/lib/pades/verify/check-signature";
import type { SignatureRecord } from "@/lib/pades/verify/report";
import { buildPath, type CertificatePath } from "@/lib/pades/verify/trust/build-path";
import { readCertificate, type Certificate } from "@/lib/pades/verify/trust/certificate";
import type { TrustMaterial } from "@/lib/pades/verify/trust/gather-material";

/** One signature on its way to what trust says of it. */
export interface TrustCase {
  record: SignatureRecord;
  checked: CheckedSignature;
  /** The signer's path, built before the times were known. */
  path: CertificatePath | null;
  /** End of the signed range. */
  end: number;
  /** What the signer says of the time, in `/M` or an attribute. */
  claimedAt: Date | null;
}

/** The path of a signer, chosen at the time of a timestamp of its own, else at the claimed time, else now. */
export function signerPathOf(
  { signer, tokens }: CheckedSignature,
  claimedAt: Date | null,
  material: TrustMaterial,
  now: Date,
): CertificatePath | null {
  const certificate: Certificate | null = signer ? readCertificate(signer.raw) : null;
  const stamped = tokens.find(({ outcome }) => outcome.status === "valid")?.outcome.at ?? null;
  return (
    certificate && buildPath(certificate, material.pool, material.anchors, material.budget, stamped ?? claimedAt ?? now)
  );
}
