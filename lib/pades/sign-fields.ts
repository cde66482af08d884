import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import { hashSource, type ByteSource } from "@/lib/pdf/byte-source";
import { PdfDocument } from "@/lib/pdf/document";
import { PdfError } from "@/lib/pdf/errors";
import { fillField, fillSignatureField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields, type FieldObject } from "@/lib/pdf/fields/find-fields";
import type { ImageXObject } from "@/lib/pdf/images/image-xobject";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { Revision } from "@/lib/pdf/revision";
import {
  buildSignatureDictionary,
  DEFAULT_PLACEHOLDER_BYTES,
  fieldMdpReference,
  signRevision,
  type CmsMaker,
  type SignedTail,
} from "./sign-revision";

export interface FieldFill {
  fieldName: string;
  content: FieldContent;
}

/** One signature: the values of the signer's fields and the entries of the signature dictionary. */
export interface SignPlan {
  /** Their signature field. */
  fieldName: string;
  /** The field's appearance; null for an invisible signature. */
  content: FieldContent | null;
  /** Their further fields, every one of them. */
  fills: readonly FieldFill[];
  /** By the key that contents name. */
  images: Readonly<Record<string, ImageXObject>>;
  /** From the database's clock. */
  signedAt: Date;
  name: string | null;
  reason: string | null;
  /** The place that the signer states. */
  location?: string | null | undefined;
  /** Hexadecimal SHA-256 of the file as it should stand, or null not to check. */
  expectedSha256: string | null;
  /** Bytes kept for the CMS; 12,288 when left out. */
  placeholderBytes?: number;
}

/**
 * One revision that fills a signer's own fields and signs them (docs/spec/signing.md#signatures), locking exactly these.
 * Throws PdfError `no_such_field` when a field is missing, filled or no signature field; `glyph_missing`;
 * `changed_underneath`; `placeholder_too_small`; `damaged` and the like as the reader finds.
 */
export async function signFields(source: ByteSource, plan: SignPlan, makeCms: CmsMaker): Promise<SignedTail> {
  const document = PdfDocument.open(source);
  const revision = new Revision(document);
  const names = [plan.fieldName, ...plan.fills.map((fill) => fill.fieldName)];
  const fields = findUnfilledFields(document, names);
  const images = new SharedImages(revision, plan.images);
  for (const { fieldName, content } of plan.fills) {
    fillField(revision, requireField(fields, fieldName), content, images);
  }
  const catalog = document.catalog();
  const signature = buildSignatureDictionary({
    signedAt: plan.signedAt,
    name: plan.name,
    reason: plan.reason,
    location: plan.location,
    references: [fieldMdpReference(names, catalog.num, catalog.gen)],
    placeholderBytes: plan.placeholderBytes ?? DEFAULT_PLACEHOLDER_BYTES,
  });
  const signatureNum = revision.add(signature.body);
  const field = requireSignatureField(document, fields, plan.fieldName);
  fillSignatureField(revision, field, signatureNum, plan.content, images);
  const { fieldName, expectedSha256 } = plan;
  return signRevision(
    { revision, fieldName, signature, signatureNum, hashAll: () => hashSource(source, expectedSha256) },
    makeCms,
  );
}

function requireField(fields: ReadonlyMap<string, FieldObject>, name: string): FieldObject {
  const field = fields.get(name);
  if (field === undefined) {
    throw new PdfError("no_such_field", name);
  }
  return field;
}

/** The field of this name, when it is one for signatures. Throws PdfError `no_such_field`. */
export function requireSignatureField(
  document: PdfDocument,
  fields: ReadonlyMap<string, FieldObject>,
  name: string,
): FieldObject {
  const field = requireField(fields, name);
  if (document.name(field.value.entries.get("FT")) !== "Sig") {
    throw new PdfError("no_such_field", `${name} is not a signature field`);
  }
  return field;
}
