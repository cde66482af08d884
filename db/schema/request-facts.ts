/** The size of one page as a reader sees it, in points, and what the engine needs to place on it. */
export interface PageSize {
  widthPt: number;
  heightPt: number;
  rotation: 0 | 90 | 180 | 270;
}

/** How PDFium and pdf.js rendered the upload: pages that both read, and pages that they render differently. Codes: lib/engine/pictures/compare-readers.ts. */
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
export const signRequestRoles = ["signer", "approver", "viewer", "cc"] as const;
/** The states that a person of each role can be in. The table's check constraint is made from it. */
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
/** When a copy goes out: with the release, and when the document is complete. */
export const copyTimes = ["sent", "completed"] as const;
export type SignRequestRole = (typeof signRequestRoles)[number];
export type CopyTime = (typeof copyTimes)[number];

export const signMethods = ["password", "email", "sms", "telegram", "signal", "link"] as const;
export type SignMethod = (typeof signMethods)[number];

/** When a signer is reminded by the service itself. Whole days; `atMost` 0: never, `warnDays` 0: no warning before the deadline. */
export interface ReminderPlan {
  firstAfterDays: number;
  everyDays: number;
  /** Automatic reminders to one signer. */
  atMost: number;
  warnDays: number;
}

/** A finding of ingest: a `ShadowFinding` of lib/pdf/shadow, or a `SignatureWarning` of lib/documents/upload/uploaded-signatures.ts. */
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

/** Types of fields that take an image which the signer has stored. */
export const imageTypes = ["signature", "initial", "stamp"] as const satisfies readonly FieldType[];
export type ImageType = (typeof imageTypes)[number];

/** Rules for the value of a field. A member that is left out sets no rule. */
export interface FieldRules {
  /** Of a dropdown: what can be chosen. Of a text: what is proposed beside what the signer types. */
  options?: string[] | undefined;
  /** Of a number. Decimals are exact: they are compared as they are written. */
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  decimals?: number | undefined;
  decimalMark?: "." | "," | undefined;
  /** Of a number: drawn before and after it, such as a currency sign. */
  prefix?: string | undefined;
  suffix?: string | undefined;
  /** Of a text, in characters. */
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** An RE2 expression for the whole text, and what to say where it does not match. */
  pattern?: string | undefined;
  patternHint?: string | undefined;
  /** `0` stands for a digit, `A` for a letter, `*` for either; every other character for itself. */
  mask?: string | undefined;
  /** The signer can write several lines. */
  multiline?: boolean | undefined;
  /** Of a chosen date, YYYY-MM-DD. */
  earliest?: string | undefined;
  latest?: string | undefined;
  /** Of the checkboxes of a group: how many must and may be ticked. */
  minChecked?: number | undefined;
  maxChecked?: number | undefined;
}

/** Properties of a field beside its type, place, value and look. */
export interface FieldDetails {
  /** Radio buttons and checkboxes of one signer with the same group belong together. */
  group: string | null;
  rules: FieldRules | null;
  /** Explains the field to the signer. */
  help: string | null;
  /** An example in the empty field. */
  placeholder: string | null;
  /** Of the date of signing: an IANA name; null: UTC. */
  timeZone: string | null;
  /** CEL expressions over fields of the same PDF (decision 87): when the field is there, when it is required, and what its value is. */
  showWhen: string | null;
  requireWhen: string | null;
  calculate: string | null;
}

/** How a date is written. Those with a time are for the date of signing. */
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

/** The typeface of a field's text. Scripts that it lacks are drawn in the family without serifs. */
export const fieldFonts = ["sans", "serif", "mono"] as const;
export type FieldFont = (typeof fieldFonts)[number];

/** Types of files that a person can be asked for. Their bytes decide, never their names (lib/documents/attachments/file-type.ts). */
export const attachmentTypes = ["pdf", "jpeg", "png", "webp", "heic", "docx"] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Files that a signer or approver is asked for, such as an ID card. */
export interface AttachmentRequest {
  /** Unique for its person, also after changes: uploads name it. */
  id: number;
  label: string;
  help: string | null;
  /** Signing and approving need at least one file. */
  required: boolean;
  types: AttachmentType[];
  /** Of each file. */
  maxBytes: number;
  maxCount: number;
}

/** Files that become a PDF when they are uploaded. Their bytes decide (lib/documents/conversion/convert-upload.ts); `pictures` is a ZIP of pictures. */
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
  /** As the sender's computer calls it, where that is known. */
  name: string | null;
  /** The file has insertions or deletions that nobody has accepted, which the PDF shows as marks. */
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
