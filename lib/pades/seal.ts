import { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { fillSignatureField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields } from "@/lib/pdf/fields/find-fields";
import { sealFieldName, type PreparedField } from "@/lib/pdf/fields/prepared-field";
import { writeFields } from "@/lib/pdf/fields/write-fields";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { readPages } from "@/lib/pdf/pages";
import { certificationInCatalog, type LockedFields } from "@/lib/pdf/permissions";
import { Revision } from "@/lib/pdf/revision";
import { fromBuffer, hashSource, withTail, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { requireSignatureField } from "./sign-fields";
import {
  buildSignatureDictionary,
  DEFAULT_PLACEHOLDER_BYTES,
  docMdpReference,
  fieldMdpReference,
  signRevision,
  type CmsMaker,
  type SignedTail,
} from "./sign-revision";

export interface SealSpec extends ServiceSignature {
  /** Fields that stay empty because their signer was withdrawn. The seal locks them too. */
  withdrawnFieldNames: readonly string[];
}

/**
 * The final signature: an ordinary approval signature whose /Reason contains the head of the audit trail.
 *
 * In a file certified by us, all form fields are ours. The /Lock of the seal field was written at preparation and
 * names only the seal field, because withdrawals were not known yet and a prepared field must not change except in
 * its value. The FieldMDP of the signature is binding (12.8.2.4). /Lock is only its minimum (12.7.5.5), so FieldMDP
 * may name more fields. A file that could not be certified may contain another producer's form, which its signatures
 * left open. In that case the seal locks all fields, which strict validators accept if no field other than signature
 * fields was prepared. Throws as `signFields` does.
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

export interface ReportSeal extends Pick<ServiceSignature, "signedAt" | "name" | "reason" | "placeholderBytes"> {
  /** The document that the report is about. The seal's field is named after it. */
  fileUuid: string;
}

const mostPages = 10_000;

/**
 * A report with one invisible signature that locks all fields (FieldMDP All). Throws PdfError
 * `placeholder_too_small`.
 */
export async function sealReport(
  report: Buffer,
  { fileUuid, ...signature }: ReportSeal,
  makeCms: CmsMaker,
): Promise<Buffer> {
  const source = fromBuffer(report);
  const fieldName = sealFieldName(fileUuid);
  const prepared = prepareSeal(source, fieldName);
  const spec = { ...signature, fieldName, withdrawnFieldNames: [], expectedSha256: null };
  const { tail } = await seal(withTail(source, prepared), spec, makeCms);
  return Buffer.concat([report, prepared, tail]);
}

function prepareSeal(source: ByteSource, name: string): Buffer {
  const document = PdfDocument.open(source);
  const pages = readPages(document, { maxPages: mostPages });
  const [page] = pages;
  if (!page) throw new PdfError("no_page", "a report without a page");
  const revision = new Revision(document);
  const field: PreparedField = { name, role: "seal", signRequestId: null, field: null, locks: "all" };
  writeFields(revision, [{ field, page }], { pages, form: readFields(document), isSigned: false });
  return revision.build();
}

export type CertifySpec = ServiceSignature;

/**
 * The certification, which is the first signature of a prepared file: DocMDP with P=2 and the catalog's /Perms (ISO
 * 32000-2, 12.8.2.2 and 12.8.6). It removes usage rights granted by another producer, because they no longer cover
 * the whole file. Throws as `signFields` does.
 */
export function certify(source: ByteSource, spec: CertifySpec, makeCms: CmsMaker): Promise<SignedTail> {
  return signAsService(source, spec, { references: () => [docMdpReference()], change: setPermissions }, makeCms);
}

function setPermissions(revision: Revision, signatureNum: number): void {
  revision.change(revision.document.catalog(), { Perms: `<</DocMDP ${pdfRef(signatureNum)}>>` });
}

/** Texts of the signature dictionary for an invisible signature by the service. */
interface ServiceSignature {
  /** The prepared, empty field. */
  fieldName: string;
  signedAt: Date;
  name: string | null;
  reason: string | null;
  expectedSha256: string | null;
  /** Bytes reserved for the CMS. Default: 12,288. */
  placeholderBytes?: number;
}

/** Options that differ between certification and seal. */
interface Particulars {
  references: (document: PdfDocument) => readonly string[];
  /** Changes besides the field itself, once the signature has an object number. */
  change?: (revision: Revision, signatureNum: number) => void;
}

/** One revision with one invisible signature. Throws as `signFields` does. */
async function signAsService(
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
