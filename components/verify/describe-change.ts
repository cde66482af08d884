import type { SignatureRecord } from "./verification";

/** What the report says of a change, ready for the words of `verify.change`. */
export interface DescribedChange {
  key: ChangeKey;
  field: string;
  page: number;
  /** Items that the sentence counts. */
  count?: number;
  /** What the report says itself; shown where we have no better words. */
  said: string;
  /** The kind of change would be allowed, but this signature forbids it. */
  isForbidden: boolean;
}

const patterns = [
  ["signed", /^the field "(?<field>.+)" was signed$/],
  ["timestamp", /^the field "(?<field>.+)" was filled with a timestamp$/],
  ["timestamp", /^the document timestamp "(?<field>.+)" was added$/],
  ["filled", /^the form field "(?<field>.+)" was filled in$/],
  ["signature_field", /^the signature field "(?<field>.+)" was added$/],
  ["metadata", /^the document's metadata were updated$/],
  ["validation_data_lost", /^validation data .* were taken out$/],
  ["validation_data", /^validation data /],
  ["nothing_shown", /^a later revision changed nothing that is displayed$/],
  ["page_replaced", /^page (?<page>\d+) was replaced$/],
  ["page_changed", /^page (?<page>\d+) was changed\b/],
  ["looks_different", /^page (?<page>\d+) looks different from what was signed$/],
  ["annotation_added", /^an annotation was added to page (?<page>\d+)$/],
  ["annotation_removed", /^annotations were removed from page (?<page>\d+) or reordered$/],
  ["overlap", /^the new signature field "(?<field>.+)" lies over another annotation on page (?<page>\d+)$/],
  ["field_added", /^the form field "(?<field>.+)" was added$/],
  ["field_removed", /^the form field "(?<field>.+)" was removed or renamed$/],
  ["field_hidden", /^the form field "(?<field>.+)" was hidden or shown$/],
  [
    "field_drawing",
    /^the signature field "(?<field>.+)" was added (?:with a (?:drawing|rectangle|border)\b|at a place that\b|as something else\b)/,
  ],
  ["locked_field", /^the locked field "(?<field>.+)" was changed$/],
  ["signature_changed", /^the signature field "(?<field>.+)" was changed$/],
  ["field_changed", /^the form field "(?<field>.+)" was changed\b/],
  ["pages", /^object \d+ \(Pages\) was changed$/],
  ["font", /^object \d+ \((?:Font|FontDescriptor|Type0|Type1|TrueType|CIDFontType[02])\) was changed$/],
  ["image", /^object \d+ \(Image\) was changed$/],
  ["shown", /^object \d+(?: \([^)]*\))? was changed$/],
  [
    "tricked",
    /^(?:bytes were appended|a revision was appended|a later revision (?:is not closed|holds an object that)|the later revisions do not build|object \d+ got another generation$|object \d+ was written in a way|so much blank space|the trailer\b)/,
  ],
  ["tricked", /^a later revision's (?:table and stream|cross-reference data)\b/],
  ["taken_out", /^a later revision took this signature out or wrote it anew$/],
  ["stranded", /^behind it stands a signature that no field leads to any more$/],
  ["planted", /^an object that .* already named was filled in later$/],
  ["structure", /^the document's structure was /],
  [
    "form",
    /^(?:the form was removed|the form's (?:settings|fonts|resources) were changed|a form field was (?:removed|changed))/,
  ],
  ["catalog", /^the document catalog was (?:changed|replaced)\b/],
  ["range_unclear", /^the (?:ByteRange|gap in the ByteRange) /],
  [
    "malformed",
    /^(?:the signature's Contents |something other than zeros follows |the signature is badly encoded|the signature dictionary holds |the signed attributes )/,
  ],
  ["wrong_key", /^the signature value does not match /],
  ["misplaced", /^the file's cross-reference data name wrong places/],
  ["stray", /^a later revision holds bytes that belong to no object in use$/],
  ["printed_not_shown", /^(?<count>\d+) items? on page (?<page>\d+) (?:is|are) printed but not shown$/],
  ["shown_not_printed", /^(?<count>\d+) items? on page (?<page>\d+) (?:is|are) shown but not printed$/],
  [
    "hidden_layer",
    /^(?<count>\d+) items? on page (?<page>\d+) (?:is|are) in (?:a layer that is|layers that are) hidden$/,
  ],
  ["hidden_annotation", /^(?<count>\d+) annotations? on page (?<page>\d+) (?:is|are) hidden$/],
  ["covered_text", /^(?<count>\d+) lines? of text on page (?<page>\d+) (?:is|are) covered$/],
  ["covered_page", /^(?<count>\d+) annotations? covers? nearly all of page (?<page>\d+)$/],
  ["invisible_text", /^(?<count>\d+) lines? of text on page (?<page>\d+) cannot be seen$/],
  ["off_page", /^(?<count>\d+) items? (?:lies|lie) outside what is shown of page (?<page>\d+)$/],
  [
    "drawn_differently",
    /^(?<count>\d+) features? on page (?<page>\d+) (?:is|are) displayed differently by other programs$/,
  ],
  ["more_pages", /^(?<count>\d+) further pages?, (?:from )?page (?<page>\d+)(?: on)?, (?:has|have) the same$/],
  // Words of the format that nobody need know; the sentence itself stands among the technical facts.
  ["inner", /\b(?:ByteRange|Contents|startxref|xref|cross-references?|object \d+|CMS|BER|DER)\b/],
] as const;

export type ChangeKey = (typeof patterns)[number][0] | "other";

const forbidden = ", which the signature forbids";

export function describeChange(said: string): DescribedChange {
  const isForbidden = said.endsWith(forbidden);
  const plain = isForbidden ? said.slice(0, -forbidden.length) : said;
  for (const [key, pattern] of patterns) {
    const match = pattern.exec(plain);
    if (match)
      return {
        key,
        field: match.groups?.field ?? "",
        page: Number(match.groups?.page ?? 0),
        said: plain,
        isForbidden,
        ...(match.groups?.count ? { count: Number(match.groups.count) } : {}),
      };
  }
  return { key: "other", field: "", page: 0, said: plain, isForbidden };
}

/** A signature field that was added and is filled was added by who signed in it; only one for later is empty. */
export function asFilled(key: ChangeKey, signature: Pick<SignatureRecord, "kind"> | undefined): ChangeKey {
  if (key !== "signature_field" || !signature) return key;
  return signature.kind === "doc_timestamp" ? "timestamp" : "signed";
}
