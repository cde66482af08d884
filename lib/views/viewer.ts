import type { Account } from "@/db/schema/accounts";
import { isAccountOf } from "@/lib/accounts/actor";
import { roleIn, type Role } from "@/lib/documents/access";
import { isAsked, isRunning } from "@/lib/records/events/status";
import type { FileRecord, SignerRecord } from "./record";

/** The viewer: an account, the holder of a sign link, or anybody. */
export type Viewer =
  | { kind: "account"; account: ViewingAccount; hasSigningKey: boolean }
  /** `account`: the signer's own, if they are also logged in. */
  | {
      kind: "link";
      signRequestId: number;
      signRequestUuid: string;
      account: ViewingAccount | null;
      hasSigningKey: boolean;
    }
  /** A signer without an account who has identified. */
  | { kind: "guest"; signRequestId: number; account: null; hasSigningKey: false }
  | { kind: "public"; account: null; hasSigningKey: false };

type ViewingAccount = Pick<
  Account,
  "id" | "email" | "emailProvedAt" | "emailProof" | "emailProofRequestId" | "role" | "phone"
>;

/** A file from a viewer's perspective. `me` is the viewer's own entry among the signers. */
export interface View {
  role: Role;
  me: SignerRecord | null;
}

/** The viewer's role; null when the file does not exist for them. */
export function viewOf(viewer: Viewer, file: FileRecord): View | null {
  const me = findMe(viewer, file);
  const isRequester = viewer.kind === "account" && viewer.account.id === file.requester.id;
  const role = roleIn(file, { isRequester, isNotified: me && me.isNotified });
  return role && { role, me };
}

function findMe(viewer: Viewer, file: FileRecord): SignerRecord | null {
  if (viewer.kind === "public") return null;
  if (viewer.kind === "link" || viewer.kind === "guest")
    return file.signers.find((signer) => signer.id === viewer.signRequestId) ?? null;
  return file.signers.find((signer) => isAccountOf(viewer.account, signer)) ?? null;
}

/** Whether this signer may sign, judging by the states alone. */
export function canSign(file: FileRecord, me: SignerRecord | null): boolean {
  return file.envelope === null && me?.role === "signer" && me.status === "pending" && isRunning(file.status);
}

/** The link in clear, only for its own notified person. A CC has none. */
export function mayLearnLink(me: SignerRecord | null): boolean {
  return me !== null && isAsked(me) && me.isNotified;
}
