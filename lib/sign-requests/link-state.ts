import type { File, SignRequest } from "@/db/schema/files";
import { isOpenToSigners } from "@/lib/files/access";
import { isPastExpiry } from "@/lib/files/status";

/** `outcome`: this signer's part is over, the link shows how it ended. Everything else but `live` is the error code it answers. */
export type LinkState = "live" | "outcome" | "not_found" | "link_withdrawn" | "link_expired";

type LinkedFile = Pick<File, "status" | "expiresAt" | "completedAt">;
type LinkedSigner = Pick<SignRequest, "status" | "removedAt" | "toldAt">;

/** What a sign link leads to, in this state of the file and the signer. */
export function linkState(signer: LinkedSigner, file: LinkedFile, now: Date): LinkState {
  if (signer.toldAt === null) return "not_found";
  if (signer.removedAt !== null) return "link_withdrawn";
  if (file.status === "draft" || signer.status === "draft" || signer.status === "waiting") return "not_found";
  if (!isOpenToSigners(file)) return "link_withdrawn";
  if (signer.status === "signed" || signer.status === "declined") return "outcome";
  if (signer.status === "cancelled" || file.status === "cancelled" || file.status === "declined")
    return "link_withdrawn";
  return isPastExpiry(file, now) ? "link_expired" : "live";
}
