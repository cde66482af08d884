import { signAsService, type ServiceSignature } from "@/lib/pades/service-signature";
import type { CmsMaker, SignedTail } from "@/lib/pades/sign-revision";
import { fieldMdpReference } from "@/lib/pades/signature-dictionary";
import type { ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";
import { certificationInCatalog } from "@/lib/pdf/permissions/doc-mdp";
import type { LockedFields } from "@/lib/pdf/permissions/field-mdp";

export interface SealSpec extends ServiceSignature {
  /** Fields that stay empty because their signer was withdrawn: the seal locks them too. */
  withdrawnFieldNames: readonly string[];
}

/**
 * The last signature: an ordinary approval signature whose /Reason carries the head of the audit chain.
 *
 * In a file that we certified every field is ours. The seal field's /Lock, written at preparation, names the seal field
 * alone, since nobody knew then who would withdraw, and a prepared field must not change in anything but its value. What
 * binds is the FieldMDP of the signature (12.8.2.4); /Lock is the least of it (12.7.5.5), so naming more fields there is
 * sound. A file that could not be certified may hold a form of somebody else's, which its signatures left open: there the
 * seal locks all fields. Strict validators allow that where no field of ours but signature fields was prepared.
 * Throws as `signFields` does.
 */
export function seal(source: ByteSource, spec: SealSpec, makeCms: CmsMaker): Promise<SignedTail> {
  return signAsService(
    source,
    spec,
    {
      references: (document) => {
        const catalog = document.catalog();
        return [fieldMdpReference(lockedBySeal(document, spec), catalog.num, catalog.gen)];
      },
    },
    makeCms,
  );
}

function lockedBySeal(document: PdfDocument, { fieldName, withdrawnFieldNames }: SealSpec): LockedFields {
  return certificationInCatalog(document) === null ? "all" : [fieldName, ...withdrawnFieldNames];
}
