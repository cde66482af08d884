import type { Hash } from "node:crypto";
import {
  buildTimestampDictionary,
  DEFAULT_PLACEHOLDER_BYTES,
  signRevision,
  type SignedTail,
} from "@/lib/pades/sign-revision";
import { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { appendAnnotations, appendFields } from "@/lib/pdf/fields/form-write";
import { timestampFieldName } from "@/lib/pdf/fields/prepared-field";
import { WidgetEntries } from "@/lib/pdf/fields/write-fields";
import { readPages } from "@/lib/pdf/pages";
import { Revision } from "@/lib/pdf/revision";
import { declareExtension } from "@/lib/pdf/standards";
import { hashSource, withTail, type ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { pdfRef, pdfText } from "@/lib/pdf/syntax/serialize";
import { addValidationData, type SignatureData } from "./validation-data";

export interface AugmentSpec extends DocumentTimestampSpec {
  signatures: readonly SignatureData[];
  /** Hexadecimal SHA-256 of the expected file, or null for no check. */
  expectedSha256: string | null;
}

/** Two tails, to be appended in this order. */
export interface AugmentedTails {
  validation: Buffer;
  timestamp: Buffer;
  /** SHA-256 of the file with both revisions, in hex. */
  sha256: string;
}

/**
 * Raises every signature of a file to B-LTA (ETSI EN 319 142-1, 6.2): one revision with validation data, and one with
 * a document timestamp over it. The file is read and hashed once for both. Throws PdfError `changed_underneath`,
 * `placeholder_too_small`, the errors of the reader, and those of `makeToken`.
 */
export async function augment(source: ByteSource, spec: AugmentSpec, makeToken: TokenMaker): Promise<AugmentedTails> {
  const validation = addValidationData(source, spec.signatures);
  const hashAll = () => hashSource(source, spec.expectedSha256).update(validation);
  const { tail, sha256 } = await timestampDocument(withTail(source, validation), spec, hashAll, makeToken);
  return { validation, timestamp: tail, sha256 };
}

interface DocumentTimestampSpec {
  fileUuid: string;
  /** A document with more pages is `too_large`. */
  maxPages: number;
  /** Bytes reserved for the token. Default: 12,288. */
  placeholderBytes?: number;
}

/** Requests a timestamp for a SHA-256 hash and returns the token in DER (RFC 3161). */
export type TokenMaker = (digest: Buffer) => Promise<Buffer> | Buffer;

/**
 * One revision with a document timestamp over everything before it (ISO 32000-2, 12.8.5; ETSI EN 319 142-1, 5.4.3),
 * in a separate invisible field, because validators report the use of a prepared field as a change to the form.
 * `hashAll` returns the SHA-256 of `source`, which stays open. Throws PdfError `placeholder_too_small`, the errors of
 * the reader, and those of `hashAll` and `makeToken`.
 */
export function timestampDocument(
  source: ByteSource,
  spec: DocumentTimestampSpec,
  hashAll: () => Hash,
  makeToken: TokenMaker,
): Promise<SignedTail> {
  const document = PdfDocument.open(source);
  const revision = new Revision(document);
  const pages = readPages(document, { maxPages: spec.maxPages });
  const form = readFields(document);
  const [page] = pages;
  if (page === undefined) {
    throw new PdfError("no_page", "no page for a timestamp");
  }
  const fieldName = freeName(spec.fileUuid, new Set(form.fields.map(({ name }) => name)));
  const signature = buildTimestampDictionary(spec.placeholderBytes ?? DEFAULT_PLACEHOLDER_BYTES);
  const signatureNum = revision.add(signature.body);
  const widgets = new WidgetEntries(revision, pages, true);
  const widget = revision.reserve();
  const extra = widgets.of({ num: widget, page, field: null });
  revision.replace(
    widget,
    0,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T${pdfText(fieldName)}/F 132/Rect[0 0 0 0]/P ${pdfRef(page.object.num, page.object.gen)}/V ${pdfRef(signatureNum)}${extra}>>`,
  );
  appendAnnotations(revision, pages, new Map([[page, [widget]]]));
  appendFields(revision, form, [widget], { isSigned: true, font: null });
  widgets.finish();
  declareExtension(revision);
  return signRevision({ revision, fieldName, signature, signatureNum, hashAll }, makeToken);
}

function freeName(fileUuid: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = timestampFieldName(fileUuid, number);
    if (!taken.has(name)) {
      return name;
    }
  }
}
