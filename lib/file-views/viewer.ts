import type { Account } from "@/db/schema/accounts";
import type { FileRecord, SignerRecord } from "./record";

/** Who looks: an account, the holder of one sign link, or anybody. */
export type Viewer =
  | { kind: "account"; account: ViewingAccount; hasSigningKey: boolean }
  /** `account`: the signer's own, when they are logged in as well. */
  | {
      kind: "link";
      signRequestId: number;
      signRequestUuid: string;
      account: ViewingAccount | null;
      hasSigningKey: boolean;
    }
  /** A signer without an account, who has shown to be that signer. */
  | { kind: "guest"; signRequestId: number; account: null; hasSigningKey: false }
  | { kind: "public"; account: null; hasSigningKey: false };

type ViewingAccount = Pick<Account, "id" | "email" | "emailProvedAt" | "role" | "phone">;

/** How a file looks to a viewer. `me` is the viewer's own entry among the signers. */
export interface View {
  role: "requester" | "signer" | "stranger";
  me: SignerRecord | null;
}

/** Signers in these states have not been told of the document. */
const untold = new Set<SignerRecord["status"]>(["draft", "waiting"]);

/** What the viewer is to the file; null when the file does not exist for them. */
export function viewOf(viewer: Viewer, file: FileRecord): View | null {
  const me = findMe(viewer, file);
  if (viewer.kind === "account" && viewer.account.id === file.requester.id)
    return file.status === "deleted" ? signerView(me, file) : { role: "requester", me };
  if (file.status === "draft") return null;
  if (me) return signerView(me, file);
  return file.status === "deleted" ? null : { role: "stranger", me: null };
}

function signerView(me: SignerRecord | null, file: FileRecord): View | null {
  if (!me || untold.has(me.status) || me.toldAt === null) return null;
  if (file.status === "deleted" && file.completedAt === null) return null;
  return { role: "signer", me };
}

function findMe(viewer: Viewer, file: FileRecord): SignerRecord | null {
  if (viewer.kind === "public") return null;
  if (viewer.kind === "link" || viewer.kind === "guest")
    return file.signers.find((signer) => signer.id === viewer.signRequestId) ?? null;
  if (viewer.account.emailProvedAt === null) return null;
  return file.signers.find((signer) => signer.email === viewer.account.email) ?? null;
}

/** Whether this signer could sign, as far as the state tells. */
export function canSign(file: FileRecord, me: SignerRecord | null): boolean {
  return me?.status === "pending" && (file.status === "able_to_sign" || file.status === "partially_signed");
}

/** A link in clear belongs to a signer who has been told, and to nobody else. */
export function mayLearnLink(me: SignerRecord | null): boolean {
  return me !== null && me.toldAt !== null && !untold.has(me.status);
}
