/** The size of one page as displayed, in points, and what the engine needs to place content on it. */
export interface PageSize {
  widthPt: number;
  heightPt: number;
  rotation: 0 | 90 | 180 | 270;
}

/**
 * Comparison of the upload's renderings by PDFium and pdf.js: pages that both read, and pages that they render
 * differently. Codes: lib/engine/pictures/compare-readers.ts.
 */
export interface ReaderComparison {
  compared: number;
  of: number;
  differences: { code: "page_count" | "unreadable" | "page_size" | "text" | "picture"; page: number }[];
}

/** The kind of a row of `files`. */
export const fileKinds = ["file", "envelope"] as const;

export const fileStatuses = [
  "draft",
  "able_to_sign",
  "partially_signed",
  "signed",
  "deleted",
  "signing_in_progress",
  "declined",
  "cancelled",
  "expired",
] as const;
type FileStatus = (typeof fileStatuses)[number];
/** Signers may still sign or decline. The condition of the index `files_open` names them, too. */
export const runningStatuses: readonly FileStatus[] = ["able_to_sign", "partially_signed"];
/** The document was sent, and is neither complete nor ended. */
export const unfinishedStatuses: readonly FileStatus[] = [...runningStatuses, "signing_in_progress"];
/** Nothing can change the state of the document any more, except that a signed one can be deleted. */
export const finalStatuses: readonly FileStatus[] = ["signed", "declined", "cancelled", "deleted"];
/** The document has ended. One that expired can be reopened by a later deadline, so its codes and keys of jobs stay. */
export const endedStatuses: readonly FileStatus[] = [...finalStatuses, "expired"];
/** The list in SQL, with its parentheses. */
export function statusesSql(statuses: readonly FileStatus[]): string {
  return `(${statuses.map((status) => `'${status}'`).join(", ")})`;
}
export const signRequestRoles = ["signer", "approver", "viewer", "cc"] as const;
/** The states that a person in each role can have. The table's check constraint is derived from it. */
export const statusesOfRole = {
  signer: ["draft", "pending", "waiting", "signed", "declined", "cancelled", "expired"],
  approver: ["draft", "pending", "waiting", "approved", "declined", "cancelled", "expired"],
  viewer: ["draft", "pending", "waiting", "viewed", "cancelled", "expired"],
  cc: ["draft", "waiting", "copied", "cancelled", "expired"],
} as const satisfies Record<(typeof signRequestRoles)[number], readonly string[]>;
export const signRequestStatuses = [
  "draft",
  "pending",
  "waiting",
  "signed",
  "approved",
  "viewed",
  "copied",
  "declined",
  "cancelled",
  "expired",
] as const;
/** When a copy is sent: on release, and when the document is complete. */
export const copyTimes = ["sent", "completed"] as const;
export type SignRequestRole = (typeof signRequestRoles)[number];
export type CopyTime = (typeof copyTimes)[number];

export const signMethods = ["password", "email", "sms", "telegram", "signal", "link"] as const;
export type SignMethod = (typeof signMethods)[number];

/**
 * When the service reminds a signer automatically. Whole days; `atMost` 0: never, `warnDays` 0: no warning before the
 * deadline.
 */
export interface ReminderPlan {
  firstAfterDays: number;
  everyDays: number;
  /** Maximum number of automatic reminders to one signer. */
  atMost: number;
  warnDays: number;
}

/**
 * A finding of ingest: a `ShadowFinding` of lib/pdf/shadow, or a `SignatureWarning` of
 * lib/documents/upload/uploaded-signatures.ts.
 */
export type UploadWarning = { code: string; count: number };

