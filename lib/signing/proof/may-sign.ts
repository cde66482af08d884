import { and, eq, isNull, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests, type File, type SignRequest, type SignRequestRole } from "@/db/schema/files";
import type { Challenge } from "@/db/schema/work";
import { accountActor, isAccountOf } from "@/lib/accounts/actor";
import { accountOfSigner } from "@/lib/accounts/find";
import type { AccountActor, Actor, Ctx, GuestActor } from "@/lib/context/context";
import { methodKinds, type MethodKind } from "@/lib/context/sign-methods/registry";
import { isOpenToSigners } from "@/lib/documents/access";
import { isPastExpiry, wrongState } from "@/lib/documents/status";
import { DomainError } from "@/lib/platform/errors";
import { noteFileLock } from "@/lib/records/audit/append";
import { isRunning } from "@/lib/records/events/status";
import { linkState, proveByLink, signByLink } from "@/lib/requests/links/find-by-link";
import { isDone, notYourTurn, wrongRole } from "@/lib/requests/state/status";

interface SigningState {
  file: Pick<File, "status" | "expiresAt" | "completedAt">;
  signRequest: Pick<SignRequest, "status">;
  viaLink: boolean;
}

/**
 * Throws what prevents this signer from signing now: `already_signed`, `not_your_turn`, `link_expired`,
 * `link_withdrawn` or `file_closed`, and `not_found` when signers must not know about the file.
 */
export function assertMaySign(attempt: SigningState, now: Date): void {
  const { file, signRequest } = attempt;
  if (!isOpenToSigners(file)) throw new DomainError("not_found");
  if (isDone(signRequest)) throw new DomainError("already_signed");
  if (isPastExpiry(file, now))
    throw new DomainError(attempt.viaLink ? "link_expired" : "file_closed", {
      detail: "The deadline has passed.",
    });
  if (signRequest.status === "cancelled") throw withdrawn(attempt);
  if (!isRunning(file.status)) throw wrongState(file.status);
  if (signRequest.status === "waiting") throw notYourTurn();
  if (signRequest.status !== "pending") throw new DomainError("file_closed");
}

/**
 * Like `assertMaySign`, for a code of this purpose. `open` is allowed while the link is open, and `identify` even after
 * signing, to read and download the document. A code to sign is not.
 */
export function assertMayUseCode(
  attempt: SigningState & { purpose: Challenge["purpose"] } & { signRequest: Parameters<typeof linkState>[0] },
  now: Date,
): void {
  const state = linkState(attempt.signRequest, attempt.file, now);
  if (
    attempt.purpose === "sign" ||
    (attempt.purpose === "identify" && !(isDone(attempt.signRequest) && state === "outcome"))
  )
    return assertMaySign(attempt, now);
  if (state !== "live" && state !== "outcome") throw withdrawn(attempt);
}

function withdrawn(attempt: SigningState): DomainError {
  return new DomainError(attempt.viaLink ? "link_withdrawn" : "file_closed", { detail: "The request was withdrawn." });
}

/** The target of a signature: the file, or the signer's own link. */
export type SigningTarget = { fileId: number } | { link: string };

/** A signer about to sign a file. */
export interface SigningAttempt {
  actor: AccountActor | GuestActor;
  file: File;
  signRequest: SignRequest;
  viaLink: boolean;
  purpose: "sign";
}

/**
 * The signing request that the actor may sign now. A POST by the link's own account proves its address. Throws what
 * `assertMaySign` throws, `unauthenticated` and `email_unproved`, and
 * - `not_found` to strangers,
 * - `not_the_signer` to the requester and to another account or guest with the link,
 * - `sign_method_mismatch` to a guest whose request requires a signing password,
 * - `wrong_role` to people whose role is none of `roles`.
 */
export async function findAttempt(
  ctx: Ctx,
  actor: Actor,
  target: SigningTarget,
  roles: readonly SignRequestRole[],
): Promise<SigningAttempt> {
  const attempt =
    "link" in target
      ? await findByLink(ctx, signingActor(actor), target.link)
      : await findByFile(ctx, accountActor(actor), target.fileId);
  assertRole(attempt, roles);
  assertMaySign(attempt, await ctx.now());
  assertAddressSuffices(attempt);
  return { ...attempt, signRequest: await withName(ctx, attempt.signRequest) };
}

/**
 * Adds the name that every view shows for the person, so that the signature has the name its signer saw, logged in or
 * not.
 */
