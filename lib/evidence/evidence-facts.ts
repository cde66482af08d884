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
  outcome: "signed" | "declined" | "withdrawn" | "not_signed";
  closedAt: Date | null;
  /** Of the invitation: how it went out. */
  invited: { at: string; way: "mail" | "inbox" | "not_notified" } | null;
  opened: string | null;
  viewed: string | null;
  consent: { version: string; locale: string; at: string } | null;
  signature: EvidenceSignature | null;
}

export interface EvidenceSignature {
  seq: number;
  at: string;
  proof: SigningProof;
  /** How the address was proved to be the signer's before, where an account signed. */
  addressProof: AddressProof;
  /** Mail to this address went to the message inbox instead of being sent, so that using it proves no access to a mailbox. */
  isAddressInInbox?: boolean;
  address: string | null;
  userAgent: string | null;
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
