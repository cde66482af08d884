import { requireSignatureField } from "@/lib/pades/sign-fields";
import { signRevision, type CmsMaker, type SignedTail } from "@/lib/pades/sign-revision";
import { buildSignatureDictionary, DEFAULT_PLACEHOLDER_BYTES } from "@/lib/pades/signature-dictionary";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { fillSignatureField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields } from "@/lib/pdf/fields/find-fields";
import { hashSource } from "@/lib/pdf/hash-source";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { Revision } from "@/lib/pdf/revision";

/** What the service says in an invisible signature of its own. */
export interface ServiceSignature {
  /** Prepared and empty. */
  fieldName: string;
  signedAt: Date;
  name: string | null;
  reason: string | null;
  expectedSha256: string | null;
  /** Bytes kept for the CMS; 12,288 when left out. */
  placeholderBytes?: number;
}

/** What differs between certification and seal. */
interface Particulars {
  references: (document: PdfDocument) => readonly string[];
  /** Changes beside the field itself, once the signature has its number. */
  change?: (revision: Revision, signatureNum: number) => void;
}

/** One revision with one invisible signature. Throws as `signFields` does. */
export async function signAsService(
  source: ByteSource,
  spec: ServiceSignature,
  { references, change }: Particulars,
  makeCms: CmsMaker,
): Promise<SignedTail> {
  const { fieldName, signedAt, name, reason, expectedSha256, placeholderBytes } = spec;
  const document = PdfDocument.open(source);
  const revision = new Revision(document);
  const field = requireSignatureField(document, findUnfilledFields(document, [fieldName]), fieldName);
  const signature = buildSignatureDictionary({
    signedAt,
    name,
    reason,
    references: references(document),
    placeholderBytes: placeholderBytes ?? DEFAULT_PLACEHOLDER_BYTES,
  });
  const signatureNum = revision.add(signature.body);
  fillSignatureField(revision, field, signatureNum, null, new SharedImages(revision, {}));
  change?.(revision, signatureNum);
  return signRevision(
    { revision, fieldName, signature, signatureNum, hashAll: () => hashSource(source, expectedSha256) },
    makeCms,
  );
}
