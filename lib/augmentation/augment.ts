import { appendOnce } from "@/lib/audit/append-once";
import { systemActor, type Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { readCurrentFile, type CurrentFile } from "@/lib/files/current-file";
import { TimestampError } from "@/lib/pades/timestamps/timestamper";
import { buildAugmentation, dropAugmentation } from "./build";
import { commitAugmentation } from "./commit";
import { isRenewalDue } from "./renewal";

const maxAttempts = 5;

/**
 * Gives a sealed file its validation data and a document timestamp: every signature in it becomes B-LTA (ETSI EN 319 142-1, 6.2), whether
 * it has a timestamp of its own or not. May run anywhere, any number of times, at the same time: the file gets them once, and again when
 * the authority's certificate is about to end. Nobody is told: completion was, and no status changes.
 * Throws TimestampError while the authority is down, for the outbox to try again; `race_lost`, `integrity_error`, `unavailable`.
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
    detail: `file ${fileId} changed again and again while it was being timestamped`,
  });
}

/** Null for a file that was deleted meanwhile. */
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

/** Said once for each state of the file, not at every try. */
async function noteFailure(ctx: Ctx, { file }: CurrentFile, error: unknown): Promise<never> {
  if (error instanceof TimestampError) {
    await appendOnce(ctx, systemActor, file.id, {
      type: "timestamp.failed",
      data: { documentRevision: file.revision },
    });
  }
  throw error;
}
