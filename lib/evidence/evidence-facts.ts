import type { ChainDocument } from "./schema";

/** What an evidence document tells: facts of the database and of the chain, words not yet chosen. */
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
  invited: { at: string; way: "mail" | "kept" | "not_told" } | null;
  opened: string | null;
  viewed: string | null;
  consent: { version: string; locale: string; at: string } | null;
  signature: EvidenceSignature | null;
}

export interface EvidenceSignature {
  seq: number;
  at: string;
  proof: ActProof;
  /** How the address was proved to be the signer's before, where an account signed. */
  addressProof: AddressProof;
  /** Mail to this address was kept in this service instead of sent, so that using it proves no access to a mailbox. */
  isAddressKept?: boolean;
  address: string | null;
  userAgent: string | null;
  fieldName: string;
  level: string;
  timestamp: string | null;
  certificate: { subject: string; issuer: string; serialNumber: string; sha256: string | null };
  /** The picture in the signature's box; `changed`: there was one, which its owner has removed or changed since. */
  image: { png: Buffer } | "changed" | null;
}

/** What was proved at the moment of signing. `isKept`: the code went nowhere, it was kept in this service. */
export type ActProof =
  | {
      kind: "code";
      channel: "email" | "sms" | "telegram" | "signal";
      sentTo: string | null;
      enteredAt: string;
      isKept?: boolean;
    }
  | { kind: "password" };

export type AddressProof = "invitation" | "confirmation" | "code" | "administrator" | "guest" | "unknown";
