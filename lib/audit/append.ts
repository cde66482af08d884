import { eq, getTableColumns, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { auditPersonalValues, storedAuditEvents } from "@/db/schema/work";
import type { Actor, Ctx, GuestActor } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { recordEvents } from "@/lib/events/record-events";
import { callersSql, findOrAddCaller, type Caller, type KnownCaller } from "./callers";
import { eventHash, genesis } from "./chain";
import { Personal, type AuditRecord, type NewAuditEvent } from "./events";
import { withoutPersonalValues, type PersonalValue } from "./personal-values";

const { id, uuid, originalSha256, name, status, sha256, requesterId } = getTableColumns(files);
const chainFacts = { id, uuid, originalSha256, name, status, sha256, requesterId };

type AtLeastOne = readonly [NewAuditEvent, ...NewAuditEvent[]] | readonly [...NewAuditEvent[], NewAuditEvent];

/**
 * Appends one event to the file's chain, in the transaction of the state change. Takes the file's row lock, so that events of
 * one file are written one after the other and `seq` has no hole. What the event means to integrators goes into their log with it, in
 * the state that the file's row has now: write the row first. Answers the new head hash.
 */
export function appendAuditEvent(ctx: Ctx, actor: Actor, fileId: number, event: NewAuditEvent): Promise<string> {
  return appendAuditEvents(ctx, actor, fileId, [event]);
}

/** The same for several events of one act, in their order, by as many statements as one event takes. */
export async function appendAuditEvents(ctx: Ctx, actor: Actor, fileId: number, events: AtLeastOne): Promise<string> {
  const [file] = await ctx.db.select(chainFacts).from(files).where(eq(files.id, fileId)).for("update");
  if (!file) throw new DomainError("not_found");
  const said = { actor: describeActor(actor), net: describeNet(ctx), request: ctx.request?.id ?? null };
  // A statement of its own after the lock: with it in one, it could see the chain as it was before the wait.
  const head = await readHead(ctx, fileId, said.request);
  const caller = await findOrAddCaller(ctx, fileId, said, head.callers);
  let [seq, prev] = [head.seq, head.hash ?? genesis(file.uuid, file.originalSha256)];
  const rows = events.map((event) => {
    seq += 1;
    const row = chain(caller, said.request, file.uuid, { event, seq, prev, at: head.at });
    prev = row.hash;
    return row;
  });
  await ctx.db.insert(storedAuditEvents).values(rows.map(({ stored }) => ({ ...stored, fileId, at: head.at })));
  const personal = rows.flatMap((row) => row.personal.map((value) => ({ ...value, fileId, seq: row.stored.seq })));
  if (personal.length > 0) await ctx.db.insert(auditPersonalValues).values(personal);
  for (const event of events) await recordEvents(ctx, file, event, head.at);
  return prev;
}

interface Head {
  at: Date;
  seq: number;
  hash: string | null;
  callers: KnownCaller[];
}

/** The newest event of a file, who acted on it so far, and the database's time; `seq` is -1 and `hash` null where there is none. */
async function readHead(ctx: Ctx, fileId: number, request: string | null): Promise<Head> {
  const {
    rows: [row],
  } = await ctx.db.execute<{ at: string | Date; seq: number | null; hash: string | null; callers: KnownCaller[] }>(sql`
    select date_trunc('milliseconds', clock_timestamp()) as at, head.seq, head.hash, ${callersSql(fileId, request)} as callers from (values (1)) as one
    left join lateral (select seq, encode(hash, 'hex') as hash from audit_events where file_id = ${fileId}::int order by seq desc limit 1) head on true`);
  if (!row) throw new Error("the database told no time");
  return { at: new Date(row.at), seq: row.seq ?? -1, hash: row.hash, callers: row.callers };
}

interface Link {
  event: NewAuditEvent;
  seq: number;
  prev: string;
  at: Date;
}

/** An event as it is hashed and as it is stored; the two say the same (`audit_trail`). */
function chain(caller: Caller, request: string | null, fileUuid: string, { event, seq, prev, at }: Link) {
  const personal: PersonalValue[] = [];
  const own = {
    auth: withoutPersonalValues("auth", event.auth ?? {}, personal),
    doc: withoutPersonalValues("doc", event.doc ?? {}, personal),
    data: withoutPersonalValues("data", event.data ?? {}, personal),
  };
  const net = request === null ? caller.net : { ...caller.net, request };
  const hash = eventHash({
    v: 1,
    file: fileUuid,
    seq,
    type: event.type,
    at: at.toISOString(),
    actor: caller.actor,
    net,
    ...own,
    prev,
  });
  const stored = {
    v: 1,
    seq,
    type: event.type,
    caller: caller.n,
    request,
    auth: unlessEmpty(own.auth),
    doc: unlessEmpty(own.doc),
    data: unlessEmpty(own.data),
    hash: Buffer.from(hash, "hex"),
  };
  return { stored, hash, personal };
}

function unlessEmpty(record: Record<string, unknown>): Record<string, unknown> | null {
  return Object.keys(record).length === 0 ? null : record;
}

function describeActor(actor: Actor): AuditRecord {
  if (actor.kind === "guest") return describeGuest(actor);
  if (actor.kind !== "account") return { kind: actor.kind };
  return { kind: "account", accountId: actor.account.id, email: new Personal(actor.account.email), proof: actor.proof };
}

function describeGuest({ signRequestId, email, method, challengeId }: GuestActor): AuditRecord {
  return { kind: "guest", signRequestId, email: new Personal(email), method, challengeId };
}

function describeNet(ctx: Ctx): AuditRecord {
  if (!ctx.request) return {};
  return { address: new Personal(ctx.request.address), userAgent: new Personal(ctx.request.userAgent) };
}
