import type { CheckedInput } from "@/lib/evidence/check/check-input";
import type {
  CheckedPdf,
  EventName,
  Note,
  NoteCode,
  NoteParams,
  Problem,
  ProblemCode,
  ProblemParams,
  Progress,
} from "@/lib/evidence/check/findings";
import type { BundleProblem } from "@/lib/evidence/check/read-bundle";
import {
  outcomeOf,
  type Notice,
  type SignatureRecord,
  type VerificationReport,
} from "@/lib/pades/verify/report/report";
import { withoutCodeKind, type WithoutCodeProof } from "@/lib/platform/signed-texts";

/** Prints the report of one PDF as text in two columns. */
export function printReport(report: VerificationReport): void {
  console.log(`verdict   ${report.verdict}`);
  console.log(`outcome   ${outcomeOf(report)}`);
  console.log(`sha256    ${report.sha256}`);
  report.signatures.forEach(printSignature);
  report.warnings.forEach((warning) => console.log(`warning   ${printable(warning)}`));
  report.notices.forEach((notice) => console.log(`notice    ${printable(noticeText(notice))}`));
  if (report.completeness?.code === "incomplete") console.log(`complete  no: ${progressText(report.completeness)}`);
}

function noticeText(notice: Notice): string {
  switch (notice.code) {
    case "later_signature_shown":
      return `the signature field ${notice.field} (${notice.signer ?? "not signed"}) is visible on ${placeText(notice)} and was added or signed after ${notice.unseenBy.join(", ")}: check the content that it covers`;
    case "box_over_text_changed":
      return `the checkbox ${notice.field} overlaps text on ${placeText(notice)} and was checked or unchecked after ${notice.unseenBy.join(", ")}: check the content that it covers`;
    case "timestamp_not_credited":
      return `the timestamp of the signature in ${notice.field} is invalid (the signature does not depend on it): ${notice.problem}`;
    case "unsigned_attribute_unknown":
      return `the signature in ${notice.field} has an unknown unsigned attribute, ${notice.oid}`;
    case "authority_changed":
      return `${notice.fields.join(", ")} were signed under a different authority than the one that certified document ${notice.file}, and nothing in the file links the two: ask the service whether both belong to it`;
    case "not_signed_here":
      return `the signature fields belong to document ${notice.file}, but none was signed with a key of its service`;
    case "completed_since":
      return `document ${notice.file} has been completed since`;
  }
}

function placeText({ page, rect }: Extract<Notice, { rect: unknown }>): string {
  const place = page === null ? "an unknown page" : `page ${page}`;
  return `${place}${rect === null ? "" : ` (rectangle ${rect.join(" ")})`}`;
}

/** Text from an untrusted file must not control the terminal or add lines. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

function printSignature(record: SignatureRecord, index: number): void {
  const { signer, timestamp, changes, cms } = record;
  const lines: [string, string | null][] = [
    ["verdict", `${record.verdict}: ${record.explanation}`],
    ["kind", record.kind],
    ["covers", record.coverage],
    ["signer", signer ? `${signer.subject} (issued by ${signer.issuer}; chain ${record.chain})` : null],
    ["proof", withoutCodeText(record)],
    ["signed at", record.signedAt],
    ["reason", record.reason],
    [
      "timestamp",
      timestamp.status === "none"
        ? null
        : [timestamp.status, timestamp.authority, timestamp.problem].filter(Boolean).join(", "),
    ],
    ["level", record.level],
    ["etsi", [record.etsi.indication, record.etsi.subIndication].filter(Boolean).join(" / ")],
    ["algorithm", [cms.subFilter, cms.digestAlgorithm, cms.signatureAlgorithm].filter(Boolean).join(", ")],
    ...changes.items.map((item): [string, string] => [`changes ${changes.level}`, item]),
    ...pictureLines(record),
    ...cms.problems.map((problem): [string, string] => ["problem", problem]),
  ];
  console.log(`\nsignature ${index + 1}: ${printable(record.field)}`);
  lines.forEach(([name, text]) => text !== null && console.log(`  ${name.padEnd(22)} ${printable(text)}`));
}

const withoutCodeTexts: { readonly [proof in WithoutCodeProof]: string } = {
  mailed_link:
    "only access to the link in the signer's mailbox was verified; no code was entered, so anyone with the link could sign",
  unmailed_link:
    "only access to the signer's link, which was not e-mailed, was verified; no code was entered, so anyone with the link could sign",
  account: "only a log-in to the signer's account was verified; no code or signing password was entered",
};

/** The identification stated in a certificate of this service for a signature without a code or a signing password. */
function withoutCodeText({ proof }: SignatureRecord): string | null {
  const kind = proof && withoutCodeKind(proof);
  return kind && withoutCodeTexts[kind];
}

