import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { fields, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { guestSessions } from "@/db/schema/guests";
import { mailMessages } from "@/db/schema/messages";
import { challenges } from "@/db/schema/work";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readSettings } from "@/lib/context/settings/read";
import { lockOwnFile } from "@/lib/documents/access";
import { assertDrawable } from "@/lib/documents/fields/rules";
import { isOpen, statusAt, wrongState } from "@/lib/documents/status";
import { atMembers, DomainError, invalid } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { isAsked } from "@/lib/records/events/status";
import { assertMaySend, countInvitation } from "@/lib/requests/notices/invitation-limits";
import {
  notifyNextSigners,
  notifyWithdrawn,
  reportReplacementByToken,
  sendCopies,
  wasInvited,
} from "@/lib/requests/notices/notify";
import { preparedId, readActiveSigners } from "@/lib/requests/state/file-state";
import type { SignerReplacement } from "@/lib/requests/state/schema";
import { isDone, isReplaceable } from "@/lib/requests/state/status";
import { assertCcIsNotified } from "./plan-signers";
import { readSigners } from "./read-signers";
import { makeLink } from "./signer-language";

/** The personal columns of a signer. */
type Person = Pick<SignRequest, "email" | "displayName" | "description" | "phone" | "language" | "timeZone" | "notify">;

/**
 * The address and the phone number as they are stored. Throws `validation_failed`, `glyph_missing` for a name that no
 * font can draw.
 */
export async function readPerson(
  ctx: Ctx,
  input: Pick<SignerReplacement, "email" | "displayName" | "phone">,
): Promise<Pick<Person, "email" | "displayName" | "phone">> {
  const [signer] = await atTop(async () =>
    readSigners(ctx, [input], { settings: await readSettings(ctx), mayNameById: false }),
  );
  const displayName = signer?.displayName || null;
  if (displayName !== null)
    await assertDrawable(ctx, [{ text: displayName, pointer: "/displayName", subject: "The name of the signer" }]);
  return { email: signer?.email ?? "", displayName, phone: signer?.phone || null };
}

/** Points violations of the only signer at members of the body itself. */
async function atTop<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw atMembers(error, (pointer) => pointer.replace(/^\/users\/0/, ""));
  }
}

/**
 * Gives the place of a signer who has not signed to another person, in the caller's transaction that holds the file's
 * lock. Order, methods and fields stay, and so does the document: its fields were prepared for the place. The old
 * link, codes and guest sessions become void. The new person is invited when it is their turn, and a new CC gets the
 * copy that was due at sending. Throws `already_signed`, `file_closed`, `validation_failed` for an address that
 * already belongs to a signer. `reason`: the delegator's.
 */
export async function takeOver(
  ctx: Ctx,
  actor: Actor,
  file: File,
  from: SignRequest,
  person: Person,
  by: "requester" | "delegate",
  reason: string | null = null,
): Promise<SignRequest> {
  const signers = await readActiveSigners(ctx, file.id);
  assertReplaceable(from, signers);
  if (signers.some(({ email }) => email === person.email))
    throw invalid("/email", "duplicate", "email is the address of a signer of this document already");
  await retire(ctx, from, reason);
  const [successor] = await ctx.db
    .insert(signRequests)
    .values({
      ...person,
      ...makeLink(ctx),
      fileId: file.id,
      fileCreatedAt: from.fileCreatedAt,
      status: "waiting",
      role: from.role,
      copyAt: from.copyAt,
      attachmentRequests: from.attachmentRequests,
      signingOrder: from.signingOrder,
      signMethod: from.signMethod,
      identifyMethods: from.identifyMethods,
      replacesId: from.id,
      replacedBy: by,
      preparedAs: preparedId(from),
    })
    .returning();
  if (!successor) throw new Error("the signer was not stored");
  await ctx.db.update(fields).set({ signRequestId: successor.id }).where(eq(fields.signRequestId, from.id));
  await appendAuditEvent(ctx, actor, file.id, {
    type: by === "delegate" ? "signer.delegated" : "signer.replaced",
    data: {
      signRequestId: successor.id,
      from: from.id,
      email: new Personal(successor.email),
      signMethod: successor.signMethod,
      identifyMethod: successor.identifyMethods[0],
      signingOrder: successor.signingOrder,
      ...(reason === null ? {} : { reason: new Personal(reason) }),
    },
  });
  if (by === "requester" && wasInvited(from) && !(await hasBounced(ctx, from.id)))
    await notifyWithdrawn(ctx, actor, file, "removal", [from]);
  await notifyNextSigners(ctx, actor, file, await readActiveSigners(ctx, file.id));
  if (!isAsked(successor)) await sendCopies(ctx, actor, file, [successor], "sent");
  return successor;
}

