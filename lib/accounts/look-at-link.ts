import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { findAccountLink, type LinkPurpose } from "./account-link";

export type LinkState = { state: "live"; accountId: number; email: string } | { state: "over" } | { state: "unknown" };

/** What the page of a mailed link shows. Looking uses nothing up: mail scanners look too. */
export async function lookAtLink(ctx: Ctx, purpose: LinkPurpose, token: string): Promise<LinkState> {
  try {
    const { id, email } = await findAccountLink(ctx, purpose, token);
    return { state: "live", accountId: id, email };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { state: error.code === "link_expired" ? "over" : "unknown" };
  }
}
