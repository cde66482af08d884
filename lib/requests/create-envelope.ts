import { randomUUID } from "node:crypto";
import { files, type File, type ReminderPlan } from "@/db/schema/files";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readPlan, readSettings } from "@/lib/context/settings/read";
import { listHash } from "@/lib/documents/envelopes/list-hash";
import { pagesOfPdfs, sumOf } from "@/lib/documents/envelopes/pdfs";
import { takenBy } from "@/lib/documents/fields/budget";
import { assertOptionsDrawable } from "@/lib/documents/fields/signature-appearance";
import { invalid } from "@/lib/platform/errors";
import { appendAuditEvent, noteFileLock } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { addCallback } from "@/lib/records/events/add-callback";
import { applySignerPlan, type SignerPlan } from "@/lib/requests/signers/plan-signers";
import { readSigners } from "@/lib/requests/signers/read-signers";
import { planFor } from "./change-signers";
import { insertPlannedFields, planFields, type PlannedField } from "./create";
import type { NewEnvelope } from "./envelopes/schema";
import { assertPagesTogether, discardTaken, insertPdf, takeFiles, type TakenFile } from "./envelopes/take-files";
import { readExpiry } from "./expiry";
import { prepareRequest, type PreparedPdf } from "./prepare";
import { readCallback, withSecret, type MadeRequest } from "./read-callback";
import { commitRelease } from "./release";

/**
 * `POST /envelopes`: creates a draft of several PDFs with its people and fields and, with status 1, releases it, all or
 * nothing. Throws `forbidden`, and what `readSigners`, `takeFiles`, `planFields` and `prepareRequest` throw, with the
 * file's name where one file is the cause.
 */
export async function createEnvelope(ctx: Ctx, actor: Actor, input: NewEnvelope): Promise<MadeRequest> {
  const acting = assertMayRequest(actor);
  const users = input.users ?? [];
  const settings = await readSettings(ctx);
  const wanted = users.length === 0 ? [] : readSigners(ctx, users, { settings, mayNameById: false });
  const expiresAt = input.expiresAt === undefined ? null : readExpiry(input.expiresAt, await ctx.now());
  const reminders = input.reminders ? readPlan(ctx, input.reminders, settings.reminders) : null;
  const callback = await readCallback(ctx, acting, { callback: input.callback, callbackFormat: "json" });
  await assertOptionsDrawable(ctx, input.signatureOptions, "/signatureOptions");
  assertFilesNamed(input);
  const taken = await takeFiles(ctx, acting, input.files, 0);
  const prepared: PreparedPdf[] = [];
  try {
    assertPagesTogether(ctx, taken);
    const plan = await planFor(ctx, [], wanted, settings);
    const planned = await planAll(ctx, input, taken, plan);
    if (input.status === 1) prepared.push(...(await prepareAll(ctx, input, taken, planned, plan)));
    const made = await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, acting);
      const facts = {
        name: input.name,
        expiresAt,
        reminders,
        allowDelegation: input.allowDelegation ?? false,
        signatureOptions: input.signatureOptions ?? null,
      };
      const { envelope, pdfs } = await insertEnvelope(tx, acting, taken, facts);
      await applySignerPlan(tx, acting, envelope, plan);
      for (const [index, pdf] of pdfs.entries()) await insertPlannedFields(tx, acting, pdf.id, planned[index] ?? []);
      if (input.status === 1) await commitRelease(tx, acting, envelope, prepared);
      const secret = callback ? await addCallback(tx, envelope, callback) : undefined;
      await markDone(tx, { fileId: envelope.id }, secret);
      return withSecret(envelope.id, secret);
    });
    ctx.wakeOutbox();
    return made;
  } catch (error) {
    await discardTaken(ctx, withPreparations(taken, prepared));
    throw error;
  }
}

/** A field names its file by the file's position in the call. */
function assertFilesNamed({ users = [], files: given }: NewEnvelope): void {
  for (const [user, { visibleElements = [] }] of users.entries())
    for (const [at, { file }] of visibleElements.entries()) {
      const pointer = `/users/${user}/visibleElements/${at}/file`;
      const detail = `users[${user}].visibleElements[${at}].file names none of the ${given.length} files`;
      if (file >= given.length) throw invalid(pointer, "out_of_range", detail);
    }
}

