import type { File, SignRequest } from "@/db/schema/files";
import { isOpenToSigners } from "@/lib/files/access";
import { statusAt } from "@/lib/files/status";

/** What the page of a sign link is about, whoever looks at it. `live`: this signer may sign now. */
export type LinkPageState =
  | "not_ready"
  | "not_your_turn"
  | "live"
  | "signed"
  | "finishing"
  | "completed"
  | "declined_by_you"
  | "declined"
  | "expired"
  | "withdrawn";

type LinkedFile = Pick<File, "status" | "expiresAt" | "completedAt">;
type LinkedSigner = Pick<SignRequest, "status" | "removedAt" | "toldAt">;

/**
 * The state of the page for this state of the file and the signer. It tells more states apart than `linkState`, which knows what the
 * API answers: where that answers `not_found`, this one says no more than that the document is not ready, or whose turn it is.
 */
export function linkPageState(signer: LinkedSigner, file: LinkedFile, now: Date): LinkPageState {
  const status = statusAt(file, now);
  if (signer.removedAt !== null) return signer.toldAt === null ? "not_ready" : "withdrawn";
  if (status === "draft" || signer.status === "draft") return "not_ready";
  if (!isOpenToSigners(file)) return signer.toldAt === null ? "not_ready" : "withdrawn";
  if (signer.status === "signed") return afterSigning(status);
  if (signer.status === "declined") return "declined_by_you";
  if (signer.toldAt === null)
    return signer.status === "waiting" && status !== "expired" ? "not_your_turn" : "not_ready";
  if (status === "declined") return "declined";
  if (status === "cancelled" || signer.status === "cancelled") return "withdrawn";
  if (status === "expired") return "expired";
  return signer.status === "waiting" ? "not_your_turn" : "live";
}

function afterSigning(status: File["status"]): LinkPageState {
  if (status === "signing_in_progress") return "finishing";
  return status === "signed" || status === "deleted" ? "completed" : "signed";
}
