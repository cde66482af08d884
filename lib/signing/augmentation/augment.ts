import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { documentTimestamps } from "@/db/schema/evidence";
import { files, fileSegments, signRequests } from "@/db/schema/files";
import { systemActor, type Ctx } from "@/lib/context/context";
import { insertSegments, storeTail, withPlaces, type NewSegment } from "@/lib/documents/storage/segments";
import { readCurrentFile, type CurrentFile } from "@/lib/documents/whole-version";
import type { ListedSignature } from "@/lib/pades/augmentation/list-signatures";
import { TimestampError, type Timestamp, type Timestamper } from "@/lib/pades/timestamps/resting-timestamper";
import { readToken } from "@/lib/pades/timestamps/signature-timestamp";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { blobKey } from "@/lib/platform/blobs/blob-store";
import { DomainError } from "@/lib/platform/errors";
import { dayMs } from "@/lib/platform/locale/format";
import { appendAuditEvent, appendOnce } from "@/lib/records/audit/append";
import { enqueue } from "@/lib/records/outbox/enqueue";
import { explainEngineFailure } from "@/lib/signing/build";
import { gatherValidationData } from "./gather-validation-data";

const maxAttempts = 5;

/**
 * Adds validation data and a document timestamp to a sealed file: every signature in it becomes B-LTA (ETSI EN 319
 * 142-1, 6.2), with or without its own timestamp. Safe to run anywhere, repeatedly and concurrently: the file is
 * augmented once, and again when the authority's certificate is about to expire. Sends no notification and changes no
 * status. Throws TimestampError while the authority is down, so that the outbox retries; `race_lost`,
 * `integrity_error`, `unavailable`.
 */
export async function augmentFile(ctx: Ctx, fileId: number): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const base = await readIfThere(ctx, fileId);
    if (!base || !ctx.timestamper || !(await isDue(ctx, base))) return;
    const built = await buildAugmentation(ctx, base, ctx.timestamper).catch((error: unknown) =>
      noteFailure(ctx, base, error),
    );
    const isCommitted = await commitAugmentation(ctx, built);
    if (isCommitted) return;
    await dropAugmentation(ctx, built);
  }
  throw new DomainError("race_lost", {
    detail: `File ${fileId} changed again and again while it was being timestamped.`,
  });
}

/** Null for a file that has been deleted. */
function readIfThere(ctx: Ctx, fileId: number): Promise<CurrentFile | null> {
  return readCurrentFile(ctx, fileId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  });
}

async function isDue(ctx: Ctx, { file, segments }: CurrentFile): Promise<boolean> {
  if (file.status !== "signed") return false;
  return segments.at(-1)?.kind !== "timestamp" || (await isRenewalDue(ctx, file.id));
}

/** Recorded once per state of the file, not on every try. */
async function noteFailure(ctx: Ctx, { file }: CurrentFile, error: unknown): Promise<never> {
  if (error instanceof TimestampError) {
    await appendOnce(ctx, systemActor, file.id, {
      type: "timestamp.failed",
      data: { documentRevision: file.revision },
    });
  }
  throw error;
}

/**
 * Commits both revisions in one transaction: bytes, the new levels of the signatures, and the audit event. Returns
 * false when the file has changed since they were built.
 */
async function commitAugmentation(ctx: Ctx, built: BuiltAugmentation): Promise<boolean> {
  const { base, timestamp, certificateEndsAt } = built;
  return ctx.tx(async (tx) => {
    const [file] = await tx.db.select().from(files).where(eq(files.id, base.file.id)).for("update");
    if (file?.status !== "signed" || file.revision !== base.file.revision) return false;
    await insertSegments(tx, file.id, built.segments, base.segments.length);
    const [size, revision] = [
      file.size + built.segments.reduce((sum, segment) => sum + segment.size, 0),
      file.revision + 1,
    ];
    await tx.db.update(files).set({ size, sha256: built.sha256, revision }).where(eq(files.id, file.id));
    await tx.db.insert(documentTimestamps).values({ fileId: file.id, revision, at: timestamp.at, certificateEndsAt });
    await raiseLevels(tx, file.id, built.levels);
    await appendAuditEvent(tx, systemActor, file.id, {
      type: "timestamp.added",
      doc: { sha256: built.sha256, size, revision },
      data: { signature: "document", timestamp: timestamp.at.toISOString() },
    });
    return true;
  });
}

async function raiseLevels(ctx: Ctx, fileId: number, levels: ReadonlyMap<string, string>): Promise<void> {
  const signed = await ctx.db
    .select({ id: signRequests.id, signature: signRequests.signature })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), eq(signRequests.status, "signed")));
  for (const { id, signature } of signed) {
    const level = signature && levels.get(signature.fieldName);
    if (signature && level)
      await ctx.db
        .update(signRequests)
        .set({ signature: { ...signature, level } })
        .where(eq(signRequests.id, id));
  }
}

/** Validation data and document timestamp as two stored revisions that do not belong to the file yet. */
interface BuiltAugmentation {
  /** The version they were built on, compared at the commit. */
  base: CurrentFile;
  segments: [NewSegment, NewSegment];
  /** SHA-256 of the file with both revisions. */
  sha256: string;
  timestamp: Timestamp;
  certificateEndsAt: Date;
  /** The resulting level of each signature, by field name. */
  levels: ReadonlyMap<string, string>;
}

/**
 * Builds both revisions, outside any transaction. They are committed together, so no reader sees one without the other,
 * and a crash in between leaves only a blob to sweep. Throws TimestampError, `integrity_error`, `unavailable`.
 */
async function buildAugmentation(ctx: Ctx, base: CurrentFile, timestamper: Timestamper): Promise<BuiltAugmentation> {
  try {
    return await build(ctx, base, timestamper);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw await explainEngineFailure(ctx, systemActor, base, error);
  }
}

