import { eq } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { appendAuditEvents } from "@/lib/records/audit/append";
import type { AuditRecord, NewAuditEvent } from "@/lib/records/audit/events";

interface Place {
  envelope: Pick<File, "id" | "uuid">;
  pdf: File;
  /** The number of files in the envelope. */
  count: number;
}

/** A file of an envelope after a change, with the head of its chain. */
export type WrittenPdf = Pick<File, "id" | "uuid" | "size" | "sha256" | "revision"> & {
  position: number;
  head: string;
};

type EventsOf = (
  doc: { sha256: string; size: number; revision: number },
  place: AuditRecord,
) => readonly NewAuditEvent[];

/**
 * Writes new bytes of one file of an envelope, whose segments the caller has stored, and the events for its own
 * chain. The caller holds the locks of `lockPdfs`. Pass its result to `membersOf` for the envelope's event, so that
 * the envelope's chain vouches for the file's.
 */
export async function writePdf(
  ctx: Ctx,
  actor: Actor,
  { envelope, pdf, count }: Place,
  bytes: Pick<File, "size" | "sha256">,
  eventsOf: EventsOf,
): Promise<WrittenPdf> {
  const revision = pdf.revision + 1;
  await ctx.db
    .update(files)
    .set({ ...bytes, revision })
    .where(eq(files.id, pdf.id));
  const position = pdf.envelopePosition ?? 0;
  const events = eventsOf({ ...bytes, revision }, placeOf(envelope, position, count));
  const [first, ...others] = events;
  if (!first) throw new Error("a change of a file writes an event");
  const head = await appendAuditEvents(ctx, actor, pdf.id, [first, ...others]);
  return { id: pdf.id, uuid: pdf.uuid, ...bytes, revision, position, head };
}

/** The link from a file's chain to its envelope. */
export function placeOf({ uuid }: Pick<File, "uuid">, position: number, count: number): AuditRecord {
  return { envelope: uuid, position, files: count };
}

/** The link from the envelope's chain to its files, for `data` of an event. */
export function membersOf(written: readonly WrittenPdf[]): AuditRecord {
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
