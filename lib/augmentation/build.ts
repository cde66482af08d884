import { and, eq, inArray } from "drizzle-orm";
import { fileSegments } from "@/db/schema/files";
import { blobKey } from "@/lib/blobs/blob-key";
import { systemActor, type Ctx } from "@/lib/context";
import type { CurrentFile } from "@/lib/files/current-file";
import { storeTail, type NewSegment } from "@/lib/files/ingest-upload";
import { toPlaces } from "@/lib/files/segments";
import type { ListedSignature } from "@/lib/pades/augmentation/list-signatures";
import { readToken } from "@/lib/pades/timestamps/read-token";
import { TimestampError, type Timestamp, type Timestamper } from "@/lib/pades/timestamps/timestamper";
import { explainEngineFailure } from "@/lib/signing/engine-failure";
import { gatherValidationData } from "./gather-validation-data";

/** Validation data and document timestamp as two revisions, stored and not yet part of the file. */
export interface BuiltAugmentation {
  /** What it was built on; the commit compares. */
  base: CurrentFile;
  segments: [NewSegment, NewSegment];
  /** Of the file with both. */
  sha256: string;
  timestamp: Timestamp;
  certificateEndsAt: Date;
  /** The level of each signature then, by field name. */
  levels: ReadonlyMap<string, string>;
}

/**
 * Builds both revisions, outside any transaction. They become part of the file together: nobody ever sees one without the other, and a
 * crash in between leaves nothing but a blob to be swept. Throws TimestampError, `integrity_error`, `unavailable`.
 */
export async function buildAugmentation(
  ctx: Ctx,
  base: CurrentFile,
  timestamper: Timestamper,
): Promise<BuiltAugmentation> {
  try {
    return await build(ctx, base, timestamper);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw await explainEngineFailure(ctx, systemActor, base, error);
  }
}

async function build(ctx: Ctx, base: CurrentFile, timestamper: Timestamper): Promise<BuiltAugmentation> {
  const { file, segments } = base;
  const places = toPlaces(ctx, file, segments);
  const signatures = await gatherValidationData(
    ctx,
    await withAuthority(await ctx.engine.listSignatures(places), file.sha256, timestamper),
  );
  const stamps: Timestamp[] = [];
  const spec = { fileUuid: file.uuid, maxPages: ctx.limits.pdfPages, expectedSha256: file.sha256, signatures };
  const tails = await ctx.engine.augment(places, spec, async (digest) => {
    const stamp = await timestamper.stamp(digest);
    stamps.push(stamp);
    return stamp.token;
  });
  const timestamp = stamps.at(-1);
  if (!timestamp) throw new Error("the engine asked for no timestamp");
  const validation = await storeTail(ctx, file.uuid, "validation", tails.validation);
  const last = await storeTail(ctx, file.uuid, "timestamp", tails.timestamp);
  const { certificateEndsAt } = readToken(timestamp.token);
  const levels = await levelsOf(ctx, [...places, ...toPlaces(ctx, file, [validation, last])]);
  return { base, segments: [validation, last], sha256: tails.sha256, timestamp, certificateEndsAt, levels };
}

/**
 * The authority's own chain belongs into the store before its timestamp covers it. It is known from the timestamps of signatures; where
 * there is none, since the authority was down then, a first token is asked for.
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

/** Time may not allow to check a very large file: then the levels stay what they were. */
async function levelsOf(ctx: Ctx, places: ReturnType<typeof toPlaces>): Promise<Map<string, string>> {
  const { signatures } = await ctx.engine.verify(places);
  return new Map(
    signatures.flatMap(({ field, level, verdict }) => (level && verdict !== "unsupported" ? [[field, level]] : [])),
  );
}

/** Removes the bytes of an augmentation that lost its race, unless the winner's are the same. What cannot be removed now is swept later. */
export async function dropAugmentation(ctx: Ctx, { base: { file }, segments }: BuiltAugmentation): Promise<void> {
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
