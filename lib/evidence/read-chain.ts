import { sql } from "drizzle-orm";
import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { findOwn } from "@/lib/documents/access";
import { toUuid } from "@/lib/platform/ids";
import { doneEvents, readTrail } from "@/lib/records/audit/events";
import { chainFormat, type ChainDocument, type ChainEvent } from "./schema";

/** The whole chain of a file with every personal value that was not erased. The caller has authorised the reader. */
export async function readChain(ctx: Ctx, file: File): Promise<ChainDocument> {
  const [trail, personal] = [await readTrail(ctx, file.id), await readPersonalValues(ctx, file.id)];
  const data = trail.map(({ v, seq, type, at, actor, auth, net, doc, data: facts, prev, hash }): ChainEvent => ({
    v,
    file: file.uuid,
    seq,
    type,
    at: at.toISOString(),
    actor,
    auth,
    net,
    doc,
    data: facts,
    prev,
    hash,
  }));
  const last = data.at(-1);
  if (!last) throw new Error(`file ${file.id} has no trail`);
  return {
    format: chainFormat,
    service: ctx.publicUrl,
    file: {
      uuid: file.uuid,
      name: file.name,
      pages: file.pages.length,
      originalSha256: file.originalSha256,
      originalSize: file.originalSize,
    },
    head: headOf(last),
    sealed: sealedHead(file, data),
    personal,
    data,
  };
}

/** The seal vouches for the event of the last action, and through it for all earlier ones. */
function sealedHead(file: File, events: readonly ChainEvent[]): ChainDocument["sealed"] {
  const last = events.findLast(({ type }) => (doneEvents as readonly string[]).includes(type));
  return file.completedAt !== null && last ? headOf(last) : null;
}

function headOf({ seq, hash }: ChainEvent): ChainDocument["head"] {
  return { seq, hash };
}

/** A caller's values are repeated for each of the caller's events. */
async function readPersonalValues(ctx: Ctx, fileId: number): Promise<ChainDocument["personal"]> {
  const { rows } = await ctx.db.execute<ChainDocument["personal"][number]>(sql`
    select e.seq, v.path, encode(v.salt, 'hex') as salt, v.value from audit_personal_values v
    join audit_events e on e.file_id = v.file_id and (e.seq = v.seq or e.caller = v.caller)
    where v.file_id = ${fileId} order by e.seq, v.path`);
  return rows;
}

/** The audit chain of a file, for its requester. Throws `not_found`, `forbidden` to a signer. */
export async function showAudit(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<ChainDocument> {
  return readChain(ctx, await findOwn(ctx, actor, { uuid: toUuid(input.uuid) }));
}
