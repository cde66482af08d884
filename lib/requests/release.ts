import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { files, fileSegments, pagesSeen, signRequests, type File, type FileStatus } from "@/db/schema/files";
import { challenges } from "@/db/schema/work";
import { assertMayRequest } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import { timestampEvent } from "@/lib/authority/stamped-signature";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { getOwnFile, lockOwnFile, type FileRef } from "@/lib/documents/access";
import { deleteSegments } from "@/lib/documents/delete";
import { isEnvelope, lockPdfs, sumOf } from "@/lib/documents/envelopes/pdfs";
import { optionsOf } from "@/lib/documents/fields/signature-appearance";
import { assertActionAllowed, wrongState } from "@/lib/documents/status";
import { baseOf, insertSegments, readSegments } from "@/lib/documents/storage/segments";
import { compareFileReaders } from "@/lib/documents/upload/compare-file-readers";
import { withFileErrors } from "@/lib/engine/file-errors";
import { DomainError, invalid } from "@/lib/platform/errors";
import { appendAuditEvents, noteFileRow } from "@/lib/records/audit/append";
import type { AuditRecord, NewAuditEvent } from "@/lib/records/audit/events";
import { assertFieldsOfRequest } from "./envelopes/fields";
import { membersOf, writePdf } from "./envelopes/write-pdf";
import { enqueueExpiry } from "./expiry";
import { assertMayInvite, type Invitations } from "./notices/invitation-limits";
import { notifyNextSigners, sendCopies } from "./notices/notify";
import {
  assertPreparable,
  prepareRequest,
  type PreparedFile,
  type PreparedPdf,
  type RequestToPrepare,
  type SignerToPrepare,
} from "./prepare";
import { planOf } from "./reminders/schedule";
import {
  atPdf,
  inSigningOrder,
  readActiveSigners,
  readFileState,
  serialiseState,
  type FileState,
} from "./state/file-state";
import { statesBefore } from "./state/status";

/** A request that ended without its seal is not sent again by a release. */
const ended: ReadonlySet<FileStatus> = new Set(["declined", "cancelled", "expired"]);

/**
 * The requester releases a draft. Releasing a released file changes nothing and sends nothing, so ten concurrent
 * calls make one release. Throws `signers_missing`, `validation_failed` when the draft's `expiresAt` has passed,
 * `file_closed`, `version_conflict` when the draft's fields do not match `ifMatch`, `method_not_allowed_here` for a
 * signer by the link alone when that is no longer allowed, and what `prepareFile` throws. `known`: the file as
 * `getOwnFile` has just returned it.
 */
export async function releaseFile(
  ctx: Ctx,
  actor: Actor,
  ref: FileRef,
  ifMatch?: string | null,
  known?: File,
): Promise<void> {
  let found = known;
  await retryLostRaces(async () => {
    const file = found ?? (await getOwnFile(ctx, actor, ref));
    found = undefined;
    if (ended.has(file.status)) throw wrongState(file.status);
    if (file.status !== "draft") return;
    await assertEndIsAhead(ctx, file);
    const state = await readFileState(ctx, file);
    await assertLinkAllowed(ctx, state);
    // The transaction below compares the fields with these.
    await assertFieldsOfRequest(ctx, file, ifMatch);
    const prepared = await buildOn(ctx, actor, state, async () => {
      const request = toPrepare(state);
      for (const [index, pdf] of request.pdfs.entries()) {
        const upload = state.pdfs[index]?.file;
        if (upload?.readers === null)
          await atPdf(pdf, index, () => withFileErrors(() => compareFileReaders(ctx, upload.id)));
      }
      return prepareRequest(ctx, request);
    });
    await ctx.tx(async (tx) => {
      await assertValidCredentialAtEnd(tx, assertMayRequest(actor));
      const current = await readFileState(tx, await lockOwnFile(tx, actor, ref));
      if (current.file.status !== "draft" && !ended.has(current.file.status)) return;
      if (serialiseState(current) !== serialiseState(state)) throw new DomainError("race_lost");
      await commitRelease(tx, actor, current.file, prepared);
    });
  });
  ctx.wakeOutbox();
}

/**
 * Throws what would prevent the release of a draft in this state, as far as it can be known beforehand:
 * `validation_failed`, `signers_missing`, `glyph_missing`, `method_not_allowed_here`.
 */
export async function assertReleasable(ctx: Ctx, state: FileState): Promise<void> {
  await assertEndIsAhead(ctx, state.file);
  await assertLinkAllowed(ctx, state);
  await assertPreparable(ctx, toPrepare(state));
}

async function assertEndIsAhead(ctx: Ctx, file: Pick<File, "expiresAt">): Promise<void> {
  if (file.expiresAt !== null && file.expiresAt <= (await ctx.now()))
    throw invalid("/expiresAt", "out_of_range", "expiresAt has passed");
}

