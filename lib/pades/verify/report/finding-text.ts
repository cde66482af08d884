import { shadowCodes, shadowSentence, type ShadowCode } from "@/lib/pdf/shadow/shadow-findings";
import type { CoveredContent, Finding, FindingCode, FindingParams, RevocationReason } from "./findings";

/** A finding in a report, with an English sentence for clients without their own translations. */
export interface ReportedFinding {
  code: FindingCode;
  params: Record<string, string | number | null | string[]>;
  /** Set if the kind of change is permitted in general, but this signature forbids it. */
  forbidden?: true;
  text: string;
}

type Sentences = { [C in Exclude<FindingCode, ShadowCode>]: (params: FindingParams[C]) => string };

const sentences: Sentences = {
  nothing_changed: () => "the signed bytes are intact and nothing was changed since",
  only_permitted_changes: () => "the signed bytes are intact; what was added later is permitted",

  field_signed: ({ field }) => `the field "${field}" was signed`,
  field_timestamped: ({ field }) => `the field "${field}" was filled with a timestamp`,
  timestamp_added: ({ field }) => `the document timestamp "${field}" was added`,
  field_filled: ({ field }) => `the form field "${field}" was filled in`,
  box_ticked: ({ field, page }) => `the checkbox "${field}" on page ${page} was checked`,
  box_cleared: ({ field, page }) => `the checkbox "${field}" on page ${page} was unchecked`,
  signature_field_added: ({ field }) => `the signature field "${field}" was added`,
  metadata_updated: () => "the document's metadata was updated",
  validation_data_added: () => "validation data (certificates, revocation lists) was added",
  nothing_displayed_changed: () => "a later revision changed nothing that is displayed",

  page_replaced: ({ page }) => `page ${page} was replaced`,
  page_changed: ({ page, keys }) => `page ${page} was changed${listed(keys)}`,
  page_annotations_lost: ({ page }) => `page ${page} no longer shows annotations inherited from its parent nodes`,
  page_looks_different: ({ page }) => `page ${page} looks different from what was signed`,
  annotation_added: ({ page }) => `an annotation was added to page ${page}`,
  annotations_removed: ({ page }) => `annotations were removed from page ${page} or reordered`,
  field_overlaps: ({ field, page }) => `the new signature field "${field}" overlaps another annotation on page ${page}`,

  form_field_added: ({ field }) => `the form field "${field}" was added`,
  form_field_removed: ({ field }) => `the form field "${field}" was removed or renamed`,
  form_field_visibility_changed: ({ field }) => `the form field "${field}" was hidden or shown`,
  form_field_changed: ({ field, keys }) => `the form field "${field}" was changed${listed(keys)}`,
  form_field_not_fillable: ({ field }) => `the form field "${field}" was changed although it cannot be filled in`,
  form_field_appearance_changed: ({ field }) =>
    `the form field "${field}" was changed in its appearance, not in its value`,
  form_field_appearance_unclear: ({ field }) =>
    `the form field "${field}" was changed to an appearance that does not show its value, or cannot be read`,
  form_field_appearance_without_box: ({ field }) => `the field "${field}" was given an appearance without a box`,
  form_field_appearance_shared: ({ field }) => `the appearance of the field "${field}" is shared with something else`,
  signature_field_changed: ({ field }) => `the signature field "${field}" was changed`,
  locked_field_changed: ({ field }) => `the locked field "${field}" was changed`,
  field_list_entry_removed: () => "a form field was removed",
  field_list_entry_changed: () => "a form field was changed",

  added_field_not_plain: ({ field }) => `the signature field "${field}" was added with more than a plain field`,
  added_field_unclear_rectangle: ({ field }) =>
    `the signature field "${field}" was added with a rectangle that programs read in different ways`,
  added_field_unclear_flags: ({ field }) =>
    `the signature field "${field}" was added with flags that programs read in different ways`,
  added_field_without_box: ({ field }) => `the signature field "${field}" was added with an appearance without a box`,
  added_field_moves: ({ field }) =>
    `the signature field "${field}" was added at a place that depends on zoom or rotation`,
  added_field_with_content: ({ field, key }) =>
    `the signature field "${field}" was added with content of its own (${key})`,
  added_field_though_locked: ({ field }) => `the signature field "${field}" was added although all fields are locked`,
  added_field_drawn: ({ field }) =>
    `the signature field "${field}" was added with a drawing or a border and no signature`,
  added_field_wide_border: ({ field }) =>
    `the signature field "${field}" was added with a border that is wider than itself`,

  form_removed: () => "the form was removed",
  form_settings_changed: ({ keys }) => `the form's settings were changed${listed(keys)}`,
  form_fonts_changed: ({ keys }) => `the form's fonts were changed${listed(keys)}`,
  form_resources_changed: ({ keys }) => `the form's resources were changed${listed(keys)}`,
  catalog_changed: ({ keys }) => `the document catalog was changed${listed(keys)}`,
  catalog_replaced: () => "the document catalog was replaced",
  permissions_changed: ({ keys }) => `the document's permissions were changed (${keys.join(", ")})`,
  certification_entry_changed: () => "the certification's entry in the catalog was changed",
  validation_data_removed: () => "validation data (certificates, revocation lists) was removed",
  encryption_changed: () => "the encryption was changed",
  trailer_duplicates: ({ keys }) => `the trailer contains ${keys.join(", ")} twice`,
  trailer_size_too_small: () => "the trailer's size leaves objects out",
  trailer_size_too_large: () => "the trailer's size is larger than programs accept",
  trailer_catalog_generation: () => "the trailer refers to the catalog by another generation number",
  trailer_unclear: () => "the trailer was written in a way that programs read differently",
  structure_added_or_removed: () => "the document's structure was added or removed",
  structure_changed: ({ keys }) => `the document's structure was changed${listed(keys)}`,

  object_changed: (object) => `${named(object)} was changed`,
  object_planted: ({ object, type }) =>
    `an object that ${object === null ? "the trailer" : named({ object, type })} already named was filled in later`,
  object_renumbered: ({ object }) => `object ${object} has another generation number`,
  object_unclear: ({ object }) => `object ${object} was written in a way that programs read differently`,
  object_form_unclear: (object) =>
    `${named(object)} was signed in a form in which programs find different objects, and objects were changed since`,

  revisions_not_built_on_signed: () => "the later revisions do not build on the signed one",
  revision_not_closed: () => "a later revision is not closed or cannot be read",
  revision_contradicts_itself: () => "a later revision's cross-reference table contradicts its cross-reference stream",
  revision_ambiguous: () => "a later revision's cross-reference data can be read in more than one way",
  revision_decides_ambiguity: () =>
    "a later revision resolves an ambiguity in the cross-reference data of the signed revision",
  revision_not_visited: () => "a revision was appended that the cross-reference chain does not visit",
  object_not_named: () => "a later revision contains an object that its cross-reference data do not list",
  bytes_appended: () => "bytes were appended that belong to no revision",
  blanks_appended: () => "so much blank space was appended that programs do not find the end of the file",
  stray_bytes: () => "a later revision contains bytes that belong to no object in use",
  cross_references_misplaced: () =>
    "the file's cross-reference data points to wrong places; it was read in the order in which it was written",
  signed_range_not_document: () => "the signed bytes are not a whole document of their own",
  revision_not_leading_here: () => "the signed revision does not lead to this signature",
  linearized_elsewhere: () => "programs that read the file as linearized show another document",
  rebuilt_differently: () =>
    "programs that read the file without its cross-reference data find other objects than those that were signed",
  signature_stranded: () => "the file contains a signature that no field refers to any more",
  signature_rewritten: () => "a later revision removed or rewrote this signature",

  prepared_field_timestamped: () => "a field that Paraph prepared for a signer was filled with a timestamp",
  prepared_field_foreign_key: () => "a field that Paraph prepared was signed with a key of another authority",

  out_of_time: () => "the file took too long to check",
  changes_unreadable: ({ detail }) => `later changes cannot be determined: ${detail}`,
  changes_encrypted: () => "later changes cannot be determined in an encrypted file",
  too_many_signatures: () => "the file contains more signatures than are checked",
  subfilter_unsupported: ({ subFilter }) => `signatures of the kind ${subFilter ?? "unnamed"} are not supported`,
  signature_too_large: () => "the signature is too large to be checked",

  file_damaged: ({ detail }) => `the file is damaged, so that its signature cannot be reached: ${detail}`,
  signature_damaged: () => "the signature is too damaged to be read",
  signature_dictionary_duplicates: ({ keys }) => `the signature dictionary contains ${keys.join(", ")} twice`,
  byte_range_malformed: () => "the ByteRange is missing or malformed",
  byte_range_outside: () => "the ByteRange does not fit the file",
  byte_range_other_gap: () => "the gap in the ByteRange is not this signature's Contents",
  contents_missing: () => "the signature's Contents is missing or not written as it must be",
  contents_not_hexadecimal: () => "the signature's Contents is not hexadecimal",
  contents_followed: () => "something other than zeros follows the signature in its Contents",
  content_embedded: () => "the signature carries content of its own instead of covering the file",
  badly_encoded: ({ detail }) => `the signature is badly encoded: ${detail}`,

  digest_broken: ({ digest }) => `signed with ${digest}, which is broken: two documents can have the same digest`,
  timestamp_digest_broken: ({ digest }) =>
    `timestamped with ${digest}, which is broken: two documents can have the same digest`,
  digest_unknown: ({ oid }) => `the digest algorithm ${oid} is not known`,
  digest_unnamed: () => "the signature does not name a digest",
  digest_not_computed: () => "the signed bytes could not be hashed",
  digest_mismatch: () => "the signed bytes were changed: the digest does not match",
  digest_contradiction: () => "the digest algorithm contradicts the signature algorithm",
  pss_digest_contradiction: () => "the digest algorithm contradicts the RSA-PSS parameters",
  pss_mask_unsupported: () => "RSA-PSS with a mask of another digest is not supported",
  pss_parameters_invalid: () => "the RSA-PSS parameters are not allowed",
  algorithm_unknown: ({ oid }) => `the signature algorithm ${oid} is not known`,
  algorithm_not_computable: ({ oid }) => `this signature algorithm cannot be computed here (${oid})`,
  key_forgeable: () => "anybody can sign for the key: its parameters are insecure",
  key_of_other_kind: () => "the key is of another kind than the signature algorithm",
  value_mismatch: () => "the signature value does not match the signer's key",
  certificate_missing: () => "the signer's certificate is not in the signature",
  certificate_unreadable: () => "the signer's certificate or key cannot be read",
  signer_not_named: () => "the signed attributes do not name the signer's certificate",
  signer_named_otherwise: () => "the signing certificate attribute names another certificate",
  attributes_missing: () => "the signed attributes are missing",
  attribute_repeated: () => "a signed attribute occurs twice",
  content_type_mismatch: () => "the content type attribute does not fit",
  content_type_not_data: ({ oid }) => `the content type is ${oid}, not data as a signature of a PDF must have`,
  message_digest_missing: () => "the message digest is missing",

  imprint_mismatch: () => "the timestamped bytes were changed: the imprint does not match",
  timestamp_digest_unknown: () => "the timestamp's digest algorithm is not known",
  timestamp_badly_encoded: ({ detail }) => `the timestamp is badly encoded: ${detail}`,
  timestamp_of_other_bytes: () => "the timestamp was made for other bytes",
  timestamp_without_time: () => "the timestamp has no readable time",
  timestamp_signer_not_named: () => "the timestamp does not name its signing certificate",
  timestamp_attributes_unordered: () => "the timestamp's attributes are not signed in the order of DER",
  timestamp_certificate_missing: () => "the timestamp's certificate is missing",
  timestamp_certificate_unreadable: () => "the timestamp's certificate cannot be read",
  timestamp_certificate_out_of_force: () => "the certificate was not valid at the time of the timestamp",
  timestamp_usage_missing: () => "the certificate is not meant for timestamping",
  timestamp_usage_not_alone: () => "the certificate is not meant for timestamping alone",
  timestamp_key_usage: () => "the key is not meant for signatures",
  timestamp_out_of_order: () => "the timestamp is earlier than one that it covers",
  timestamp_authority_revoked: (revoked) => `a certificate of the timestamping authority ${revocation(revoked)}`,

  certificate_not_yet_valid: ({ name, day }) => `the certificate of "${name}" is valid only from ${day}`,
  certificate_expired: ({ name, day }) => `the certificate of "${name}" was valid only until ${day}`,
  certificate_expired_unproven: ({ name }) =>
    `the certificate of "${name}" has expired, and no timestamp proves that it was used before`,
  certificate_revoked: ({ name, ...revoked }) =>
    `the certificate of "${name}" ${revocation(revoked)}, and no trusted timestamp proves that the signature is older`,
  authority_revoked: (revoked) =>
    `the certificate of an authority above the signer ${revocation(revoked)}, and no trusted timestamp proves that the signature is older`,
  claimed_time_too_late: () => "the signer claims a later time than the timestamp proves",
  extension_unknown: ({ name, oid }) =>
    `the certificate of "${name}" contains a critical extension that is not known (${oid})`,
  extension_unreadable: ({ name }) => `"${name}" has an extension that cannot be read`,
  key_too_short: ({ name, algorithm, bits }) => `the key of "${name}" is too short: ${algorithm} with ${bits} bits`,
  curve_too_short: ({ name, curve }) => `the key of "${name}" is too short: the curve ${curve}`,
  certificate_digest_broken: ({ name, digest }) => `the certificate of "${name}" was signed with ${digest}`,
  key_not_for_signatures: ({ name }) => `the key of "${name}" is not meant for signatures`,
  certificate_not_for_documents: ({ name }) => `the certificate of "${name}" is not meant for signing documents`,
  name_constraint_unreadable: () => "a name constraint cannot be read",
  name_not_permitted: ({ name, authority }) => `"${authority}" may not issue certificates for a name of "${name}"`,
  name_constraints_unchecked: ({ name }) => `some of the name constraints of "${name}" are not checked`,
  policy_constraints_unchecked: ({ name }) => `the policy constraints of "${name}" are not checked`,
  issuer_not_authority: ({ name }) => `"${name}" issued a certificate but is not an authority`,
  issuer_key_usage: ({ name }) => `the key of "${name}" may not sign certificates`,
  issuer_path_too_long: ({ name }) => `the path below "${name}" has more authorities than it permits`,

  issuer_unknown: ({ name }) => `the issuer of the certificate of "${name}" is not known`,
  certificate_self_signed: ({ name }) => `the certificate of "${name}" is self-signed`,
  revocation_data_outdated: ({ name }) => `the revocation data of "${name}" does not cover the time of the signature`,
  revocation_data_missing: ({ name }) => `there is no revocation data for the certificate of "${name}"`,

  later_signature_covers: ({ field, page, covers, left, bottom, right, top, unseenBy }) =>
    `the field "${field}", added or signed after ${unseenBy.join(", ")}, shows a signature that ${covers === "beside" ? "continues the text beside it" : `covers ${coveredTexts[covers]}`} on page ${page} (rectangle ${[left, bottom, right, top].join(" ")})`,

  filled_field_covers: ({ field, page, covers, left, bottom, right, top, unseenBy }) =>
    `the field "${field}", filled or cleared after ${unseenBy.join(", ")} signed, ${covers === "beside" ? "continues the text beside it" : `covers ${coveredTexts[covers]}`} on page ${page} (rectangle ${[left, bottom, right, top].join(" ")})`,

  field_filled_since: ({ field, page, left, bottom, right, top, unseenBy }) =>
    `the field "${field}" was filled or cleared after ${unseenBy.join(", ")} signed${page === null || left === null ? "" : `, on page ${page} (rectangle ${[left, bottom, right, top].join(" ")})`}`,
  more_fields_filled_since: ({ count }) => `${count} more fields were filled or cleared after signing`,

  open_action: () => "an action runs when the document is opened",
  reading_actions: () => "actions run while the document is read",
  javascript: () => "the document contains JavaScript",
  xfa_form: () => "the document contains an XFA form, which other readers show differently",
  embedded_files: () => "the document contains other files",
  content_encrypted: () => "the document is encrypted, so its content was not checked",
};

