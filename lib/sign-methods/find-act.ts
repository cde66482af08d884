import { and, eq, isNull } from "drizzle-orm";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { accountActor } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { signByLink } from "@/lib/sign-requests/find-by-link";
import { proveByLink } from "@/lib/sign-requests/prove-by-link";
import { assertMaySign } from "./may-sign";
import { methodKinds, type MethodKind } from "./registry";

/** How a signer names what they act on: the file, or their own link. */
export type ActTarget = { fileId: number } | { link: string };

/** One signer about to act on one file. */
export interface SigningAct {
  actor: AccountActor | GuestActor;
  file: File;
  signRequest: SignRequest;
  viaLink: boolean;
  purpose: "sign";
}

/**
 * The act that the actor may perform now. Throws `unauthenticated`; `not_found` to strangers, `not_the_signer` to the requester and
 * to another account or guest holding the link; `email_unproved`; `sign_method_mismatch` to a guest whose request is signed with a signing
 * password; and what `assertMaySign` throws about the state. A POST by the link's own account proves its address.
 */
export async function findAct(ctx: Ctx, actor: Actor, target: ActTarget): Promise<SigningAct> {
  const act =
    "link" in target
      ? await findByLink(ctx, signingActor(actor), target.link)
      : await findByFile(ctx, accountActor(actor), target.fileId);
  assertMaySign(act, await ctx.now());
  assertAddressSuffices(act);
  return act;
}

/** The same act as the rows say now. With `lock`, both rows stay locked until the transaction ends: the file first, always. */
export async function readActAgain<Act extends Pick<SigningAct, "file" | "signRequest" | "viaLink">>(
  ctx: Ctx,
  act: Act,
  lock: boolean,
): Promise<Act> {
  const file = ctx.db.select().from(files).where(eq(files.id, act.file.id));
  const [currentFile] = await (lock ? file.for("update") : file);
  const signRequest = ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.id, act.signRequest.id), isNull(signRequests.removedAt)));
  const [currentRequest] = await (lock ? signRequest.for("update") : signRequest);
  if (!currentFile || !currentRequest) throw new DomainError(act.viaLink ? "link_withdrawn" : "not_found");
  return { ...act, file: currentFile, signRequest: currentRequest };
}

/**
 * By its number, for a proved address only, and refused before anything is looked up: anybody may register a signer's address, and must
 * neither learn which documents wait for it nor use up the codes of its owner.
 */
async function findByFile(ctx: Ctx, actor: AccountActor, fileId: number): Promise<SigningAct> {
  if (actor.account.emailProvedAt === null) throw unproved();
  const [row] = await ctx.db
    .select({ file: files, signRequest: signRequests })
    .from(files)
    .leftJoin(
      signRequests,
      and(
        eq(signRequests.fileId, files.id),
        eq(signRequests.email, actor.account.email),
        isNull(signRequests.removedAt),
      ),
    )
    .where(eq(files.id, fileId));
  if (!row) throw new DomainError("not_found");
  const isRequester = row.file.requesterId === actor.account.id && row.file.status !== "deleted";
  if (!row.signRequest) throw new DomainError(isRequester ? "not_the_signer" : "not_found");
  if (row.file.status === "draft" && isRequester) throw new DomainError("file_not_released");
  return { actor, file: row.file, signRequest: row.signRequest, viaLink: false, purpose: "sign" };
}

async function findByLink(ctx: Ctx, actor: SigningAct["actor"], link: string): Promise<SigningAct> {
  const linked = await signByLink(ctx, actor, link);
  return { ...linked, actor: await proveByLink(ctx, actor, linked), viaLink: true, purpose: "sign" };
}

/** Who may sign by a link: an account, or the guest of that very request. */
function signingActor(actor: Actor): SigningAct["actor"] {
  return actor.kind === "guest" ? actor : accountActor(actor);
}

function assertAddressSuffices(act: SigningAct): void {
  const method = methodKinds[act.signRequest.signMethod];
  if (act.actor.kind === "guest") return assertGuestMaySign(method.kind);
  if (act.actor.account.emailProvedAt === null) throw unproved();
}

function unproved(): DomainError {
  return new DomainError("email_unproved", {
    detail: "Sign by the link in your invitation: it shows that the address is yours.",
  });
}

function assertGuestMaySign(kind: MethodKind["kind"]): void {
  if (kind === "password")
    throw new DomainError("sign_method_mismatch", {
      detail:
        "This document is signed with a signing password, which belongs to an account. Log in, or create an account.",
    });
}
