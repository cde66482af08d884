import { and, eq, ne, sql } from "drizzle-orm";
import { files, fields as storedFields, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/platform/context";
import { charactersOf } from "./conditions";

/**
 * The share of fields in the budget of a request. All fields are read with every look at it, by the thread that serves everybody, so the files of an envelope
 * share the budget of one document.
 */
export interface Taken {
  fields: number;
  /** Of all expressions. */
  characters: number;
}

export const nothingTaken: Taken = { fields: 0, characters: 0 };

export function takenBy(fields: Parameters<typeof charactersOf>[0]): Taken {
  return { fields: fields.length, characters: charactersOf(fields) };
}

/** The budget used by the stored fields in the other files of the envelope. The caller's transaction holds the envelope's lock. */
export async function takenElsewhere(ctx: Ctx, file: Pick<File, "id" | "envelopeId">): Promise<Taken> {
  if (file.envelopeId === null) return nothingTaken;
  const { showWhen, requireWhen, calculate } = storedFields;
  const [row] = await ctx.db
    .select({
      fields: sql<number>`count(*)::int`,
      characters: sql<number>`coalesce(sum(char_length(concat(${showWhen}, ${requireWhen}, ${calculate}))), 0)::int`,
    })
    .from(storedFields)
    .innerJoin(files, eq(files.id, storedFields.fileId))
    .where(and(eq(files.envelopeId, file.envelopeId), ne(files.id, file.id)));
  return row ?? nothingTaken;
}
