import type { File, SignRequest } from "@/db/schema/files";
import { statusAt } from "@/lib/documents/status";
import { isOpenToSigners } from "@/lib/documents/visibility";
import { acts, hasActed } from "@/lib/requests/status";

/** The state of a sign link's page for any visitor. `live`: this signer may sign now. */
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

/** `outcome`: this signer is done and the link shows how it ended. Every other state except `live` is the error code returned. */
export type LinkState = "live" | "outcome" | "not_found" | "link_withdrawn" | "link_expired";

type LinkedFile = Pick<File, "status" | "expiresAt" | "completedAt">;
type LinkedSigner = Pick<SignRequest, "role" | "status" | "removedAt" | "notifiedAt">;

/**
 * Derives the link state from the states of file and signer. A signer who was not notified learns only that the document is not ready or
 * that others sign first. A CC has no link.
 */
export function linkPageState(signer: LinkedSigner, file: LinkedFile, now: Date): LinkPageState {
  const status = statusAt(file, now);
  if (!acts(signer)) return "not_ready";
  if (signer.removedAt !== null) return signer.notifiedAt === null ? "not_ready" : "withdrawn";
  if (status === "draft" || signer.status === "draft") return "not_ready";
  if (!isOpenToSigners(file)) return signer.notifiedAt === null ? "not_ready" : "withdrawn";
  if (hasActed(signer)) return afterSigning(status);
  if (signer.status === "declined") return "declined_by_you";
  if (signer.notifiedAt === null)
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

/** The API's answer for a sign link. Waiting signers get `not_found`, even after the document has ended. */
export function linkState(signer: LinkedSigner, file: LinkedFile, now: Date): LinkState {
  const isWaiting = signer.status === "waiting" && signer.removedAt === null;
  return signer.notifiedAt === null || isWaiting ? "not_found" : answers[linkPageState(signer, file, now)];
}

const answers: Record<LinkPageState, LinkState> = {
  not_ready: "not_found",
  not_your_turn: "not_found",
  live: "live",
  signed: "outcome",
  finishing: "outcome",
  completed: "outcome",
  declined_by_you: "outcome",
  declined: "link_withdrawn",
  expired: "link_expired",
  withdrawn: "link_withdrawn",
};
