import type { File, SignRequest } from "@/db/schema/files";
import type { Challenge } from "@/db/schema/work";
import { DomainError } from "@/lib/errors";
import { isPastExpiry, wrongState } from "@/lib/files/status";
import { linkState } from "@/lib/sign-requests/link-state";

interface ActState {
  file: Pick<File, "status" | "expiresAt" | "completedAt">;
  signRequest: Pick<SignRequest, "status">;
  viaLink: boolean;
}

/**
 * Throws what keeps this signer from signing now: `already_signed`, `not_your_turn`, `link_expired`, `link_withdrawn` or `file_closed`,
 * and `not_found` where signers may not know of the file.
 */
export function assertMaySign(act: ActState, now: Date): void {
  const { file, signRequest } = act;
  if (file.status === "draft" || (file.status === "deleted" && file.completedAt === null))
    throw new DomainError("not_found");
  if (signRequest.status === "signed") throw new DomainError("already_signed");
  if (isPastExpiry(file, now))
    throw new DomainError(act.viaLink ? "link_expired" : "file_closed", { detail: "The time for signing is over." });
  if (signRequest.status === "cancelled") throw withdrawn(act);
  if (file.status !== "able_to_sign" && file.status !== "partially_signed") throw wrongState(file.status);
  if (signRequest.status === "waiting")
    throw new DomainError("not_your_turn", {
      detail: "Others sign before you. You will get a mail when it is your turn.",
    });
  if (signRequest.status !== "pending") throw new DomainError("file_closed");
}

/**
 * As `assertMaySign` for a code of this purpose. To be led to one's link is possible as long as the link is open; to show who one is, for
 * reading and keeping what was signed, after signing too. Signing itself never is.
 */
export function assertMayUseCode(
  act: ActState & { purpose: Challenge["purpose"] } & { signRequest: Parameters<typeof linkState>[0] },
  now: Date,
): void {
  const state = linkState(act.signRequest, act.file, now);
  if (
    act.purpose === "sign" ||
    (act.purpose === "identify" && !(act.signRequest.status === "signed" && state === "outcome"))
  )
    return assertMaySign(act, now);
  if (state !== "live" && state !== "outcome") throw withdrawn(act);
}

function withdrawn(act: ActState): DomainError {
  return new DomainError(act.viaLink ? "link_withdrawn" : "file_closed", { detail: "The request was withdrawn." });
}