/** All types of a field. Every other list of them derives from this one (CONTRIBUTING.md, "Add a field type"). */
export const fieldTypes = [
  "signature",
  "initial",
  "stamp",
  "date",
  "name",
  "email",
  "text",
  "checkbox",
  "radio",
  "dropdown",
  "number",
  "phone",
  "day",
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Field types in which a signature is visible, the preferred one first. */
export const signatureTypes = ["signature", "initial"] as const satisfies readonly FieldType[];

/** Field types that take an image stored by the signer. */
export const imageTypes = [...signatureTypes, "stamp"] as const satisfies readonly FieldType[];
export type ImageType = (typeof imageTypes)[number];

/** Rules for the value of a field. An omitted member sets no rule. */
export interface FieldRules {
  /** For a dropdown: the choices. For a text: suggestions beside free input. */
  options?: string[] | undefined;
  /** For a number. Decimals are exact: they are compared as written. */
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  decimals?: number | undefined;
  decimalMark?: "." | "," | undefined;
  /** For a number: text drawn before and after it, such as a currency sign. */
  prefix?: string | undefined;
  suffix?: string | undefined;
  /** For a text, in characters. */
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** An RE2 expression for the whole text, and the message if it does not match. */
  pattern?: string | undefined;
  patternHint?: string | undefined;
  /** `0` matches a digit, `A` a letter, `*` either; any other character matches itself. */
  mask?: string | undefined;
  /** The signer can write several lines. */
  multiline?: boolean | undefined;
  /** For a date chosen by the signer, YYYY-MM-DD. */
  earliest?: string | undefined;
  latest?: string | undefined;
  /** For the checkboxes of a group: how many must and may be ticked. */
  minChecked?: number | undefined;
  maxChecked?: number | undefined;
}

/** Properties of a field other than its type, position, value and appearance. */
export interface FieldDetails {
  /** Radio buttons and checkboxes of one signer with the same group name belong together. */
  group: string | null;
  rules: FieldRules | null;
  /** Explains the field to the signer. */
  help: string | null;
  /** An example in the empty field. */
  placeholder: string | null;
  /** For the date of signing: an IANA name; null: UTC. */
  timeZone: string | null;
  /**
   * CEL expressions over fields of the same PDF (decision 87): when the field is shown, when it is required, and what
   * its value is.
   */
  showWhen: string | null;
  requireWhen: string | null;
  calculate: string | null;
}

/** How a date is written. Formats with a time are for the date of signing. */
export const dateFormats = [
  "YYYY-MM-DD",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD.MM.YYYY",
  "YYYY-MM-DD HH:mm",
  "DD/MM/YYYY HH:mm",
  "MM/DD/YYYY HH:mm",
  "DD.MM.YYYY HH:mm",
] as const;
export type DateFormat = (typeof dateFormats)[number];

/** The typeface of a field's text. Scripts that it lacks are drawn in the sans family. */
export const fieldFonts = ["sans", "serif", "mono"] as const;
export type FieldFont = (typeof fieldFonts)[number];

/**
 * Types of files that can be requested from a person. Detected from the bytes and never from the name
 * (lib/documents/attachments/file-type.ts).
 */
export const attachmentTypes = ["pdf", "jpeg", "png", "webp", "heic", "docx"] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Files requested from a signer or approver, such as an ID card. */
export interface AttachmentRequest {
  /** Unique for its person, even after changes: uploads refer to it. */
  id: number;
  label: string;
  help: string | null;
  /** Signing and approving need at least one file. */
  required: boolean;
  types: AttachmentType[];
  /** Maximum size of each file. */
  maxBytes: number;
  maxCount: number;
}

/**
 * Files that are converted to PDF on upload. Detected from the bytes (lib/documents/conversion/convert-upload.ts);
 * `pictures` is a ZIP of pictures.
 */
export const sourceTypes = [
  "jpeg",
  "png",
  "webp",
  "tiff",
  "pictures",
  "docx",
  "odt",
  "rtf",
  "html",
  "markdown",
] as const;
export type SourceType = (typeof sourceTypes)[number];

/** The uploaded file that a document was converted from. Size and hash are the document's `original…`. */
export interface UploadSource {
  type: SourceType;
  /** Its name on the sender's computer, if known. */
  name: string | null;
  /** The file has insertions or deletions that were not accepted, which the PDF shows as marks. */
  trackedChanges?: true;
}

/** The parts that a document's bytes are made of. */
export const segmentRoles = ["original", "content"] as const;
export const segmentKinds = [
  "upload",
  "converted",
  "repaired",
  "frozen",
  "unfilled",
  "preparation",
  "certification",
  "signature",
  "seal",
  "validation",
  "timestamp",
] as const;