/** The fields of each file, in the order of the files. */
async function planAll(
  ctx: Ctx,
  { users = [] }: NewEnvelope,
  taken: readonly TakenFile[],
  plan: SignerPlan,
): Promise<PlannedField[][]> {
  const planned: PlannedField[][] = [];
  for (const [file, one] of taken.entries()) {
    const placed = users.map(({ visibleElements = [] }) =>
      visibleElements.flatMap((field, at) => (field.file === file ? [{ ...field, at }] : [])),
    );
    const own = placed.map((visibleElements) => ({ visibleElements }));
    const elsewhere = takenBy(planned.flat());
    planned.push(await planFields(ctx, one, own, plan, (user, at) => placed[user]?.[at]?.at ?? at, { elsewhere }));
  }
  return planned;
}

/** The files have no ids yet, so each is identified by its position in the call. */
function prepareAll(
  ctx: Ctx,
  { signatureOptions }: Pick<NewEnvelope, "signatureOptions">,
  taken: readonly TakenFile[],
  planned: readonly PlannedField[][],
  plan: SignerPlan,
): Promise<PreparedPdf[]> {
  const fields = planned.flatMap((own, index) => own.map((field) => ({ ...field, fileId: index })));
  return prepareRequest(ctx, {
    signatureOptions: signatureOptions ?? null,
    preparation: 0,
    signers: plan.added.map(({ id, role, displayName, signingOrder }) => ({
      id,
      role,
      displayName,
      signingOrder,
      fields: fields.filter((field) => field.signRequestId === id),
    })),
    pdfs: taken.map((one, id) => ({
      id,
      uuid: one.uuid,
      name: one.name,
      alreadySigned: one.alreadySigned,
      base:
        one.kind === "upload"
          ? (one.state.pdfs[0]?.base ?? [])
          : one.ingested.segments.filter(({ role }) => role === "content"),
    })),
  });
}

/** The blobs of a preparation belong to the discarded files. */
function withPreparations(taken: readonly TakenFile[], prepared: readonly PreparedPdf[]): TakenFile[] {
  return taken.map((one) => {
    if (one.kind !== "ingested") return one;
    const more = prepared.find(({ uuid }) => uuid === one.uuid)?.segments ?? [];
    return { ...one, ingested: { ...one.ingested, segments: [...one.ingested.segments, ...more] } };
  });
}

/** The settings of a new envelope. */
interface Facts extends Pick<File, "name" | "expiresAt" | "allowDelegation" | "signatureOptions"> {
  reminders: ReminderPlan | null;
}

/** Writes the rows of a new draft and of its files in the caller's transaction. Throws what `insertPdf` throws. */
export async function insertEnvelope(
  ctx: Ctx,
  actor: AccountActor,
  taken: readonly TakenFile[],
  facts: Facts,
): Promise<{ envelope: File; pdfs: File[] }> {
  const bytes = taken.map((one) => (one.kind === "ingested" ? one.ingested : one.state.file));
  const originals = bytes.map(({ uuid, originalSha256 }) => ({ uuid, sha256: originalSha256 }));
  const [envelope] = await ctx.db
    .insert(files)
    .values({
      ...facts,
      ...sumOf(bytes),
      uuid: randomUUID(),
      kind: "envelope",
      requesterId: actor.account.id,
      pages: pagesOfPdfs(bytes),
      originalSize: bytes.reduce((sum, { originalSize }) => sum + originalSize, 0),
      originalSha256: listHash(originals),
      readers: { compared: 0, of: 0, differences: [] },
    })
    .returning();
  if (!envelope) throw new Error("the envelope was not stored");
  noteFileLock(ctx, envelope.id);
  const pdfs: File[] = [];
  for (const [index, one] of taken.entries())
    pdfs.push(await insertPdf(ctx, actor, one, { envelope, position: index + 1 }));
  await appendAuditEvent(ctx, actor, envelope.id, {
    type: "file.created",
    doc: { sha256: envelope.sha256, size: envelope.size, originalSha256: envelope.originalSha256 },
    data: {
      name: new Personal(envelope.name),
      kind: "envelope",
      files: pdfs.map(({ uuid, originalSha256 }, index) => ({ uuid, position: index + 1, originalSha256 })),
    },
  });
  return { envelope, pdfs };
}