/** How far each program came, unless there was nothing to compare, and where the pages differ. */
function pictureLines({ pictures: { code, readers, places } }: SignatureRecord): [string, string][] {
  if (code === "nothing_later") return [];
  const reach = readers.map(({ renderer, pages, of, unchanged, missing, stopped }) => {
    const left = missing.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
    return `${renderer} compared ${pages} of ${of} pages${unchanged === 0 ? "" : `, ${unchanged} more are drawn from identical bytes`}${stopped === null ? "" : `, not compared: page ${left} (${stopped})`}`;
  });
  return [
    ["pictures", [code, ...reach].join("; ")],
    ...places.map(({ renderer, page, left, top, width, height }): [string, string] => [
      "differs",
      `page ${page}, ${left} pt from the left, ${top} pt from the top, ${width} by ${height} pt (${renderer})`,
    ]),
  ];
}

const pdfNames: { readonly [pdf in CheckedPdf]: string } = {
  document: "the document",
  evidence: "the evidence document",
  bundled: "document.pdf in the bundle",
  given: "the given PDF",
};
const factNames: { readonly [fact in ProblemParams["fact_mismatch"]["fact"]]: string } = {
  pages: "number of pages",
  originalSha256: "SHA-256 of the upload",
  originalSize: "size of the upload",
  name: "document name",
};
const closingFactNames: { readonly [fact in ProblemParams["closing_fact_mismatch"]["fact"]]: string } = {
  service: "service",
  file: "document",
  head: "last event",
};

