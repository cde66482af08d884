import { eq } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { isOpenToSigners } from "@/lib/files/access";
import { linkMiss } from "@/lib/rates/link-misses";
import { hashLink, isUuid } from "./link";
import { linkState, type LinkState } from "./link-state";
import { noteWrongAccount } from "./note-link";

/** What a sign-request UUID names. */
export interface LinkedRequest {
  signRequest: SignRequest;
  file: File;
}

/** Finds by the UUID's hash, whatever the state. A miss is counted: throws `not_found`, or `rate_limited` when there are too many. */
export async function findByLink(ctx: Ctx, signRequestUuid: string): Promise<LinkedRequest> {
  const [row] = !isUuid(signRequestUuid)
    ? []
    : await ctx.db
        .select({ signRequest: signRequests, file: files })
        .from(signRequests)
        .innerJoin(files, eq(signRequests.fileId, files.id))
        .where(eq(signRequests.linkHash, hashLink(signRequestUuid)));
  if (!row) throw await linkMiss(ctx);
  return row;
}

/**
 * As `findByLink` for somebody who wants to read or act: the link must lead somewhere now. Throws also `not_the_signer` for
 * another account and for the guest of another request, `link_withdrawn`, `link_expired`. A signer whose part is over is let in, to see how it ended.
 */
export async function getByLink(ctx: Ctx, actor: Actor, signRequestUuid: string): Promise<LinkedRequest> {
  const found = await findByLink(ctx, signRequestUuid);
  const state = await openState(ctx, found);
  assertNotSomeoneElse(actor, found.signRequest);
  return assertUsable(found, state);
}

/** As `getByLink` for a POST: that another account tried is noted in the file's trail, which a GET leaves alone. */
export async function actByLink(
  ctx: Ctx,
  actor: Actor,
  signRequestUuid: string,
): Promise<LinkedRequest & { isLive: boolean }> {
  return actOn(ctx, actor, await findByLink(ctx, signRequestUuid));
}

/** As `actByLink` for who is about to sign: `not_your_turn` to the signer themself who has to wait, for whom all else is `not_found` (docs/spec/api.md#not-found). */
export async function signByLink(ctx: Ctx, actor: Actor, signRequestUuid: string): Promise<LinkedRequest> {
  const found = await findByLink(ctx, signRequestUuid);
  if (mustWait(found) && !isSomeoneElse(actor, found.signRequest))
    throw new DomainError("not_your_turn", {
      detail: "Others sign before you. You will get a mail when it is your turn.",
    });
  return actOn(ctx, actor, found);
}

async function actOn(ctx: Ctx, actor: Actor, found: LinkedRequest): Promise<LinkedRequest & { isLive: boolean }> {
  const state = await openState(ctx, found);
  if (isSomeoneElse(actor, found.signRequest)) await noteWrongAccount(ctx, actor, found);
  assertNotSomeoneElse(actor, found.signRequest);
  return { ...assertUsable(found, state), isLive: state === "live" };
}

async function openState(ctx: Ctx, { signRequest, file }: LinkedRequest): Promise<LinkState> {
  const state = linkState(signRequest, file, await ctx.now());
  if (state === "not_found") throw await linkMiss(ctx);
  return state;
}

function mustWait({ signRequest, file }: LinkedRequest): boolean {
  return signRequest.status === "waiting" && signRequest.removedAt === null && isOpenToSigners(file);
}

function assertUsable(found: LinkedRequest, state: LinkState): LinkedRequest {
  if (state === "link_withdrawn" || state === "link_expired")
    throw new DomainError(state, { detail: linkWords[state] });
  return found;
}

const linkWords = {
  link_withdrawn: "This request was withdrawn.",
  link_expired: "The time to sign this document is over.",
};

/** A link opened in another account's session shows no document (docs/spec/guarantees.md#under-attack). */
function assertNotSomeoneElse(actor: Actor, signRequest: Pick<SignRequest, "id" | "email">): void {
  if (!isSomeoneElse(actor, signRequest)) return;
  throw new DomainError("not_the_signer", { detail: "This link is for somebody else than who you have shown to be." });
}

/** Whether the caller has shown to be somebody, and not this signer: another account, or the guest of another request. */
export function isSomeoneElse(actor: Actor, signRequest: Pick<SignRequest, "id" | "email">): boolean {
  if (actor.kind === "guest") return actor.signRequestId !== signRequest.id;
  return actor.kind === "account" && actor.account.email !== signRequest.email;
}
