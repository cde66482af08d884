import type { CopyTime, SignatureFacts, SignRequestRole } from "@/db/schema/files";
import type { ChainDocument } from "./schema";

/** Facts for an evidence document, from the database and the chain, before they are worded. */
export interface EvidenceFacts {
  /** Up to the sealed head only. */
  chain: ChainDocument;
  sealed: { seq: number; hash: string };
  /** The revision created by the seal. */
  sealedRevision: { sha256: string; size: number };
  completedAt: Date;
  releasedAt: Date | null;
  sender: { name: string; email: string };
  signers: EvidenceSigner[];
  verifyUrl: string;
  /** How the instance presents itself. Null members mean the product's own. */
  brand: { name: string | null; logo: Buffer | null };
  madeAt: Date;
  /** Names for the ids in events. */
  people: People;
  /** The files of an envelope, in order, or null for a document. */
  files: EvidenceFile[] | null;
}

/** One PDF of an envelope, as sealed. */
export interface EvidenceFile {
  uuid: string;
  name: string;
  pages: number;
  originalSha256: string;
  sealed: { sha256: string; size: number };
  /** The names of its signers. */
  signers: string[];
  /** Findings of the upload. */
  shadowContent: unknown;
}

export interface People {
  bySignRequest: ReadonlyMap<number, string>;
  byAccount: ReadonlyMap<number, string>;
}

export interface EvidenceSigner {
  signRequestId: number;
  name: string;
  /** Null after erasure. */
  email: string | null;
  role: SignRequestRole;
  outcome:
    | "signed"
    | "approved"
    | "read"
    | "copied"
    | "declined"
    | "withdrawn"
    | "replaced"
    | "delegated"
    | "not_signed";
  /** The person whom this one replaced, who decided it, and the delegator's reason. */
  replaces: { name: string; by: "requester" | "delegate"; reason: string | null } | null;
  /** The person who replaced this one. */
  replacedBy: string | null;
  closedAt: Date | null;
  /** When and how the invitation was sent. */
  invited: { at: string; way: "mail" | "inbox" | "not_notified" } | null;
  /** The direct link at which the signer proved the address before the document existed, and the times of the code. */
  directLink: { id: number; sentAt: string; enteredAt: string } | null;
  opened: string | null;
  viewed: string | null;
  consent: { version: string; locale: string; at: string } | null;
  signature: EvidenceSignature | null;
  /** For an approver. */
  approval: EvidenceApproval | null;
  /** Copies sent to a CC. */
  copies: { copy: CopyTime; at: string; way: "mail" | "inbox" }[];
}

/**
 * A file that a person had attached when they signed or approved. Its name is visible only to that person and the
 * sender.
 */
export interface EvidenceAttachment {
  type: string;
  size: number;
  sha256: string;
}

/** A field hidden by its condition, so that the signer was not asked to fill it. */
export interface SkippedField {
  elementId: number;
  type: string;
  page: number;
  /** The number of the file within an envelope. */
  file?: number | undefined;
}

export interface EvidenceApproval {
  seq: number;
  at: string;
  attachments?: EvidenceAttachment[];
  proof: SigningProof;
  addressProof: AddressProof;
  isAddressInInbox?: boolean;
  address: string | null;
  userAgent: string | null;
}

export interface EvidenceSignature {
  seq: number;
  at: string;
  attachments?: EvidenceAttachment[];
  proof: SigningProof;
  /** How the address had been proved to be the signer's, if an account signed. */
  addressProof: AddressProof;
  /**
   * E-mail to this address went to the message inbox instead of being sent, so that using it does not prove access to a
   * mailbox.
   */
  isAddressInInbox?: boolean;
  address: string | null;
  userAgent: string | null;
  /** As stated by the signer, or set by the requester. Null if there is none, and after erasure. */
  reason: string | null;
  location: string | null;
  skipped?: SkippedField[];
  fieldName: string;
  level: string;
  timestamp: string | null;
  /** `name`: the attributes of the subject; null in signatures of earlier versions. */
  certificate: {
    subject: string;
    name: SignatureFacts["name"] | null;
    issuer: string;
    serialNumber: string;
    sha256: string | null;
  };
  /** The image in the signature field. `changed`: there was one, which its owner has since removed or changed. */
  image: { png: Buffer } | "changed" | null;
}

/**
 * The proof at the time of signing. `isInInbox`: the code or the link was not sent but went to the message inbox.
 * `isOpeningCode`: the code was entered to open the document, and the signature followed without a second one.
 */
export type SigningProof =
  | {
      kind: "code";
      channel: "email" | "sms" | "telegram" | "signal";
      sentTo: string | null;
      enteredAt: string;
      isInInbox?: boolean;
      isOpeningCode?: boolean;
    }
  | { kind: "password" }
  | { kind: "link"; by: "link" | "account"; clickedAt: string; isInInbox?: boolean };

export type AddressProof = "invitation" | "confirmation" | "code" | "administrator" | "guest" | "link" | "unknown";
