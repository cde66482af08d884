import type { CopyTime, SignRequestRole } from "@/db/schema/files";
import type { ChainDocument } from "./schema";

/** Facts for an evidence document, from the database and the chain, not yet put into words. */
export interface EvidenceFacts {
  /** Up to the sealed head only. */
  chain: ChainDocument;
  sealed: { seq: number; hash: string };
  /** The revision that the seal made. */
  sealedRevision: { sha256: string; size: number };
  completedAt: Date;
  releasedAt: Date | null;
  sender: { name: string; email: string };
  signers: EvidenceSigner[];
  verifyUrl: string;
  /** How the instance presents itself; null members are the product's own. */
  brand: { name: string | null; logo: Buffer | null };
  madeAt: Date;
  /** Names behind the ids that events carry. */
  people: People;
  /** The files of an envelope, in order; null for a document. */
  files: EvidenceFile[] | null;
}

/** One PDF of an envelope, as it was sealed. */
export interface EvidenceFile {
  uuid: string;
  name: string;
  pages: number;
  originalSha256: string;
  sealed: { sha256: string; size: number };
  /** The names of those who signed it. */
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
  /** Null once it was erased. */
  email: string | null;
  role: SignRequestRole;
  outcome:
    "signed" | "approved" | "read" | "copied" | "declined" | "withdrawn" | "replaced" | "delegated" | "not_signed";
  /** The person whose place this one took, who decided it, and the delegator's reason. */
  replaces: { name: string; by: "requester" | "delegate"; reason: string | null } | null;
  /** The person who took this one's place. */
  replacedBy: string | null;
  closedAt: Date | null;
  /** The time of the invitation and how it was sent. */
  invited: { at: string; way: "mail" | "inbox" | "not_notified" } | null;
  /** The direct link at which they proved their address, before there was a document; the times of the code. */
  directLink: { id: number; sentAt: string; enteredAt: string } | null;
  opened: string | null;
  viewed: string | null;
  consent: { version: string; locale: string; at: string } | null;
  signature: EvidenceSignature | null;
  /** Of an approver. */
  approval: EvidenceApproval | null;
  /** Copies that a CC got. */
  copies: { copy: CopyTime; at: string; way: "mail" | "inbox" }[];
}

/** A file that a person had attached when they signed or approved. Its name is theirs alone. */
export interface EvidenceAttachment {
  type: string;
  size: number;
  sha256: string;
}

/** A field that was not there by its condition, so that nobody was asked to fill it. */
export interface SkippedField {
  elementId: number;
  type: string;
  page: number;
  /** The number of the file, in an envelope. */
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
  /** How the address was proved to be the signer's before, where an account signed. */
  addressProof: AddressProof;
  /** Mail to this address went to the message inbox instead of being sent, so that using it proves no access to a mailbox. */
  isAddressInInbox?: boolean;
  address: string | null;
  userAgent: string | null;
  /** As the signer stated it, or the requester set it; null for none, and when it was erased. */
  reason: string | null;
  location: string | null;
  skipped?: SkippedField[];
  fieldName: string;
  level: string;
  timestamp: string | null;
  certificate: { subject: string; issuer: string; serialNumber: string; sha256: string | null };
  /** The picture in the signature's box; `changed`: there was one, which its owner has removed or changed since. */
  image: { png: Buffer } | "changed" | null;
}

/**
 * The proof at the moment of signing. `isInInbox`: the code or the link was not sent, it went to the message inbox. `isOpeningCode`: the code
 * was entered to open the document, and the signature followed without a second one.
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