async function build(ctx: Ctx, base: CurrentFile, timestamper: Timestamper): Promise<BuiltAugmentation> {
  const { file, segments } = base;
  const listed = await withPlaces(ctx, file, segments, (places) => ctx.engine.listSignatures(places));
  const signatures = await gatherValidationData(ctx, await withAuthority(listed, file.sha256, timestamper));
  const stamps: Timestamp[] = [];
  const spec = { fileUuid: file.uuid, maxPages: ctx.limits.pdfPages, expectedSha256: file.sha256, signatures };
  const tails = await withPlaces(ctx, file, segments, (places) =>
    ctx.engine.augment(places, spec, async (digest) => {
      const stamp = await timestamper.stamp(digest);
      stamps.push(stamp);
      return stamp.token;
    }),
  );
  const timestamp = stamps.at(-1);
  if (!timestamp) throw new Error("the engine asked for no timestamp");
  const validation = await storeTail(ctx, file.uuid, "validation", tails.validation);
  const last = await storeTail(ctx, file.uuid, "timestamp", tails.timestamp);
  const { certificateEndsAt } = readToken(timestamp.token);
  const levels = await withPlaces(ctx, file, [...segments, validation, last], (places) => levelsOf(ctx, places));
  return { base, segments: [validation, last], sha256: tails.sha256, timestamp, certificateEndsAt, levels };
}

/**
 * The authority's own chain must be in the DSS before its timestamp covers it. The chain is read from the timestamps of
 * signatures; if there are none, because the authority was down, a first token is requested to get it.
 */
async function withAuthority(
  signatures: readonly ListedSignature[],
  sha256: string,
  timestamper: Timestamper,
): Promise<ListedSignature[]> {
  if (signatures.some(({ parties, isTimestamp }) => isTimestamp || parties.length > 1)) return [...signatures];
  const { token } = await timestamper.stamp(Buffer.from(sha256, "hex"));
  return [...signatures, { field: "", isTimestamp: true, vriKey: null, parties: [readToken(token).party] }];
}

/** Checking a very large file may exceed the time limit; the levels then stay unchanged. */
async function levelsOf(ctx: Ctx, places: readonly SegmentPath[]): Promise<Map<string, string>> {
  const { signatures } = await ctx.engine.verify(places);
  return new Map(
    signatures.flatMap(({ field, level, verdict }) => (level && verdict !== "unsupported" ? [[field, level]] : [])),
  );
}

/**
 * Removes the bytes of an augmentation that lost its race, unless the winner's are identical. Failed removals are left
 * to the sweep.
 */
async function dropAugmentation(ctx: Ctx, { base: { file }, segments }: BuiltAugmentation): Promise<void> {
  const hashes = segments.map(({ sha256 }) => sha256);
  const named = await ctx.db
    .select({ sha256: fileSegments.sha256 })
    .from(fileSegments)
    .where(and(eq(fileSegments.fileId, file.id), inArray(fileSegments.sha256, hashes)));
  for (const sha256 of hashes.filter((hash) => named.every((row) => row.sha256 !== hash))) {
    await ctx.blobs.remove(blobKey(file.uuid, sha256)).catch((error: unknown) => {
      ctx.log.warn({ file: file.id, err: error }, "timestamps: a revision that nobody needs was left for the sweep");
    });
  }
}

/** A new timestamp is due this long before the authority's certificate expires. */
const renewalDays = 90;
/** The maximum per sweep; the next sweep continues. */
const filesPerSweep = 200;

/** True when the certificate behind the file's newest document timestamp expires soon. */
export async function isRenewalDue(ctx: Ctx, fileId: number): Promise<boolean> {
  const [newest] = await ctx.db
    .select({
      isDue: sql<boolean>`${documentTimestamps.certificateEndsAt} < now() + make_interval(days => ${renewalDays}::int)`,
      at: documentTimestamps.at,
    })
    .from(documentTimestamps)
    .where(eq(documentTimestamps.fileId, fileId))
    .orderBy(desc(documentTimestamps.id))
    .limit(1);
  return newest?.isDue === true && !(await isFresh(ctx, newest.at));
}

/**
 * Prevents endless renewals with an authority whose certificates last a month: at most one timestamp per renewal
 * period.
 */
async function isFresh(ctx: Ctx, at: Date): Promise<boolean> {
  return (await ctx.now()).getTime() - at.getTime() < (renewalDays / 3) * dayMs;
}

/** Enqueues every file whose newest document timestamp is due for renewal (ETSI EN 319 142-1, 5.5). */
export async function enqueueRenewals(ctx: Ctx): Promise<void> {
  if (!ctx.timestamper) return;
  const later = alias(documentTimestamps, "later");
  const due = await ctx.db
    .select({ fileId: files.id, revision: files.revision })
    .from(documentTimestamps)
    .innerJoin(files, eq(files.id, documentTimestamps.fileId))
    .where(
      and(
        eq(files.status, "signed"),
        lt(documentTimestamps.certificateEndsAt, sql`now() + make_interval(days => ${renewalDays}::int)`),
        lt(documentTimestamps.at, sql`now() - make_interval(days => ${renewalDays / 3}::int)`),
        sql`not exists (select from ${documentTimestamps} ${later} where ${later.fileId} = ${documentTimestamps.fileId} and ${later.id} > ${documentTimestamps.id})`,
      ),
    )
    .limit(filesPerSweep);
  for (const { fileId, revision } of due)
    await enqueue(ctx, "augment", { fileId }, { dedupeKey: `augment:${fileId}:${revision}` });
  if (due.length > 0) ctx.wakeOutbox();
}
