import { asc, inArray } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { readEvents, type FileEvent } from "./read-events";
import type { AccountExport } from "./schema";

interface EnvelopeFile {
  fileId: number;
  uuid: string;
  name: string;
  envelopeId: number | null;
  events: FileEvent[];
}

/** The files of these envelopes in order, each with the events of its own trail. */
export async function readFiles(ctx: Ctx, accountId: number, envelopeIds: readonly number[]): Promise<EnvelopeFile[]> {
  const parts = await ctx.db
    .select({ fileId: files.id, uuid: files.uuid, name: files.name, envelopeId: files.envelopeId })
    .from(files)
    .where(inArray(files.envelopeId, [...envelopeIds]))
    .orderBy(asc(files.envelopePosition), asc(files.id));
  const events = await readEvents(
    ctx,
    accountId,
    parts.map(({ fileId }) => fileId),
  );
  return parts.map((part) => ({ ...part, events: events.filter(({ fileId }) => fileId === part.fileId) }));
}

/** Those of one envelope, with the events that the caller may have. */
export function filesOf(
  parts: readonly EnvelopeFile[],
  envelope: number,
  isShown: (event: FileEvent) => boolean,
): NonNullable<AccountExport["requestsMade"][number]["files"]> {
  return parts
    .filter(({ envelopeId }) => envelopeId === envelope)
    .map(({ fileId, uuid, name, events }) => ({
      ...{ fileId, uuid, name },
      events: events.filter(isShown).map(({ event }) => event),
    }));
}