function assertReplaceable(from: SignRequest, signers: readonly SignRequest[]): void {
  const current = signers.find(({ id }) => id === from.id);
  if (!current) throw new DomainError("race_lost");
  if (isDone(current))
    throw new DomainError("already_signed", { reason: "signer_is_done", detail: "This signer has already signed." });
  if (!isReplaceable(current)) throw new DomainError("file_closed");
}

async function retire(ctx: Ctx, { id }: SignRequest, delegationReason: string | null): Promise<void> {
  await ctx.db
    .update(signRequests)
    .set({ removedAt: sql`now()`, closedAt: sql`now()`, status: "cancelled", delegationReason })
    .where(eq(signRequests.id, id));
  await ctx.db
    .update(challenges)
    .set({ supersededAt: sql`now()` })
    .where(and(eq(challenges.signRequestId, id), isNull(challenges.supersededAt), isNull(challenges.consumedAt)));
  await ctx.db
    .update(guestSessions)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(guestSessions.signRequestId, id), gt(guestSessions.expiresAt, sql`now()`)));
}

async function hasBounced(ctx: Ctx, signRequestId: number): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: mailMessages.id })
    .from(mailMessages)
    .where(
      and(
        eq(mailMessages.signRequestId, signRequestId),
        isNull(mailMessages.accountId),
        eq(mailMessages.state, "bounced"),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * The requester gives the place of an unsigned signer to another person or corrects the address, even after others
 * have signed: their signatures stay valid, because the document does not change. The requester gets an e-mail about a
 * call with a token. Throws `not_found`, `forbidden`,
 * `email_unproved`, `already_signed`, a `409` for the state, `validation_failed`, `glyph_missing`, `rate_limited`.
 */
export async function replaceSigner(
  ctx: Ctx,
  actor: Actor,
  input: { fileId: number; signRequestId: number } & SignerReplacement,
): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  const [fileId, signRequestId] = [toId(input.fileId), toId(input.signRequestId)];
  const person = await readPerson(ctx, input);
  await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, acting);
    const file = await lockOwnFile(tx, actor, { id: fileId });
    const from = (await readActiveSigners(tx, file.id)).find(({ id }) => id === signRequestId);
    if (!from) throw new DomainError("not_found");
    const now = await tx.now();
    if (!isOpen(file, now)) throw wrongState(statusAt(file, now));
    assertCcIsNotified(from.role, input.notify, "");
    const { description, language, timeZone, notify } = { ...from, ...given(input) };
    const successor = await takeOver(
      tx,
      actor,
      file,
      from,
      { ...person, description, language, timeZone, notify },
      "requester",
    );
    await reportReplacementByToken(tx, actor, file, successor);
    assertMaySend(acting.account);
    await countInvitation(tx, acting.account, successor);
    await markDone(tx, { fileId: file.id });
  });
  ctx.wakeOutbox();
  return { fileId };
}

/** The members that stay unchanged when omitted. */
function given({ description, language, timeZone, notify }: SignerReplacement) {
  return {
    ...(description === undefined ? {} : { description: description || null }),
    ...(language === undefined ? {} : { language }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notify === undefined ? {} : { notify }),
  };
}