/** A request that was sent before keeps its methods. A draft made while the link alone was allowed does not. */
async function assertLinkAllowed(ctx: Ctx, { file, signers }: FileState): Promise<void> {
  if (file.preparation > 0 || !signers.some(({ signMethod }) => signMethod === "link")) return;
  if ((await readSettings(ctx)).allowedSignMethods.includes("link")) return;
  const detail = "The sign method link is not allowed here.";
  throw new DomainError("method_not_allowed_here", {
    detail,
    violations: [{ pointer: "/status", code: "method_not_allowed_here", detail }],
  });
}

/** The request to prepare, with its current signers or those that it will have. */
export function toPrepare(
  { file, pdfs, signers, fields }: FileState,
  people: readonly SignerToPrepare[] = signers.map(({ id, role, displayName, signingOrder }) => ({
    id,
    role,
    displayName,
    signingOrder,
    fields: fields.filter((field) => field.signRequestId === id),
  })),
): RequestToPrepare {
  return {
    signatureOptions: file.signatureOptions,
    preparation: file.preparation,
    signers: people,
    pdfs: pdfs.map(({ file: { id, uuid, name, alreadySigned }, base }) => ({
      id: isEnvelope(file) ? id : null,
      ...{ uuid, name, alreadySigned, base },
    })),
  };
}

/**
 * The short half of a release. The transaction holds the file's lock and has found the file as it was prepared.
 * Writes state, segments, signers, e-mails and the expiry job together. For a file released before, this is a new
 * preparation: codes sent for the old one become void and everybody whose turn it is gets notified again.
 * `invitations` are those of the actor's account unless it names another sender.
 */
export async function commitRelease(
  ctx: Ctx,
  actor: Actor,
  file: File,
  prepared: readonly PreparedPdf[],
  invitations: Invitations = { sender: actor.kind === "account" ? actor.account : null, visitor: null },
): Promise<File> {
  const isFirst = file.status === "draft";
  assertActionAllowed(isFirst ? "release" : "prepare_again", file.status);
  const type = isFirst ? "file.released" : "file.changed";
  const { changes, timestamps, members } = await storePrepared(ctx, actor, file, prepared, type);
  // Signers of a draft have replaced no one.
  if (!isFirst) await ctx.db.update(signRequests).set({ preparedAs: null }).where(eq(signRequests.fileId, file.id));
  const lifetimeDays = ctx.limits.fileLifetimeDays;
  const [released] = await ctx.db
    .update(files)
    .set({
      status: "able_to_sign",
      ...changes,
      revision: sql`${files.revision} + 1`,
      preparation: sql`${files.preparation} + 1`,
      releasedAt: sql`coalesce(${files.releasedAt}, now())`,
      ...(isFirst ? await fixedFacts(ctx, file) : {}),
      expiryIsDefault: file.expiresAt === null ? true : file.expiryIsDefault,
      expiresAt: sql`coalesce(${files.expiresAt}, now() + make_interval(days => ${lifetimeDays}::int))`,
    })
    .where(eq(files.id, file.id))
    .returning();
  if (!released) throw new Error(`file ${file.id} is gone`);
  await appendAuditEvents(ctx, actor, file.id, [
    ...timestamps,
    {
      type,
      doc: { sha256: released.sha256, size: released.size, revision: released.revision },
      data: { preparation: released.preparation, expiresAt: released.expiresAt?.toISOString() ?? null, ...members },
    },
  ]);
  await assertMayInvite(ctx, invitations, file.id);
  // A draft has neither codes nor readers.
  if (!isFirst) await voidProofs(ctx, file.id);
  noteFileRow(ctx, released);
  await notifyAgain(ctx, actor, released, isFirst);
  await enqueueExpiry(ctx, released);
  return released;
}

/** The settings and the requester's name that a draft keeps when it is sent: later changes do not affect it. */
async function fixedFacts(
  ctx: Ctx,
  file: File,
): Promise<Pick<File, "reminders" | "signatureOptions"> & { senderName: SQL }> {
  const settings = await readSettings(ctx);
  return {
    reminders: planOf(file, settings),
    signatureOptions: optionsOf(file, settings),
    senderName: sql`(select ${accounts.displayName} from ${accounts} where ${accounts.id} = ${file.requesterId})`,
  };
}

/**
 * Makes the preparations part of the PDFs. Returns the resulting changes to the request's row and data for its event.
 */
