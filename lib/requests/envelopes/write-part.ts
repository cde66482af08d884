import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/platform/context";
import { appendAuditEvents } from "@/lib/records/audit/append";
import type { AuditRecord, NewAuditEvent } from "@/lib/records/audit/events";

interface Place {
  envelope: Pick<File, "id" | "uuid">;
  part: File;
  /** How many files the envelope has. */
  parts: number;
}

/** A file of an envelope after a change, with the head of its chain. */
export type WrittenPart = Pick<File, "id" | "uuid" | "size" | "sha256" | "revision"> & {
  position: number;
  head: string;
};

type EventsOf = (
  doc: { sha256: string; size: number; revision: number },
  place: AuditRecord,
) => readonly NewAuditEvent[];

/**
 * Writes new bytes of one file of an envelope, whose segments the caller has stored, and the events for its own
 * chain. The caller holds the locks of `lockParts`. Pass its result to `membersOf` for the envelope's event, so that
 * the envelope's chain vouches for the file's.
 */
export async function writePart(
  ctx: Ctx,
  actor: Actor,
  { envelope, part, parts }: Place,
  bytes: Pick<File, "size" | "sha256">,
  eventsOf: EventsOf,
): Promise<WrittenPart> {
  const revision = part.revision + 1;
  await ctx.db
    .update(files)
    .set({ ...bytes, revision })
    .where(eq(files.id, part.id));
  const position = part.envelopePosition ?? 0;
  const events = eventsOf({ ...bytes, revision }, placeOf(envelope, position, parts));
  const [first, ...others] = events;
  if (!first) throw new Error("a change of a file writes an event");
  const head = await appendAuditEvents(ctx, actor, part.id, [first, ...others]);
  return { id: part.id, uuid: part.uuid, ...bytes, revision, position, head };
}

/** The link from a file's chain to its envelope. */
export function placeOf({ uuid }: Pick<File, "uuid">, position: number, parts: number): AuditRecord {
  return { envelope: uuid, position, files: parts };
}

/** The link from the envelope's chain to its files, for `data` of an event. */
export function membersOf(written: readonly WrittenPart[]): AuditRecord {
  return {
    files: written.map(({ uuid, position, sha256, size, revision, head }) => ({
      uuid,
      position,
      sha256,
      size,
      revision,
      head,
    })),
  };
}
