import type { Report, SignatureRecord } from "./verification";

export type Finding = Report["warningFindings"][number];
export type FindingCode = Finding["code"];

/** Messages under `verify.change`, by family: people need fewer distinctions than programs. */
const messages = {
  nothing_changed: "nothing_changed",
  only_permitted_changes: "only_permitted_changes",

  field_signed: "signed",
  field_timestamped: "timestamp",
  timestamp_added: "timestamp",
  field_filled: "filled",
  box_ticked: "ticked",
  box_cleared: "cleared",
  signature_field_added: "signature_field",
  metadata_updated: "metadata",
  validation_data_added: "validation_data",
  nothing_displayed_changed: "nothing_shown",

  page_replaced: "page_replaced",
  page_changed: "page_changed",
  page_annotations_lost: "annotation_removed",
  page_looks_different: "looks_different",
  annotation_added: "annotation_added",
  annotations_removed: "annotation_removed",
  field_overlaps: "overlap",

  form_field_added: "field_added",
  form_field_removed: "field_removed",
  form_field_visibility_changed: "field_hidden",
  form_field_changed: "field_changed",
  form_field_not_fillable: "field_changed",
  form_field_appearance_changed: "field_changed",
  form_field_appearance_unclear: "field_changed",
  form_field_appearance_without_box: "field_changed",
  form_field_appearance_shared: "field_changed",
  signature_field_changed: "signature_changed",
  locked_field_changed: "locked_field",
  field_list_entry_removed: "form",
  field_list_entry_changed: "form",

  added_field_not_plain: "field_drawing",
  added_field_unclear_rectangle: "field_drawing",
  added_field_unclear_flags: "field_drawing",
  added_field_without_box: "field_drawing",
  added_field_moves: "field_drawing",
  added_field_with_content: "field_drawing",
  added_field_though_locked: "added_though_locked",
  added_field_drawn: "field_drawing",
  added_field_wide_border: "field_drawing",

  form_removed: "form",
  form_settings_changed: "form",
  form_fonts_changed: "form",
  form_resources_changed: "form",
  catalog_changed: "catalog",
  catalog_replaced: "catalog",
  permissions_changed: "catalog",
  certification_entry_changed: "catalog",
  validation_data_removed: "validation_data_lost",
  encryption_changed: "encryption",
  trailer_duplicates: "tricked",
  trailer_size_too_small: "tricked",
  trailer_size_too_large: "tricked",
  trailer_catalog_generation: "tricked",
  trailer_unclear: "tricked",
  structure_added_or_removed: "structure",
  structure_changed: "structure",

  object_changed: "shown",
  object_planted: "planted",
  object_renumbered: "tricked",
  object_unclear: "tricked",
  object_form_unclear: "tricked",

  revisions_not_built_on_signed: "tricked",
  revision_not_closed: "tricked",
  revision_contradicts_itself: "tricked",
  revision_ambiguous: "tricked",
  revision_decides_ambiguity: "tricked",
  revision_not_visited: "tricked",
  object_not_named: "tricked",
  bytes_appended: "tricked",
  blanks_appended: "tricked",
  stray_bytes: "stray",
  cross_references_misplaced: "misplaced",
  signed_range_not_document: "range_unclear",
  revision_not_leading_here: "not_leading",
  linearized_elsewhere: "read_differently",
  rebuilt_differently: "read_differently",
  signature_stranded: "stranded",
  signature_rewritten: "taken_out",

  prepared_field_timestamped: "prepared_timestamped",
  prepared_field_foreign_key: "prepared_foreign",

  out_of_time: "out_of_time",
  changes_unreadable: "changes_unreadable",
  changes_encrypted: "changes_encrypted",
  too_many_signatures: "too_many_signatures",
  subfilter_unsupported: "format_unsupported",
  signature_too_large: "too_large",

  file_damaged: "file_damaged",
  signature_damaged: "malformed",
  signature_dictionary_duplicates: "malformed",
  byte_range_malformed: "range_unclear",
  byte_range_outside: "range_unclear",
  byte_range_other_gap: "range_unclear",
  contents_missing: "malformed",
  contents_not_hexadecimal: "malformed",
  contents_followed: "malformed",
  content_embedded: "malformed",
  badly_encoded: "malformed",

  digest_broken: "weak_digest",
  timestamp_digest_broken: "weak_digest",
  digest_unknown: "algorithm_unsupported",
  digest_unnamed: "algorithm_unsupported",
  digest_not_computed: "algorithm_unsupported",
  digest_mismatch: "bytes_changed",
  digest_contradiction: "malformed",
  pss_digest_contradiction: "malformed",
  pss_mask_unsupported: "algorithm_unsupported",
  pss_parameters_invalid: "malformed",
  algorithm_unknown: "algorithm_unsupported",
  algorithm_not_computable: "algorithm_unsupported",
  key_of_other_kind: "wrong_key",
  key_forgeable: "forgeable_key",
  value_mismatch: "wrong_key",
  certificate_missing: "certificate_unclear",
  certificate_unreadable: "certificate_unclear",
  signer_not_named: "certificate_unclear",
  signer_named_otherwise: "certificate_unclear",
  attributes_missing: "malformed",
  attribute_repeated: "malformed",
  content_type_mismatch: "malformed",
  content_type_not_data: "malformed",
  message_digest_missing: "malformed",

  imprint_mismatch: "bytes_changed",
  timestamp_digest_unknown: "algorithm_unsupported",
  timestamp_badly_encoded: "timestamp_malformed",
  timestamp_of_other_bytes: "timestamp_other",
  timestamp_without_time: "timestamp_malformed",
  timestamp_signer_not_named: "timestamp_malformed",
  timestamp_attributes_unordered: "timestamp_malformed",
  timestamp_certificate_missing: "timestamp_malformed",
  timestamp_certificate_unreadable: "timestamp_malformed",
  timestamp_certificate_out_of_force: "timestamp_certificate",
  timestamp_usage_missing: "timestamp_certificate",
  timestamp_usage_not_alone: "timestamp_certificate",
  timestamp_key_usage: "timestamp_certificate",
  timestamp_out_of_order: "timestamp_order",
  timestamp_authority_revoked: "timestamp_revoked",

  certificate_not_yet_valid: "certificate_not_yet_valid",
  certificate_expired: "certificate_expired",
  certificate_expired_unproven: "certificate_expired_unproven",
  certificate_revoked: "certificate_revoked",
  authority_revoked: "authority_revoked",
  claimed_time_too_late: "claimed_time_too_late",
  extension_unknown: "extension",
  extension_unreadable: "extension",
  key_too_short: "weak_certificate",
  curve_too_short: "weak_certificate",
  certificate_digest_broken: "weak_certificate",
  key_not_for_signatures: "not_for_documents",
  certificate_not_for_documents: "not_for_documents",
  name_constraint_unreadable: "name_constraint_unreadable",
  name_not_permitted: "name_not_permitted",
  name_constraints_unchecked: "constraints_unchecked",
  policy_constraints_unchecked: "constraints_unchecked",
  issuer_not_authority: "issuer_not_allowed",
  issuer_key_usage: "issuer_not_allowed",
  issuer_path_too_long: "issuer_not_allowed",

  issuer_unknown: "issuer_unknown",
  certificate_self_signed: "self_signed",
  revocation_data_outdated: "revocation_outdated",
  revocation_data_missing: "revocation_missing",

  later_signature_covers: "later_signature_covers",
  filled_field_covers: "filled_field_covers",
  field_filled_since: "field_filled_since",
  more_fields_filled_since: "more_fields_filled_since",

  open_action: "actions",
  reading_actions: "actions",
  javascript: "javascript",
  xfa_form: "xfa_form",
  embedded_files: "embedded_files",
  content_encrypted: "content_encrypted",

  printed_not_shown: "printed_not_shown",
  shown_not_printed: "shown_not_printed",
  shown_at_some_zoom: "shown_at_some_zoom",
  shown_to_some: "shown_to_some",
  shown_under_pointer: "shown_under_pointer",
  hidden_layer: "hidden_layer",
  hidden_annotation: "hidden_annotation",
  covered_text: "covered_text",
  covered_page: "covered_page",
  invisible_text: "invisible_text",
  off_page: "off_page",
  copied_differently: "copied_differently",
  font_not_embedded: "font_not_embedded",
  drawn_differently: "drawn_differently",
  page_not_looked_at: "page_not_looked_at",
  more_pages: "more_pages",
} as const satisfies Record<FindingCode, string>;

