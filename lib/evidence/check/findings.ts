import type { ReportedFinding } from "@/lib/pades/verify/report/finding-text";
import type { Completeness, VerificationReport } from "@/lib/pades/verify/report/report";
import type { ReadmeLabel } from "@/lib/platform/signed-texts";

/** No parameters. */
type None = Record<never, never>;

/** An event of an audit trail. `at` is its time as stated there. */
export interface EventName {
  seq: number;
  type: string;
  at: string;
}
interface OfEvent {
  event: EventName;
}
interface OfValue {
  /** The number of the event. */
  seq: number;
  /** The place of the value in the event, such as `actor.email`. */
  path: string;
}
interface OfEntry {
  /** The name of an entry of the bundle. */
  name: string;
}
interface OfCertificate {
  /** One line. */
  subject: string;
  /** SHA-256 of its DER, lower-case hex. */
  sha256: string;
}

/** A PDF: the signed document, its evidence, the bundle's `document.pdf`, or one given in addition to the bundle. */
export type CheckedPdf = "document" | "evidence" | "bundled" | "given";

/** Failed checks, with the parameters of each code. `scripts/verify/print-report.ts` has the sentences. */
export interface ProblemParams {
  // Signatures, and the authority behind the seals.
  verdict_not_intact: { pdf: CheckedPdf; verdict: VerificationReport["verdict"] };
  seal_authority_mismatch: { pdf: "document" | "evidence" };
  no_seal_for_authority: None;

  // The audit trail by itself.
  chain_unreadable: { format: string | null; path: string };
  /** `place` is the index in the list of events, and `member` the invalid one. Null for the event itself. */
  event_malformed: { place: number; member: string | null };
  chain_empty: None;
  event_altered: OfEvent;
  event_version_unsupported: OfEvent & { version: number };
  event_of_another_document: OfEvent & { file: string };
  event_out_of_order: OfEvent & { expected: number };
  event_repeated: OfEvent;
  events_missing: { from: number; to: number };
  event_starts_another_chain: OfEvent;
  /** `next` is the number of the event whose `prev` does not match. */
  event_replaced: OfEvent & { next: number };
  head_mismatch: { head: number; last: EventName };
  fact_mismatch: { fact: "pages" | "originalSha256" | "originalSize" | "name" };
  personal_value_repeated: OfValue;
  personal_value_mismatch: OfValue;

  // The audit trail and the signed PDF.
  seal_missing: { file: string };
  sealed_event_missing: { head: string; last: EventName | null };
  sealed_event_mismatch: OfEvent;
  earlier_state: { pdf: "document" | "given" } & Progress;
  document_shorter: OfEvent;
  bytes_mismatch: OfEvent & { size: number };
  signature_not_recorded: { field: string };
  signature_missing: OfEvent;
  signature_certificate_mismatch: OfEvent & { field: string };

  // The evidence document.
  evidence_seal_missing: None;
  evidence_seal_mismatch: { decidedBy: ReportedFinding };
  evidence_of_another_document: None;
  evidence_without_document_seal: None;
  evidence_timestamp_invalid: { findings: ReportedFinding[] };
  evidence_attribute_unknown: { oid: string };
  evidence_download_mismatch: OfEvent;

  // The bundle.
  entry_missing: OfEntry;
  entry_unexpected: OfEntry;
  given_pdf_unrelated: None;
  readme_fact_mismatch: { label: ReadmeLabel };
  certificate_unreadable: None;
  certificate_fingerprints_mismatch: None;
  certificate_repeated: OfCertificate;
  certificate_missing: OfCertificate;
  certificate_unexpected: OfCertificate;
  original_mismatch: OfEntry;
  attachment_not_recorded: OfEntry;
  /** `seq` is the number of the event that recorded the attachment. */
  attachment_mismatch: OfEntry & { seq: number };

  // The closing record.
  closing_removed: None;
  closing_signature_unreadable: None;
  closing_signature_invalid: None;
  closing_signature_with_more: None;
  closing_signer_unknown: { subject: string; compared: "roots" | "seals" };
  closing_unreadable: None;
  closed_entry_mismatch: OfEntry;
  closed_entry_missing: OfEntry;
  entry_not_closed: OfEntry;
  closing_fact_mismatch: { fact: "service" | "file" | "head" };

  // The files of an envelope.
  file_list_missing: None;
  file_list_incomplete: OfEvent;
  file_list_hash_mismatch: OfEvent;
  file_entry_missing: OfEntry;
  file_entry_unexpected: OfEntry;
  original_of_unconverted: OfEntry & { document: string };
  another_file: { position: number };
  file_completion_missing: None;
  file_link_mismatch: None;
  file_bytes_mismatch: None;
  given_pdf_not_in_envelope: None;
}

/** Passed checks and open points. */
export interface NoteParams {
  // The audit trail.
  seal_covers: OfEvent;
  events_after_seal: { count: number };
  not_sealed_yet: None;
  begins_with_upload: { size: number };
  upload_rewritten: None;
  service_host_matches: { service: string };
  service_not_verified: { service: string };
  no_signed_pdf: None;
  personal_values_hidden: { count: number };

  // The bundle.
  given_pdf_later: None;
  given_pdf_earlier: None;
  readme_not_compared: None;
  readme_reworded: None;
  certificates_not_compared: None;
  certificates_reworded: None;
  no_root_certificate: None;
  attachments_not_compared: None;
  attachments_match: { count: number };
  attachments_not_included: { count: number };
  original_matches: { type: string };
  /** `document` is the entry of an envelope's file, or null for a single document. */
  original_not_included: { type: string; document: string | null };
  closing_covers: { at: string; service: string; events: number };
  closing_absent: None;

  // The files of an envelope.
  envelope_files: { count: number };
  file_original_compared: { document: string; original: string };
}

export type ProblemCode = keyof ProblemParams;
export type NoteCode = keyof NoteParams;
/** A failed check. `entry` is the envelope's file that it is about. */
export type Problem = { [C in ProblemCode]: { code: C; params: ProblemParams[C]; entry?: string } }[ProblemCode];
export type Note = { [C in NoteCode]: { code: C; params: NoteParams[C] } }[NoteCode];

export interface Findings {
  problems: Problem[];
  notes: Note[];
}

export const noFindings: Findings = { problems: [], notes: [] };

/** How many people signed an incomplete document, and whether the field of its seal contains a signature. */
export type Progress = Omit<Extract<Completeness, { code: "incomplete" }>, "code" | "file">;

type CodesWithout<Params> = {
  [C in keyof Params]: Params[C] extends None ? (None extends Params[C] ? C : never) : never;
}[keyof Params];

export function problem<C extends ProblemCode>(
  code: C,
  ...[params]: C extends CodesWithout<ProblemParams> ? [] : [params: ProblemParams[C]]
): Problem {
  return { code, params: params ?? {} } as Problem;
}

export function note<C extends NoteCode>(
  code: C,
  ...[params]: C extends CodesWithout<NoteParams> ? [] : [params: NoteParams[C]]
): Note {
  return { code, params: params ?? {} } as Note;
}
