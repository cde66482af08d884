import type {
  ElementType,
  FileStatus,
  ReaderComparison,
  SignatureFacts,
  SignMethod,
  SignRequestStatus,
  UploadWarning,
} from "@/db/schema/files";
import { statusAt } from "@/lib/documents/status";
import type { Alignment, DateFormat } from "@/lib/platform/geometry/field-text";
import { signerStatusIn } from "@/lib/requests/status";

/** A file with everything its API object shows, read in one query. Times are ISO 8601 as printed by Postgres. */
export interface FileRecord {
  id: number;
  uuid: string;
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
  createdAt: string;
  releasedAt: string | null;
  completedAt: string | null;
  expiresAt: string | null;
  /** Null: never, or not known yet. */
  contentDueAt: string | null;
  contentDeletedAt: string | null;
  onHold: boolean;
  requester: { id: number; email: string; displayName: string };
  /** In signing order. */
  signers: SignerRecord[];
  /** In the order in which they were placed, including those of removed signers. */
  elements: ElementRecord[];
}

export interface SignerRecord {
  id: number;
  email: string;
  givenName: string | null;
  /** Of the account that has proved the address; null for none. */
  accountName: string | null;
  /** Whether any account has the address, proved or not. */
  hasAccount: boolean;
  description: string | null;
  phone: string | null;
  language: string | null;
  status: SignRequestStatus;
  signingOrder: number;
  signMethod: SignMethod;
  identifyMethods: string[];
  createdAt: string;
  /** As `isNotified` of the stored row. */
  isNotified: boolean;
  signedAt: string | null;
  signature: SignatureFacts | null;
}

export interface ElementRecord {
  id: number;
  signRequestId: number;
  type: ElementType;
  page: number;
  pageHeightPt: number;
  leftPt: number;
  topPt: number;
  widthPt: number;
  heightPt: number;
  required: boolean;
  label: string | null;
  value: string | null;
  fontSizePt: number | null;
  alignment: Alignment | null;
  dateFormat: DateFormat | null;
}

/** The file and its signers in their states at `now`, even before the expiry job has written them. */
export function recordAt(file: FileRecord, now: Date): FileRecord {
  const status = statusAt(
    { status: file.status, expiresAt: file.expiresAt === null ? null : new Date(file.expiresAt) },
    now,
  );
  if (status === file.status) return file;
  const signers = file.signers.map((signer) => ({ ...signer, status: signerStatusIn(status, signer.status) }));
  return { ...file, status, signers };
}