/** Object types with a separate message. */
const objectMessages = {
  Pages: "pages",
  Font: "font",
  FontDescriptor: "font",
  Type0: "font",
  Type1: "font",
  TrueType: "font",
  CIDFontType0: "font",
  CIDFontType2: "font",
  Image: "image",
} as const;

export type MessageKey =
  | (typeof messages)[FindingCode]
  | (typeof objectMessages)[keyof typeof objectMessages]
  | "fields_filled_since";

/** The message for a finding. */
export function messageOf({ code, params }: Pick<Finding, "code" | "params">): MessageKey {
  if (code === "object_changed" && typeof params.type === "string" && isSpecial(params.type)) {
    return objectMessages[params.type];
  }
  if (code === "field_filled_since" && Array.isArray(params.fields)) return "fields_filled_since";
  return messages[code];
}

function isSpecial(type: string): type is keyof typeof objectMessages {
  return Object.hasOwn(objectMessages, type);
}

/** A filled signature field that was added is reported as that signature; only an empty one as added. */
export function asFilled(key: MessageKey, signature: Pick<SignatureRecord, "kind"> | undefined): MessageKey {
  if (key !== "signature_field" || !signature) return key;
  return signature.kind === "doc_timestamp" ? "timestamp" : "signed";
}

export function isSameFinding(one: Finding, other: Finding): boolean {
  return one.code === other.code && JSON.stringify(one.params) === JSON.stringify(other.params);
}
