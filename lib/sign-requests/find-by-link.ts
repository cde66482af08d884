import { eq } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { linkMiss } from "@/lib/rates/link-misses";
import { hashLink, isUuid } from "./link";
import { linkState } from "./link-state";

/** What a sign-request UUID names. */
export interface LinkedRequest {
  signRequest: SignRequest;
  file: File;
}

/** Finds by the UUID's hash, whatever the state. A miss is counted: throws `not_found`, or `rate_limited` when there are too many. */
export async function findByLink(ctx: Ctx, signRequestUuid: string): Promise<LinkedRequest> {
  const [row] = !isUuid(signRequestUuid) ? [] : await ctx.db.select({ signRequest: signRequests, file: files })
    .from(signRequests).innerJoin(files, eq(signRequests.fileId, files.id)).where(eq(signRequests.linkHash, hashLink(signRequestUuid)));
  if (!row) throw await linkMiss(ctx);
  return row;
}

/**
 * As `findByLink` for somebody who wants to read or act: the link must lead somewhere now. Throws also `not_the_signer` for
 * another account, `link_withdrawn`, `link_expired`. A signer whose part is over is let in, to see how it ended.
 */
export async function getByLink(ctx: Ctx, actor: Actor, signRequestUuid: string): Promise<LinkedRequest> {
  const found = await findByLink(ctx, signRequestUuid);
  const state = linkState(found.signRequest, found.file, await ctx.now());
  if (state === "not_found") throw await linkMiss(ctx);
  assertNotAnotherAccount(actor, found.signRequest);
  if (state === "link_withdrawn" || state === "link_expired") throw new DomainError(state, { detail: linkWords[state] });
  return found;
}

const linkWords = { link_withdrawn: "This request was withdrawn.", link_expired: "The time to sign this document is over." };

/** A link opened in another account's session shows no document (POLICY.md section 2). */
export function assertNotAnotherAccount(actor: Actor, signRequest: Pick<SignRequest, "email">): void {
  if (actor.kind !== "account" || actor.account.email === signRequest.email) return;
  throw new DomainError("not_the_signer", { detail: "This link is for somebody else than the account you are logged in with." });
}
