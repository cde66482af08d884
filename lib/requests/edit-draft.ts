import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readSettings } from "@/lib/context/settings/read";
import { lockOwnFile, type FileRef } from "@/lib/documents/access";
import { assertNotEnvelope } from "@/lib/documents/envelopes/pdfs";
import { assertDrawable, textsOf } from "@/lib/documents/fields/rules";
import { planPlaced, saveInto } from "@/lib/documents/fields/save-all";
import type { FieldInput } from "@/lib/documents/fields/schema";
import { assertOptionsDrawable } from "@/lib/documents/fields/signature-appearance";
import { readFields } from "@/lib/documents/fields/stored-fields";
import { takeStorage } from "@/lib/documents/storage-left";
import { DomainError } from "@/lib/platform/errors";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { planFor, completeSet, type SignerSetChange } from "./change-signers";
import { arrangeFiles } from "./envelopes/change-files";
import { assertFieldsOfRequest } from "./envelopes/fields";
import type { EnvelopeChange } from "./envelopes/schema";
import { readExpiry } from "./expiry";
import { assertReleasable } from "./release";
import { newPlan } from "./reminders/change-plan";
import { applySignerPlan, sizeOfAdded } from "./signers/plan-signers";
import { readSigners, usersIn } from "./signers/read-signers";
import { readActiveSigners, readFileState, type FileState } from "./state/file-state";
import type { RequestChange, SignerInput } from "./state/schema";

/**
 * Applies every draft change of a PATCH in one transaction: name, expiry, reminders, signers, fields. If the same call
 * releases the draft, the edit is tried first, so that nothing is stored when the release would be refused. Throws
 * what `assertReleasable` throws then, and `race_lost` when the draft has just been released.
 */
export async function editDraft(
  ctx: Ctx,
  actor: Actor,
  ref: FileRef,
  input: DraftChange & { ifMatch?: string | null },
): Promise<void> {
  if (!isEdit(input)) return;
  await assertDrawable(ctx, textsOf(input.visibleElements ?? [], "/visibleElements"));
  const edit = async (tx: Ctx): Promise<FileState> => {
    const file = await lockOwnFile(tx, actor, ref);
    if (file.status !== "draft") throw new DomainError("race_lost");
    await assertFieldsOfRequest(tx, file, input.ifMatch);
    const state = await applyEdit(tx, actor, file, input);
    await markDone(tx, { fileId: file.id });
    return state;
  };
  if (input.status === 1) await assertReleasable(ctx, await dryRun(ctx, edit));
  await ctx.tx(edit);
}

/** `files` are those of an envelope, in their new order. */
export type DraftChange = RequestChange & Pick<EnvelopeChange, "files">;

export function isEdit({
  name,
  expiresAt,
  reminders,
  allowDelegation,
  signatureOptions,
  users,
  signers,
  visibleElements,
  files,
}: DraftChange): boolean {
  return [name, expiresAt, reminders, allowDelegation, signatureOptions, users, signers, visibleElements, files].some(
    (member) => member !== undefined,
  );
}

async function applyEdit(ctx: Ctx, actor: Actor, file: File, input: DraftChange): Promise<FileState> {
  const users = usersIn(input);
  if (input.visibleElements?.length) assertNotEnvelope(file);
  const arranged = input.files ? await arrangeFiles(ctx, actor, file, input.files) : file;
  const changed = await changeFacts(ctx, actor, arranged, input);
  if (users !== undefined) await changeDraftSigners(ctx, actor, file, users, "replace");
  if (input.visibleElements?.length) await placeFields(ctx, actor, file, input.visibleElements);
  return readFileState(ctx, changed);
}

async function placeFields(ctx: Ctx, actor: Actor, file: File, placed: readonly FieldInput[]): Promise<void> {
  const stored = await readFields(ctx, file.id);
  await saveInto(ctx, actor, file, stored, planPlaced(file, stored, placed));
}

/**
 * Updates name, expiry, reminders and delegation of a draft. The caller's transaction holds the file's lock. Unchanged
 * values are a no-op. Returns the draft as it is afterwards.
 */
export async function changeFacts(
  ctx: Ctx,
  actor: Actor,
  file: File,
  input: Pick<RequestChange, "name" | "expiresAt" | "reminders" | "allowDelegation" | "signatureOptions">,
): Promise<File> {
  const facts: Partial<Pick<File, "name" | "expiresAt" | "reminders" | "allowDelegation" | "signatureOptions">> = {};
  if (input.name !== undefined && input.name !== file.name) facts.name = input.name;
  if (input.expiresAt !== undefined && new Date(input.expiresAt).getTime() !== file.expiresAt?.getTime())
    facts.expiresAt = readExpiry(input.expiresAt, await ctx.now());
  if (input.allowDelegation !== undefined && input.allowDelegation !== file.allowDelegation)
    facts.allowDelegation = input.allowDelegation;
  if (input.signatureOptions !== undefined && !isDeepStrictEqual(input.signatureOptions, file.signatureOptions)) {
    await assertOptionsDrawable(ctx, input.signatureOptions, "/signatureOptions");
    facts.signatureOptions = input.signatureOptions;
  }
  const reminders = input.reminders && (await newPlan(ctx, file, input.reminders));
  if (reminders) facts.reminders = reminders;
  const changed = Object.keys(facts);
  if (changed.length === 0) return file;
  await ctx.db.update(files).set(facts).where(eq(files.id, file.id));
  await appendAuditEvent(ctx, actor, file.id, {
    type: "file.changed",
    data: { changed, ...(facts.name === undefined ? {} : { name: new Personal(facts.name) }) },
  });
  return { ...file, ...facts };
}

/** Updates the signers of a draft. The caller's transaction holds the file's lock. */
export async function changeDraftSigners(
  ctx: Ctx,
  actor: Actor,
  file: File,
  users: readonly SignerInput[],
  change: SignerSetChange,
): Promise<void> {
  const settings = await readSettings(ctx);
  const named = readSigners(ctx, users, { settings, mayNameById: true });
  const current = await readActiveSigners(ctx, file.id);
  const plan = await planFor(ctx, current, completeSet(change, current, named, ctx.limits.signersPerFile), settings);
  await takeStorage(ctx, file.requesterId, sizeOfAdded(plan));
  await applySignerPlan(ctx, actor, file, plan);
}

/** Carries a dry run's result out of its transaction, which rolls back. */
class Rehearsed<Value> extends Error {
  constructor(readonly value: Value) {
    super("rolled back");
  }
}

/**
 * Runs `work` in a transaction that always rolls back, and returns its result or rethrows its error. Do not call it
 * inside another transaction of the context.
 */
export async function dryRun<Value>(ctx: Ctx, work: (ctx: Ctx) => Promise<Value>): Promise<Value> {
  try {
    return await ctx.tx(async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.value as Value;
    throw error;
  }
}
