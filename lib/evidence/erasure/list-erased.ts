import { sql } from "drizzle-orm";
import type { z } from "zod";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { madeId, type Made } from "@/lib/context/idempotency/keys";
import type { erasedEntryListAnswer, ErasureAnswer } from "@/lib/evidence/schema";
import { invalid } from "@/lib/platform/errors";
import { toUuid } from "@/lib/platform/ids";
import type { Erased } from "./erase-person";

type ErasedEntries = z.infer<typeof erasedEntryListAnswer>;

const atOnce = 100;

interface Row extends Record<string, unknown> {
  fileId: number;
  uuid: string;
  seq: number;
  at: string | Date;
  type: ErasedEntries["data"][number]["type"];
  hash: string;
  erased: ErasedEntries["data"][number]["erased"];
}

/**
 * The events with which trails record erasures, newest first: the time and the erased entries. Throws `forbidden`,
 * `not_found`.
 */
export async function listErasedEntries(
  ctx: Ctx,
  actor: Actor,
  { uuid, cursor }: { uuid?: string | undefined; cursor?: string | undefined },
): Promise<ErasedEntries> {
  assertAdmin(actor);
  const before = cursor === undefined ? sql`true` : sql`(e.at, e.file_id, e.seq) < ${placeOf(cursor)}`;
  const { rows } = await ctx.db.execute<Row>(sql`
    select e.file_id as "fileId", f.uuid, e.seq, e.at, e.type, encode(e.hash, 'hex') as hash, e.data -> 'erased' as erased
    from audit_events e join files f on f.id = e.file_id
    where e.type in ('person.erased', 'content.deleted') and ${uuid === undefined ? sql`true` : sql`f.uuid = ${toUuid(uuid)}`} and ${before}
    order by e.at desc, e.file_id desc, e.seq desc limit ${atOnce}`);
  const last = rows.length === atOnce ? rows.at(-1) : undefined;
  return {
    data: rows.map(({ fileId: _id, at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
    pagination: {
      nextCursor: last ? `${new Date(last.at).toISOString()}~${String(last.fileId)}~${String(last.seq)}` : null,
    },
  };
}

function placeOf(cursor: string) {
  const [, at = "", fileId, seq] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)~(\d{1,10})~(\d{1,10})$/.exec(cursor) ?? [];
  if (Number.isNaN(Date.parse(at))) throw invalid("/query/cursor", "invalid", "The cursor is not one of this list");
  return sql`(${at}::timestamptz, ${Number(fileId)}::bigint, ${Number(seq)}::bigint)`;
}

export function toErasedWire(erased: Erased): ErasureAnswer {
  const retained =
    erased.signedDocuments === 0
      ? ""
      : " Signed documents and their evidence are kept as they are: they are the others' proof, and what the person signed in them stays readable.";
  return { message: `The person is erased.${retained}`, ...erased };
}

/** The result, from the record of `markDone`. */
export function readErased(made: Made): Erased {
  return {
    account: made.account === true,
    signRequests: madeId(made, "signRequests"),
    documents: madeId(made, "documents"),
    signedDocuments: madeId(made, "signedDocuments"),
  };
}
