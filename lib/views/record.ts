import type {
  AttachmentRequest,
  CopyTime,
  FieldDetails,
  FieldType,
  File,
  FileStatus,
  ReaderComparison,
  SignatureFacts,
  SignMethod,
  SignRequestRole,
  SignRequestStatus,
  UploadSource,
  UploadWarning,
} from "@/db/schema/files";
import type { SignatureOptionsChange } from "@/db/schema/signature-options";
import { statusAt } from "@/lib/documents/status";
import type { Alignment, DateFormat, FieldFont } from "@/lib/platform/geometry/field-text";
import { signerStatusIn } from "@/lib/requests/state/status";

/** A file with everything its API object shows, read in one query. Times are ISO 8601 as printed by Postgres. */
export interface FileRecord {
  id: number;
  uuid: string;
  kind: File["kind"];
  /** The uuid of the envelope that it is a file of. */
  envelope: string | null;
  name: string;
  status: FileStatus;
  pageCount: number;
  repaired: boolean;
  alreadySigned: boolean;
  decrypted: boolean;
  frozenFields: number;
  removed: string[];
  remaining: string[];
  warnings: UploadWarning[];
  readers: ReaderComparison | null;
  size: number;
  sha256: string;
  originalSha256: string;
  source: UploadSource | null;
  createdAt: string;
  releasedAt: string | null;
  completedAt: string | null;
  expiresAt: string | null;
  allowDelegation: boolean;
  signatureOptions: SignatureOptionsChange | null;
  pagesWithoutMark: number[] | null;
  /** Null: never, or not known yet. */
  contentDueAt: string | null;
  contentDeletedAt: string | null;
  onHold: boolean;
  requester: { id: number; email: string; displayName: string };
  /** In signing order. */
  signers: SignerRecord[];
  /** In the order in which they were placed, including those of removed signers. */
  fields: FieldRecord[];
  /** The files of an envelope, in order. */
  pdfs: PdfRecord[];
}

export interface PdfRecord extends Pick<
  FileRecord,
  | "id"
  | "uuid"
  | "name"
  | "pageCount"
  | "size"
  | "sha256"
  | "originalSha256"
  | "repaired"
  | "alreadySigned"
  | "decrypted"
  | "frozenFields"
  | "removed"
  | "remaining"
  | "warnings"
  | "readers"
  | "source"
> {
  signatures: { signRequestId: number; signature: SignatureFacts }[];
}

export interface SignerRecord {
  id: number;
  email: string;
  givenName: string | null;
  /** The name of the account that has proved the address; null for none. */
  accountName: string | null;
  /** Whether any account has the address, proved or not. */
  hasAccount: boolean;
  description: string | null;
  subject: string | null;
  phone: string | null;
  language: string | null;
  role: SignRequestRole;
  status: SignRequestStatus;
  copyAt: CopyTime[];
  attachmentRequests: AttachmentRequest[];
  signingOrder: number;
  signMethod: SignMethod;
  identifyMethods: string[];
  createdAt: string;
  /** Like `isNotified` of the stored row. */
  isNotified: boolean;
  signedAt: string | null;
  closedAt: string | null;
  signature: SignatureFacts | null;
}

export interface FieldRecord extends FieldDetails {
  id: number;
  /** The id of the PDF that it is in. */
  fileId: number;
  signRequestId: number;
  type: FieldType;
  page: number;
  pageHeightPt: number;
  leftPt: number;
  topPt: number;
  widthPt: number;
  heightPt: number;
  required: boolean;
  label: string | null;
  value: string | null;
  readOnly: boolean;
  fontSizePt: number | null;
  alignment: Alignment | null;
  dateFormat: DateFormat | null;
  colour: string | null;
  font: FieldFont | null;
  /** The value that was signed, if a later signer's expression refers to the field. */
  signedValue: string | null;
}

/** The file and its signers in their states at `now`, even before the expiry job has written them. */
export function recordAt(file: FileRecord, now: Date): FileRecord {
  const status = statusAt(
    { status: file.status, expiresAt: file.expiresAt === null ? null : new Date(file.expiresAt) },
    now,
  );
  if (status === file.status) return file;
  const signers = file.signers.map((signer) => ({ ...signer, status: signerStatusIn(status, signer) }));
  return { ...file, status, signers };
}