const coveredTexts: Readonly<Record<Exclude<CoveredContent, "beside">, string>> = {
  text: "text",
  picture: "a picture",
  drawing: "a drawing",
  unclear: "content that is too long to check",
};

const revocationReasons: Readonly<Record<RevocationReason, string>> = {
  key_compromise: "the key was compromised",
  authority_compromise: "the authority was compromised",
  affiliation_changed: "the holder's affiliation changed",
  superseded: "it was replaced",
  cessation_of_operation: "it is no longer used",
  on_hold: "it is on hold",
  privilege_withdrawn: "a privilege was withdrawn",
};

/** All codes, in the order in which docs/spec/verification.md#findings lists the families. */
export const findingCodes = [...(Object.keys(sentences) as Exclude<FindingCode, ShadowCode>[]), ...shadowCodes];

/** The English sentence of a finding, without a capital letter and a full stop. */
export function findingText({ code, params, forbidden }: Finding): string {
  const sentence = isShadow(code)
    ? shadowSentence({ code, ...(params as FindingParams[ShadowCode]) })
    : (sentences[code] as (values: typeof params) => string)(params);
  return forbidden ? `${sentence}, which the signature forbids` : sentence;
}

export function toReported(found: Finding): ReportedFinding {
  return {
    code: found.code,
    params: found.params as ReportedFinding["params"],
    ...(found.forbidden ? { forbidden: true } : {}),
    text: findingText(found),
  };
}

/** A list as returned by the API: the sentences, and the findings they were rendered from. */
export function reportedList(list: readonly Finding[]): { texts: string[]; findings: ReportedFinding[] } {
  const findings = list.map(toReported);
  return { texts: findings.map(({ text }) => text), findings };
}

function isShadow(code: FindingCode): code is ShadowCode {
  return (shadowCodes as readonly string[]).includes(code);
}

function listed(keys: readonly string[]): string {
  return keys.length === 0 ? "" : ` (${keys.map((key) => (key === "*" ? "the whole object" : key)).join(", ")})`;
}

function named({ object, type }: { object: number; type: string | null }): string {
  return type === null ? `object ${object}` : `object ${object} (${type})`;
}

/** "was revoked on 2026-03-01 (the key was compromised)". */
function revocation({ day, reason }: { day: string; reason: RevocationReason | null }): string {
  return `was revoked on ${day}${reason === null ? "" : ` (${revocationReasons[reason]})`}`;
}
