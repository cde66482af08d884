import type { ShadowCode } from "@/lib/pdf/shadow/shadow-findings";

/** No parameters. */
type None = Record<never, never>;
interface InField {
  /** Fully qualified name of a form field. */
  field: string;
}
interface OnPage {
  /** Counted from 1. */
  page: number;
}
interface WithKeys {
  /** Keys of dictionaries. `*` means the whole object. */
  keys: string[];
}
interface OfObject {
  object: number;
  /** `/Subtype` or `/Type` of the object as it was signed, or `stream`. Null if it has none. */
  type: string | null;
}
interface OfHolder {
  /** The common name in a certificate's subject, or else the whole subject. */
  name: string;
}
interface Revoked {
  /** The day of the revocation, such as 2026-03-01. */
  day: string;
  reason: RevocationReason | null;
}
interface WithDetail {
  /** The parser's message, which is technical and in English. */
  detail: string;
}

/** The content under a later signature. `unclear` if the page has more content than is read. */
export type CoveredContent = "text" | "picture" | "drawing" | "beside" | "unclear";

/** The content under a filled field. `beside`: its text joins adjacent text. */
export type FilledContent = Exclude<CoveredContent, "drawing">;

/** Reasons of RFC 5280, 5.3.1, that add something to the fact of the revocation. */
export type RevocationReason =
  | "key_compromise"
  | "authority_compromise"
  | "affiliation_changed"
  | "superseded"
  | "cessation_of_operation"
  | "on_hold"
  | "privilege_withdrawn";

/** Everything that verification can find, with the parameters of each code. `findingText` has the English sentences. */
export interface FindingParams extends Record<ShadowCode, OnPage & { count: number }> {
  // Verdicts without problems.
  nothing_changed: None;
  only_permitted_changes: None;

  // Changes that an ordinary signature permits.
  field_signed: InField;
  field_timestamped: InField;
  timestamp_added: InField;
  field_filled: InField;
  box_ticked: InField & OnPage;
  box_cleared: InField & OnPage;
  signature_field_added: InField;
  metadata_updated: None;
  validation_data_added: None;
  nothing_displayed_changed: None;

  // Changes to pages.
  page_replaced: OnPage;
  page_changed: OnPage & WithKeys;
  page_annotations_lost: OnPage;
  page_looks_different: OnPage;
  annotation_added: OnPage;
  annotations_removed: OnPage;
  field_overlaps: InField & OnPage;

  // Changes to fields.
  form_field_added: InField;
  form_field_removed: InField;
  form_field_visibility_changed: InField;
  form_field_changed: InField & WithKeys;
  form_field_not_fillable: InField;
  form_field_appearance_changed: InField;
  form_field_appearance_unclear: InField;
  form_field_appearance_without_box: InField;
  form_field_appearance_shared: InField;
  signature_field_changed: InField;
  locked_field_changed: InField;
  field_list_entry_removed: None;
  field_list_entry_changed: None;

  // Added signature fields that are more than an empty place.
  added_field_not_plain: InField;
  added_field_unclear_rectangle: InField;
  added_field_unclear_flags: InField;
  added_field_without_box: InField;
  added_field_moves: InField;
  added_field_with_content: InField & { key: string };
  added_field_though_locked: InField;
  added_field_drawn: InField;
  added_field_wide_border: InField;

  // Changes to the form, the catalog and the trailer.
  form_removed: None;
  form_settings_changed: WithKeys;
  form_fonts_changed: WithKeys;
  form_resources_changed: WithKeys;
  catalog_changed: WithKeys;
  catalog_replaced: None;
  permissions_changed: WithKeys;
  certification_entry_changed: None;
  validation_data_removed: None;
  encryption_changed: None;
  trailer_duplicates: WithKeys;
  trailer_size_too_small: None;
  trailer_size_too_large: None;
  trailer_catalog_generation: None;
  trailer_unclear: None;
  structure_added_or_removed: None;
  structure_changed: WithKeys;

  // Changes to objects.
  object_changed: OfObject;
  /** `object` is the referencing object. Null means the trailer. */
  object_planted: { object: number | null; type: string | null };
  object_renumbered: { object: number };
  object_unclear: { object: number };
  object_form_unclear: OfObject;

  // Revisions, and bytes outside them.
  revisions_not_built_on_signed: None;
  revision_not_closed: None;
  revision_contradicts_itself: None;
  revision_ambiguous: None;
  revision_decides_ambiguity: None;
  revision_not_visited: None;
  object_not_named: None;
  bytes_appended: None;
  blanks_appended: None;
  stray_bytes: None;
  cross_references_misplaced: None;
  signed_range_not_document: None;
  revision_not_leading_here: None;
  linearized_elsewhere: None;
  rebuilt_differently: None;
  signature_stranded: None;
  signature_rewritten: None;

  // Signatures in this service's documents.
  prepared_field_timestamped: None;
  prepared_field_foreign_key: None;

  // Parts that could not be checked.
  out_of_time: None;
  changes_unreadable: WithDetail;
  changes_encrypted: None;
  too_many_signatures: None;
  subfilter_unsupported: { subFilter: string | null };
  signature_too_large: None;