const problemTexts: { readonly [C in ProblemCode]: (params: ProblemParams[C]) => string } = {
  verdict_not_intact: ({ pdf, verdict }) => `signature verdict of ${pdfNames[pdf]}: ${verdict}`,
  seal_authority_mismatch: ({ pdf }) => `the seal of the ${pdf} does not chain to a given root certificate`,
  no_seal_for_authority: () => "no given file has a seal that could chain to the given root certificate",

  chain_unreadable: ({ format, path }) =>
    `invalid or unsupported audit trail (format ${format ?? "none"}; ${path || "top level"})`,
  event_malformed: ({ place, member }) =>
    `event ${place} was altered: ${member === null ? "unexpected format" : `"${member}" is missing or invalid`}`,
  chain_empty: () => "the audit trail is empty",
  event_altered: ({ event }) => `${named(event)} was altered`,
  event_version_unsupported: ({ event, version }) =>
    `${named(event)} was altered or has an unsupported version, ${version}`,
  event_of_another_document: ({ event, file }) => `${named(event)} belongs to another document, ${file}`,
  event_out_of_order: ({ event, expected }) =>
    `${named(event)} is out of order, expected event ${expected}: events were swapped`,
  event_repeated: ({ event }) => `${named(event)} is a duplicate: one of the two was inserted`,
  events_missing: ({ from, to }) =>
    from === to ? `event ${from} is missing: it was deleted` : `events ${from} to ${to} are missing: they were deleted`,
  event_starts_another_chain: ({ event }) =>
    `${named(event)} starts the audit trail of another document or another upload`,
  event_replaced: ({ event, next }) =>
    `${named(event)} was replaced and its hash recomputed: "prev" of event ${next} does not match`,
  head_mismatch: ({ head, last }) =>
    `the head of the audit trail, event ${head}, does not match its last event, ${named(last)}`,
  fact_mismatch: ({ fact }) => `the ${factNames[fact]} does not match the events`,
  personal_value_repeated: ({ seq, path }) => `duplicate personal value ${path} of event ${seq}`,
  personal_value_mismatch: ({ seq, path }) =>
    `the personal value ${path} of event ${seq} does not match its recorded hash`,

  seal_missing: ({ file }) =>
    `the PDF has no seal for document ${file}: it is another document or an earlier state of this one`,
  sealed_event_missing: ({ head, last }) =>
    `the audit trail was truncated or rewritten: it does not contain the sealed event, ${head}; its last event is ${last ? named(last) : "none"}`,
  sealed_event_mismatch: ({ event }) =>
    `the sealed event stated in the audit trail does not match the seal, which covers ${named(event)}`,
  earlier_state: ({ pdf, ...progress }) =>
    `the ${pdf === "given" ? "given PDF" : "PDF"} is an earlier state of a completed document: ${progressText(progress)}`,
  document_shorter: ({ event }) => `the PDF is shorter than it was at ${named(event)}`,
  bytes_mismatch: ({ size, event }) => `the first ${size} bytes of the PDF do not match ${named(event)}`,
  signature_not_recorded: ({ field }) => `the PDF has a signature in ${field} that is not in the audit trail`,
  signature_missing: ({ event }) => `the PDF has no signature for ${named(event)}`,
  signature_certificate_mismatch: ({ field, event }) =>
    `the certificate of the signature in ${field} does not match ${named(event)}`,

  evidence_seal_missing: () => "the evidence document has no seal for this document",
  evidence_seal_mismatch: ({ decidedBy }) => `the evidence document does not match its seal: ${decidedBy.text}`,
  evidence_of_another_document: () => "the evidence document was made for another document or another audit trail",
  evidence_without_document_seal: () => "the evidence document could not be compared: the document has no seal",
  evidence_timestamp_invalid: ({ findings }) =>
    `the timestamp of the evidence document’s seal is invalid: ${findings.map(({ text }) => text).join("; ") || "the timestamp is invalid"}`,
  evidence_attribute_unknown: ({ oid }) => `the evidence document’s seal has an unknown unsigned attribute, ${oid}`,
  evidence_download_mismatch: ({ event }) =>
    `the evidence document does not match the one downloaded at ${named(event)}`,

  entry_missing: ({ name }) => `${name} is missing from the bundle`,
  entry_unexpected: ({ name }) => `unexpected file in the bundle: ${name} (not checked)`,
  given_pdf_unrelated: () =>
    "the given PDF does not match document.pdf in the bundle and is not another revision of it",
  readme_fact_mismatch: ({ label }) => `“${label}” in README.txt is missing or does not match the audit trail`,
  certificate_unreadable: () => "certificates.pem contains an unreadable certificate",
  certificate_fingerprints_mismatch: () => "the fingerprints in certificates.pem do not match its certificates",
  certificate_repeated: (certificate) =>
    `certificates.pem contains a second certificate with the same name and key: ${certificateText(certificate)}`,
  certificate_missing: (certificate) =>
    `certificates.pem is missing a certificate of the document’s signatures: ${certificateText(certificate)}`,
  certificate_unexpected: (certificate) =>
    `certificates.pem contains an unexpected certificate, not in the path of any signature: ${certificateText(certificate)}`,
  original_mismatch: ({ name }) => `${name} does not match the SHA-256 of the uploaded file`,
  attachment_not_recorded: ({ name }) => `unexpected attachment: ${name} is not in the audit trail`,
  attachment_mismatch: ({ name, seq }) => `${name} does not match the file attached at event ${seq}`,

  closing_removed: () => "the closing record was removed: the evidence document states that the bundle has one",
  closing_signature_unreadable: () => "closing.p7s is not a readable CMS signature",
  closing_signature_invalid: () => "the signature of the closing record is invalid",
  closing_signature_with_more: () => "closing.p7s contains unexpected data besides the signature and its certificates",
  closing_signer_unknown: ({ subject, compared }) =>
    `the closing record was signed by ${subject}, which could not be matched to ${compared === "roots" ? "the given root certificate" : "the seals"}`,
  closing_unreadable: () => "closing.json is invalid or in an unsupported format",
  closed_entry_mismatch: ({ name }) => `${name} does not match the closing record`,
  closed_entry_missing: ({ name }) => `${name} is missing from the bundle but listed in the closing record`,
  entry_not_closed: ({ name }) => `unexpected file in the bundle: ${name} is not listed in the closing record`,
  closing_fact_mismatch: ({ fact }) =>
    `the ${closingFactNames[fact]} in the audit trail does not match the closing record`,

  file_list_missing: () => "the envelope’s audit trail does not list its sealed files",
  file_list_incomplete: ({ event }) =>
    `${named(event)} does not list every file of the envelope exactly once and in order`,
  file_list_hash_mismatch: ({ event }) => `the hash in ${named(event)} does not match its list of files`,
  file_entry_missing: ({ name }) => `${name} is missing from the bundle but belongs to a file of the envelope`,
  file_entry_unexpected: ({ name }) =>
    `unexpected file in the bundle: ${name} does not belong to any file of the envelope`,
  original_of_unconverted: ({ name, document }) =>
    `unexpected file in the bundle: ${name}, but ${document} was not converted`,
  another_file: ({ position }) => `this is not file ${position} of the envelope`,
  file_completion_missing: () => "its audit trail does not contain the completion event listed in the envelope",
  file_link_mismatch: () => "its sealed event does not match this envelope and the head of the envelope’s audit trail",
  file_bytes_mismatch: () => "the PDF does not match the one sealed with the envelope",
  given_pdf_not_in_envelope: () => "the given PDF is not a file of the envelope",
};

