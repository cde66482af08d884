import type { FieldContent } from "@/lib/pdf/appearance/appearance";
import { PdfDocument } from "@/lib/pdf/document";
import { fillField, fillSignatureField } from "@/lib/pdf/fields/fill";
import { findUnfilledFields, type FieldObject } from "@/lib/pdf/fields/find-fields";
import type { ImageXObject } from "@/lib/pdf/images/image-xobject";
import { SharedImages } from "@/lib/pdf/images/shared-images";
import { Revision } from "@/lib/pdf/revision";
import { hashSource, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
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
  /** The field's appearance, or null for an invisible signature. */
  content: FieldContent | null;
  /** All of the signer's further fields. */
  fills: readonly FieldFill[];
  /** Keyed by the names that contents use. */
  images: Readonly<Record<string, ImageXObject>>;
  /** From the database's clock. */
  signedAt: Date;
  name: string | null;
  reason: string | null;
  /** The signer's location, as they stated it. */
  location?: string | null | undefined;
  expectedSha256: string | null;
  /** Bytes reserved for the CMS. Default: 12,288. */
  placeholderBytes?: number;
}

/**
 * One revision that fills in a signer's own fields and signs them (docs/spec/signing.md#signatures), locking exactly
 * these. Throws PdfError `no_such_field` when a field is missing, filled or not a signature field, `glyph_missing`,
 * `changed_underneath`, `placeholder_too_small`, and the errors of the reader, such as `damaged`.
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

/** The signature field with this name. Throws PdfError `no_such_field`. */
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