export async function withName(ctx: Ctx, signRequest: SignRequest): Promise<SignRequest> {
  if (signRequest.displayName) return signRequest;
  const [account] = await ctx.db
    .select({ displayName: accounts.displayName })
    .from(accounts)
    .innerJoin(signRequests, accountOfSigner())
    .where(eq(signRequests.id, signRequest.id));
  return { ...signRequest, displayName: account?.displayName || null };
}

/** Throws `wrong_role`. */
export function assertRole(
  { signRequest }: Pick<SigningAttempt, "signRequest">,
  roles: readonly SignRequestRole[],
): void {
  if (!roles.includes(signRequest.role)) throw wrongRole(signRequest.role);
}

/**
 * Throws `race_lost` if the document was prepared again since it was shown to the signer, because its signers and
 * fields, and so the drawn signature, may have changed. Clients that do not send the preparation they showed are not
 * checked.
 */
export function assertShown({ file }: Pick<SigningAttempt, "file">, preparation: number | undefined): void {
  if (preparation === undefined || preparation === file.preparation) return;
  throw new DomainError("race_lost", {
    reason: "changed_since_shown",
    detail: "The document changed after it was shown to you. Review it again before you continue.",
  });
}

/** Rereads the attempt's rows. `locked`: both stay locked until the transaction ends, always the file first. */
export async function reloadAttempt<Attempt extends Pick<SigningAttempt, "file" | "signRequest" | "viaLink">>(
  ctx: Ctx,
  attempt: Attempt,
  mode: "unlocked" | "locked",
): Promise<Attempt> {
  // Postgres locks the rows of a result in the order of its tables, and returns the newest version of each.
  const both = ctx.db
    .select({ file: files, signRequest: signRequests })
    .from(files)
    .innerJoin(signRequests, and(eq(signRequests.id, attempt.signRequest.id), isNull(signRequests.removedAt)))
    .where(eq(files.id, attempt.file.id));
  const [current] = await (mode === "locked" ? both.for("update") : both);
  if (!current) throw new DomainError(attempt.viaLink ? "link_withdrawn" : "not_found");
  if (mode === "locked") noteFileLock(ctx, attempt.file.id);
  return { ...attempt, ...current };
}

const findOwnRequest = perDatabase((db) =>
  db
    .select({ file: files, signRequest: signRequests })
    .from(files)
    .leftJoin(
      signRequests,
      and(
        eq(signRequests.fileId, files.id),
        eq(signRequests.email, sql.placeholder("email")),
        isNull(signRequests.removedAt),
      ),
    )
    .where(eq(files.id, sql.placeholder("fileId")))
    .prepare("find_own_request"),
);

/**
 * Signing by file number requires a proved address and is refused before any look-up: anyone can register a signer's
 * address, and must neither learn which documents wait for it nor use up its owner's codes. Where only a sign link
 * proved it, the documents of other requests are as if they did not exist.
 */
async function findByFile(ctx: Ctx, actor: AccountActor, fileId: number): Promise<SigningAttempt> {
  if (actor.account.emailProvedAt === null) throw unproved();
  const [row] = await findOwnRequest(ctx.db).execute({ fileId, email: actor.account.email });
  if (!row) throw new DomainError("not_found");
  const isRequester = row.file.requesterId === actor.account.id && row.file.status !== "deleted";
  if (!row.signRequest || !isAccountOf(actor.account, row.signRequest))
    throw new DomainError(isRequester ? "not_the_signer" : "not_found");
  if (row.file.status === "draft" && isRequester) throw new DomainError("file_not_released");
  return { actor, file: row.file, signRequest: row.signRequest, viaLink: false, purpose: "sign" };
}

async function findByLink(ctx: Ctx, actor: SigningAttempt["actor"], link: string): Promise<SigningAttempt> {
  const linked = await signByLink(ctx, actor, link);
  return { ...linked, actor: await proveByLink(ctx, actor, linked), viaLink: true, purpose: "sign" };
}

/** Actors who may sign through a link: an account, or the guest of this request. */
function signingActor(actor: Actor): SigningAttempt["actor"] {
  return actor.kind === "guest" ? actor : accountActor(actor);
}

function assertAddressSuffices(attempt: SigningAttempt): void {
  const method = methodKinds[attempt.signRequest.signMethod];
  if (attempt.actor.kind === "guest") return assertGuestMaySign(method.kind);
  if (attempt.actor.account.emailProvedAt === null) throw unproved();
}

function unproved(): DomainError {
  return new DomainError("email_unproved", {
    reason: "sign_by_link",
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