async function storePrepared(
  ctx: Ctx,
  actor: Actor,
  file: File,
  prepared: readonly PreparedPdf[],
  type: "file.released" | "file.changed",
): Promise<{
  changes: Pick<File, "size" | "sha256"> & Partial<Pick<File, "pagesWithoutMark">>;
  timestamps: NewAuditEvent[];
  members: AuditRecord;
}> {
  const pdfs = await lockPdfs(ctx, file);
  const of = (pdf: Pick<File, "uuid">): PreparedPdf => {
    const found = prepared.find(({ uuid }) => uuid === pdf.uuid);
    if (!found || prepared.length !== pdfs.length) throw new DomainError("race_lost");
    return found;
  };
  for (const pdf of pdfs) {
    const { segments, after } = of(pdf);
    // A draft has no earlier preparation to replace.
    if (type === "file.released") await insertSegments(ctx, pdf.id, segments, after);
    else await replacePreparation(ctx, pdf.id, of(pdf));
  }
  if (!isEnvelope(file)) {
    const { size, sha256, timestamp, pagesWithoutMark } = of(file);
    return {
      changes: { size, sha256, pagesWithoutMark },
      timestamps: timestampEvent(timestamp, { signature: "certification" }),
      members: {},
    };
  }
  const changed = [];
  for (const pdf of pdfs) {
    const { size, sha256, timestamp, pagesWithoutMark } = of(pdf);
    await ctx.db.update(files).set({ pagesWithoutMark }).where(eq(files.id, pdf.id));
    changed.push(
      await writePdf(ctx, actor, { envelope: file, pdf, count: pdfs.length }, { size, sha256 }, (doc, place) => [
        ...timestampEvent(timestamp, { signature: "certification" }),
        { type, doc, data: place },
      ]),
    );
  }
  return { changes: sumOf(changed), timestamps: [], members: membersOf(changed) };
}

/**
 * The revision of an earlier preparation no longer belongs to the file; its blobs become orphans and are swept. Throws
 * `document_on_hold`, because signers may have seen that revision.
 */
export async function replacePreparation(
  ctx: Ctx,
  fileId: number,
  prepared: Pick<PreparedFile, "segments">,
): Promise<void> {
  const segments = await readSegments(ctx, fileId);
  const base = baseOf(segments);
  const replaced = segments.filter((segment) => !base.includes(segment)).map(({ id }) => id);
  if (replaced.length > 0) await deleteSegments(ctx, inArray(fileSegments.id, replaced));
  if (prepared.segments.length > 0) await insertSegments(ctx, fileId, prepared.segments, base.length);
}

async function notifyAgain(ctx: Ctx, actor: Actor, file: File, isFirst: boolean): Promise<void> {
  const isUnsigned = and(
    eq(signRequests.fileId, file.id),
    isNull(signRequests.removedAt),
    inArray(signRequests.status, statesBefore("wait")),
  );
  const waiting = await ctx.db.update(signRequests).set({ status: "waiting" }).where(isUnsigned).returning();
  // Everybody in a draft waits now.
  const people = isFirst ? inSigningOrder(waiting) : await readActiveSigners(ctx, file.id);
  await notifyNextSigners(ctx, actor, file, people);
  await sendCopies(ctx, actor, file, people, "sent");
}

/**
 * Codes are bound to a preparation (docs/spec/signing.md#codes-and-displayed-state), and a viewer reads the newly
 * prepared document from its first page.
 */
async function voidProofs(ctx: Ctx, fileId: number): Promise<void> {
  const ofThisFile = ctx.db.select({ id: signRequests.id }).from(signRequests).where(eq(signRequests.fileId, fileId));
  await ctx.db
    .update(challenges)
    .set({ supersededAt: sql`now()` })
    .where(
      and(
        inArray(challenges.signRequestId, ofThisFile),
        isNull(challenges.supersededAt),
        isNull(challenges.consumedAt),
      ),
    );
  await ctx.db.delete(pagesSeen).where(inArray(pagesSeen.signRequestId, ofThisFile));
}

const mostAttempts = 4;

/**
 * Runs work that is built outside a transaction and compared at its commit, and rebuilds it when another change came
 * first.
 */
export async function retryLostRaces<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isLostRace = error instanceof DomainError && error.code === "race_lost";
      if (!isLostRace || attempt >= mostAttempts) throw error;
    }
  }
}

/**
 * Runs slow work on a snapshot of a file, outside any transaction. If the file changed during the work, an error says
 * nothing about the file: throws `not_found` when the file was deleted, `race_lost` when it changed, and the original
 * error when it is unchanged.
 */
export async function buildOn<Built>(
  ctx: Ctx,
  actor: Actor,
  state: FileState,
  work: () => Promise<Built>,
): Promise<Built> {
  try {
    return await work();
  } catch (error) {
    const current = await readFileState(ctx, await getOwnFile(ctx, actor, { id: state.file.id }));
    if (serialiseState(current) !== serialiseState(state)) throw new DomainError("race_lost", { cause: error });
    throw error;
  }
}
