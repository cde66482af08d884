import { and, count, inArray, isNotNull, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { accountActor, assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import { makeCtx, systemActor, type Actor, type Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { assertMayErase } from "./assert-may-erase";
import { eraseAccount, makeUnusableHash } from "./erase-account";
import { eraseDrafts, removeDraftBytes, type ErasedDraft } from "./erase-drafts";
import { eraseCounters, eraseKeptAnswers, eraseKeptMessages, eraseWork } from "./erase-messages";
import { eraseSigners, eraseTallies } from "./erase-signers";
import { eraseTrailValues, noteErasure } from "./erase-trail";
import { findPerson, type Person } from "./person";

/** What an erasure came to, by numbers only. */
export interface Erased {
  account: boolean;
  signRequests: number;
  documents: number;
  signedDocuments: number;
}

/**
 * An administrator erases a person (GDPR art. 17; docs/spec/limits.md): account, requests, messages and the trails' personal values. The
 * proof stays: signed documents, chains, and the numbers of certificates. Throws `forbidden`, `reauth_required`, `not_found` when nobody
 * is known by the address, `person_in_open_requests`, `validation_failed` for the last administrator.
 */
export async function erasePerson(ctx: Ctx, actor: Actor, { email }: { email: string }): Promise<Erased> {
  const acting = assertAdmin(actor);
  await assertFreshProof(ctx, acting);
  return erase(ctx, acting.account.email === email ? systemActor : acting, email);
}

/** The same for oneself. The trails then say of the act itself neither who asked nor from where. */
export async function eraseOneself(ctx: Ctx, actor: Actor): Promise<Erased> {
  const acting = accountActor(actor);
  await assertFreshProof(ctx, acting);
  return erase(ctx, systemActor, acting.account.email);
}

async function erase(ctx: Ctx, actor: Actor, email: string): Promise<Erased> {
  const quiet = actor.kind === "system" ? makeCtx({ ...ctx, request: null }) : ctx;
  const passwordHash = await makeUnusableHash(ctx);
  const { erased, drafts } = await quiet.tx(async (tx) => {
    // All trails and kept messages are read once; the usual ten seconds are for requests of people who wait.
    await tx.db.execute(sql`set local statement_timeout = '5min'`);
    const person = await findPerson(tx, email);
    if (!person.account && person.signRequestIds.length === 0 && person.fileIds.length === 0)
      throw new DomainError("not_found", { detail: "Nobody is known here by this address." });
    await assertMayErase(tx, person);
    return eraseEverywhere(tx, actor, person, passwordHash);
  });
  await removeDraftBytes(ctx, drafts);
  ctx.log.warn(erased, "a person was erased");
  return erased;
}

async function eraseEverywhere(
  tx: Ctx,
  actor: Actor,
  person: Person,
  passwordHash: string,
): Promise<{ erased: Erased; drafts: ErasedDraft[] }> {
  const { account, signRequestIds, fileIds } = person;
  const erased = {
    account: account !== null,
    signRequests: signRequestIds.length,
    documents: fileIds.length,
    signedDocuments: await countCompleted(tx, fileIds),
  };
  await eraseWork(tx, person);
  await eraseKeptMessages(tx, person);
  await eraseKeptAnswers(tx, person);
  await eraseCounters(tx, person);
  await eraseSigners(tx, signRequestIds);
  const drafts = account ? await eraseDrafts(tx, account.id) : [];
  if (account) await eraseAccount(tx, account, passwordHash);
  await eraseTallies(tx, person);
  await noteErasure(tx, actor, fileIds);
  await eraseTrailValues(tx, person);
  await markDone(tx, { ...erased });
  return { erased, drafts };
}

async function countCompleted(tx: Ctx, fileIds: readonly number[]): Promise<number> {
  if (fileIds.length === 0) return 0;
  const [row] = await tx.db
    .select({ count: count() })
    .from(files)
    .where(and(inArray(files.id, [...fileIds]), isNotNull(files.completedAt)));
  return row?.count ?? 0;
}
