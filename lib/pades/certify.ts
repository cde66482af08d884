import { signAsService, type ServiceSignature } from "@/lib/pades/service-signature";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import { docMdpReference } from "@/lib/pades/signature-dictionary";
import type { ByteSource } from "@/lib/pdf/byte-source";
import type { Revision } from "@/lib/pdf/revision";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

export type CertifySpec = ServiceSignature;

/**
 * The certification, first signature of a prepared file: DocMDP with P=2 and the catalog's /Perms (ISO 32000-2,
 * 12.8.2.2 and 12.8.6). Usage rights that another producer granted end here: they cover bytes that no longer are all.
 * Throws as `signFields` does.
 */
export function certify(source: ByteSource, spec: CertifySpec, makeCms: CmsMaker): Promise<SignedTail> {
  return signAsService(source, spec, { references: () => [docMdpReference()], change: setPermissions }, makeCms);
}

function setPermissions(revision: Revision, signatureNum: number): void {
  revision.change(revision.document.catalog(), { Perms: `<</DocMDP ${pdfRef(signatureNum)}>>` });
}