  // The signature's dictionary and its container.
  file_damaged: WithDetail;
  signature_damaged: None;
  signature_dictionary_duplicates: WithKeys;
  byte_range_malformed: None;
  byte_range_outside: None;
  byte_range_other_gap: None;
  contents_missing: None;
  contents_not_hexadecimal: None;
  contents_followed: None;
  content_embedded: None;
  badly_encoded: WithDetail;

  // The signature's cryptography.
  digest_broken: { digest: string };
  timestamp_digest_broken: { digest: string };
  digest_unknown: { oid: string };
  digest_unnamed: None;
  digest_not_computed: None;
  digest_mismatch: None;
  digest_contradiction: None;
  pss_digest_contradiction: None;
  pss_mask_unsupported: None;
  pss_parameters_invalid: None;
  algorithm_unknown: { oid: string };
  algorithm_not_computable: { oid: string };
  key_of_other_kind: None;
  key_forgeable: None;
  value_mismatch: None;
  certificate_missing: None;
  certificate_unreadable: None;
  signer_not_named: None;
  signer_named_otherwise: None;
  attributes_missing: None;
  attribute_repeated: None;
  content_type_mismatch: None;
  content_type_not_data: { oid: string };
  message_digest_missing: None;

  // Timestamps.
  imprint_mismatch: None;
  timestamp_digest_unknown: None;
  timestamp_badly_encoded: WithDetail;
  timestamp_of_other_bytes: None;
  timestamp_without_time: None;
  timestamp_signer_not_named: None;
  timestamp_attributes_unordered: None;
  timestamp_certificate_missing: None;
  timestamp_certificate_unreadable: None;
  timestamp_certificate_out_of_force: None;
  timestamp_usage_missing: None;
  timestamp_usage_not_alone: None;
  timestamp_key_usage: None;
  timestamp_out_of_order: None;
  timestamp_authority_revoked: Revoked;

  // Certificates and their paths.
  certificate_not_yet_valid: OfHolder & { day: string };
  certificate_expired: OfHolder & { day: string };
  certificate_expired_unproven: OfHolder;
  certificate_revoked: OfHolder & Revoked;
  authority_revoked: Revoked;
  claimed_time_too_late: None;
  extension_unknown: OfHolder & { oid: string };
  extension_unreadable: OfHolder;
  key_too_short: OfHolder & { algorithm: string; bits: number };
  curve_too_short: OfHolder & { curve: string };
  certificate_digest_broken: OfHolder & { digest: string };
  key_not_for_signatures: OfHolder;
  certificate_not_for_documents: OfHolder;
  name_constraint_unreadable: None;
  name_not_permitted: OfHolder & { authority: string };
  name_constraints_unchecked: OfHolder;
  policy_constraints_unchecked: OfHolder;
  issuer_not_authority: OfHolder;
  issuer_key_usage: OfHolder;
  issuer_path_too_long: OfHolder;

  // Revocation data.
  issuer_unknown: OfHolder;
  certificate_self_signed: OfHolder;
  revocation_data_outdated: OfHolder;
  revocation_data_missing: OfHolder;

  // Signatures that other signers did not see.
  later_signature_covers: InField &
    OnPage & {
      covers: CoveredContent;
      /** The field's rectangle, in points of the page's own space. */
      left: number;
      bottom: number;
      right: number;
      top: number;
      /** Fields of the signatures that were made before it was added or signed. */
      unseenBy: string[];
    };

  filled_field_covers: InField &
    OnPage & {
      covers: FilledContent;
      /** The field's rectangle, in points of the page's own space. */
      left: number;
      bottom: number;
      right: number;
      top: number;
      /** Fields of the signatures that were made before it was filled in or cleared. */
      unseenBy: string[];
    };

  /** A place of a field that covers and joins nothing. Page and rectangle are null if they were not found. */
  field_filled_since: InField & {
    /** Counted from 1. */
    page: number | null;
    left: number | null;
    bottom: number | null;
    right: number | null;
    top: number | null;
    unseenBy: string[];
  };
  /** Beyond the listed ones. */
  more_fields_filled_since: { count: number };

  // Content that can change the display without changing a signed byte.
  open_action: None;
  reading_actions: None;
  javascript: None;
  xfa_form: None;
  embedded_files: None;
  content_encrypted: None;
}

export type FindingCode = keyof FindingParams;

/** One result of verification: a code and its parameters, from which the text in every language is rendered. */
export type Finding<Code extends FindingCode = FindingCode> = {
  [C in Code]: {
    code: C;
    params: FindingParams[C];
    /** The kind of change is permitted in general, but this signature's certification forbids it. */
    forbidden?: true;
  };
}[Code];

type CodesWithout = {
  [C in FindingCode]: FindingParams[C] extends None ? (None extends FindingParams[C] ? C : never) : never;
}[FindingCode];

export function finding<Code extends FindingCode>(
  code: Code,
  ...[params]: Code extends CodesWithout ? [] : [params: FindingParams[Code]]
): Finding {
  return { code, params: params ?? {} } as Finding;
}

export function isSameFinding(one: Finding, other: Finding): boolean {
  return one.code === other.code && writtenOf(one) === writtenOf(other);
}

const written = new WeakMap<Finding, string>();

/** Cached, because findings are immutable and a form of thousands of fields compares each with all others. */
function writtenOf(one: Finding): string {
  const text = written.get(one) ?? JSON.stringify(one);
  written.set(one, text);
  return text;
}