const noteTexts: { readonly [C in NoteCode]: (params: NoteParams[C]) => string } = {
  seal_covers: ({ event }) => `the seal covers the events up to ${named(event)}`,
  events_after_seal: ({ count }) =>
    `${count} later ${count === 1 ? "event is" : "events are"} chained to it but not covered by a seal`,
  not_sealed_yet: () => "the document is not sealed yet: no seal covers the audit trail",
  begins_with_upload: ({ size }) => `the PDF begins with the ${size} bytes that were uploaded`,
  upload_rewritten: () => "the upload was rewritten before signing: its original bytes are not in this PDF",
  service_host_matches: ({ service }) =>
    `the host of ${service}, the service stated in chain.json, matches the seal’s certificate; the rest of the address was not verified`,
  service_not_verified: ({ service }) =>
    `the service stated in chain.json, ${service}, was not verified: no hash covers it, and it is not in the seal’s certificate`,
  no_signed_pdf: () => "no signed PDF given: the audit trail was only checked for consistency, not against a seal",
  personal_values_hidden: ({ count }) =>
    `personal values erased or not included in this copy: ${count} (their salted hashes remain in the audit trail)`,

  given_pdf_later: () => "the given PDF is a later revision of document.pdf in the bundle",
  given_pdf_earlier: () => "the given PDF is an earlier revision of document.pdf in the bundle",
  readme_not_compared: () => "README.txt could not be compared: no readable audit trail",
  readme_reworded: () =>
    "README.txt differs from the text that this version writes: only the document ID, the two hashes and the service in it were checked",
  certificates_not_compared: () => "certificates.pem could not be compared: no PDF given",
  certificates_reworded: () =>
    "certificates.pem differs from what this version writes: rely on its certificates only, not on the text around them",
  no_root_certificate: () => "certificates.pem contains no root certificate",
  attachments_not_compared: () => "attachments could not be compared: no readable audit trail",
  attachments_match: ({ count }) =>
    `${count} ${count === 1 ? "attachment matches" : "attachments match"} the audit trail (SHA-256)`,
  attachments_not_included: ({ count }) =>
    `${count} ${count === 1 ? "attachment" : "attachments"} present at a signature or approval ${count === 1 ? "is" : "are"} not included in this copy: only the sender has all attachments`,
  original_matches: ({ type }) =>
    `the document was converted from the ${type} in the bundle; its SHA-256 matches the upload`,
  original_not_included: ({ type, document }) =>
    `${document ?? "the document"} was converted from a ${type} that is not included in this copy: only the sender has it`,
  closing_covers: ({ at, service, events }) =>
    `the closing record of ${at}, signed by the service, covers every file of the bundle, the service ${service} and all ${events} events`,
  closing_absent: () =>
    "no closing record, as in bundles of earlier versions: events after the seal are not covered by any signature",

  envelope_files: ({ count }) => `the envelope has ${count === 1 ? "1 file" : `${count} files`}`,
  file_original_compared: ({ document, original }) =>
    `${document} was converted from ${original}, which was compared with the SHA-256 of the upload`,
};

/** Every code of the offline check. */
export const checkCodes: readonly string[] = [...Object.keys(problemTexts), ...Object.keys(noteTexts)];

/** A failed check as a sentence. */
export function problemText({ code, params, entry }: Problem): string {
  const sentence = (problemTexts[code] as (values: typeof params) => string)(params);
  return entry === undefined ? sentence : `${entry}: ${sentence}`;
}

export function noteText({ code, params }: Note): string {
  return (noteTexts[code] as (values: typeof params) => string)(params);
}

/** The reason why a bundle was rejected. */
export function bundleProblemText(problem: BundleProblem): string {
  switch (problem.code) {
    case "end_not_at_end":
      return "not a zip file, or unexpected data after its end";
    case "incomplete":
      return "not a complete zip file";
    case "several_disks":
      return "multi-part zip files are not supported";
    case "end64_inconsistent":
      return "the zip64 end records are invalid or do not match";
    case "directory_misplaced":
      return "the central directory is too large or not at its stated offset";
    case "directory_damaged":
      return "the central directory is damaged or contains comments";
    case "data_before_directory":
      return "unexpected data before the central directory";
    case "data_in_directory":
      return "unexpected data in the central directory";
    case "too_many_entries":
      return `too many entries: ${problem.count}, limit ${problem.most}`;
    case "unreadable":
      return problem.detail;
    default:
      return `${problem.name}: ${entryProblemText(problem)}`;
  }
}

function entryProblemText(problem: Extract<BundleProblem, { name: string }>): string {
  switch (problem.code) {
    case "data_before_entry":
      return "unexpected data before it, or wrong order";
    case "header_differs":
      return "the local header does not match the central directory";
    case "descriptor_differs":
      return "the data descriptor does not match the central directory";
    case "extra_field_refused":
      return "the extra field is invalid or contains another size or name";
    case "unsupported_entry":
      return "encrypted, or an unsupported flag or compression method";
    case "link_or_folder":
      return "unpacks as a link or a folder";
    case "duplicate_entry":
      return "duplicate entry";
    case "entry_too_large":
      return `larger than ${problem.most / 1024 / 1024} MiB`;
    case "entry_damaged":
      return "damaged, or another size than stated";
  }
}

function named({ seq, type, at }: EventName): string {
  return `event ${seq} (${type}, ${at})`;
}

function certificateText({ subject, sha256 }: ProblemParams["certificate_missing"]): string {
  return `${subject}, SHA-256 ${sha256}`;
}

/** "2 of 3 signed, not sealed". */
function progressText({ signed, prepared, sealed }: Progress): string {
  return `${signed} of ${prepared} signed, ${sealed ? "seal not valid" : "not sealed"}`;
}

/** The last line: whether everything is valid, and whether the service that sealed it was verified. */
export function summaryOf({ problems, trust, document, evidence }: CheckedInput): string {
  if (problems.length > 0) return problems.length === 1 ? "1 problem found." : `${problems.length} problems found.`;
  if (document && outcomeOf(document) === "authority_changed")
    return "Everything given is valid, but the document was completed by a different authority than the one that certified it: see the notices.";
  if (document?.completeness?.code === "incomplete")
    return `Everything given is valid, but the document is not complete: ${progressText(document.completeness)}.`;
  if (document && outcomeOf(document) === "content_added")
    return "Everything given is valid, but a field was filled or a signature added over content that a signer did not see: see the warnings.";
  if (trust.status === "met")
    return "Everything given is valid and sealed by the service whose root certificate you gave.";
  if (trust.tops.length === 0)
    return `Everything given is valid, but the service that made it was not verified: ${document || evidence ? "no seal of a service found" : "no sealed document given"}.`;
  const tops = trust.tops.map(({ subject, issuer, sha256 }) =>
    subject === issuer
      ? `the fingerprint of the root, SHA-256 ${sha256},`
      : `the fingerprint of the last certificate (no root in the files; issued by ${issuer}), SHA-256 ${sha256},`,
  );
  return `Everything given is valid, but the service that sealed it was not verified. Compare ${tops.join(" and ")} with the one published by the service at /pki/ca.crt, or give --ca=ROOT.pem.`;
}
