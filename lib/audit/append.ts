import { randomBytes } from "node:crypto";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { auditEvents, auditPersonalValues } from "@/db/schema/work";
import type { Actor, Ctx, GuestActor } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { recordEvents } from "@/lib/events/record-events";
import { eventHash, genesis, saltedHash } from "./chain";
import { Personal, type AuditRecord, type AuditValue, type NewAuditEvent } from "./events";

const { id, uuid, originalSha256, name, status, sha256, requesterId } = getTableColumns(files);
const chainFacts = { id, uuid, originalSha256, name, status, sha256, requesterId };

interface PersonalValue {
  path: string;
  salt: string;
  value: string;
}

/**
 * Appends one event to the file's chain, in the transaction of the state change. Takes the file's row lock, so that events of
 * one file are written one after the other and `seq` has no hole. What the event means to integrators goes into their log with it, in
 * the state that the file's row has now: write the row first. Answers the new head hash.
 */
export function appendAuditEvent(ctx: Ctx, actor: Actor, fileId: number, event: NewAuditEvent): Promise<string> {
  return appendAuditEvents(ctx, actor, fileId, [event]);
}

type AtLeastOne = readonly [NewAuditEvent, ...NewAuditEvent[]] | readonly [...NewAuditEvent[], NewAuditEvent];

/** The same for several events of one act, in their order, by as many statements as one event takes. */
export async function appendAuditEvents(ctx: Ctx, actor: Actor, fileId: number, events: AtLeastOne): Promise<string> {
  const [file] = await ctx.db.select(chainFacts).from(files).where(eq(files.id, fileId)).for("update");
  // An old draft is swept with its row; whoever still acts on it is too late.
  if (!file) throw new DomainError("not_found");
  // A statement of its own after the lock: with it in one, it could see the chain as it was before the wait.
  const head = await readHead(ctx, fileId);
  let [seq, prev] = [head.seq, head.hash ?? genesis(file.uuid, file.originalSha256)];
  const rows = events.map((event) => {
    seq += 1;
    const row = chain(ctx, actor, file.uuid, { event, seq, prev, at: head.at });
    prev = row.columns.hash;
    return row;
  });
  await ctx.db.insert(auditEvents).values(rows.map(({ columns }) => ({ ...columns, fileId, at: head.at })));
  const personal = rows.flatMap((row) => row.personal.map((value) => ({ ...value, fileId, seq: row.columns.seq })));
  if (personal.length > 0) await ctx.db.insert(auditPersonalValues).values(personal);
  for (const event of events) await recordEvents(ctx, file, event, head.at);
  return prev;
}

/** The newest event of a file, and the database's time; `seq` is -1 and `hash` null where there is none. */
async function readHead(ctx: Ctx, fileId: number): Promise<{ at: Date; seq: number; hash: string | null }> {
  const { rows: [row] } = await ctx.db.execute<{ at: string | Date; seq: number | null; hash: string | null }>(sql`
    select date_trunc('milliseconds', clock_timestamp()) as at, head.seq, head.hash from (values (1)) as one
    left join lateral (select seq, hash from audit_events where file_id = ${fileId}::int order by seq desc limit 1) head on true`);
  if (!row) throw new Error("the database told no time");
  return { at: new Date(row.at), seq: row.seq ?? -1, hash: row.hash };
}

interface Link {
  event: NewAuditEvent;
  seq: number;
  prev: string;
  at: Date;
}

function chain(ctx: Ctx, actor: Actor, fileUuid: string, { event, seq, prev, at }: Link) {
  const personal: PersonalValue[] = [];
  const chained = {
    v: 1,
    file: fileUuid,
    seq,
    type: event.type,
    at: at.toISOString(),
    actor: withoutPersonalValues("actor", describeActor(actor), personal),
    auth: withoutPersonalValues("auth", event.auth ?? {}, personal),
    net: withoutPersonalValues("net", describeNet(ctx), personal),
    doc: withoutPersonalValues("doc", event.doc ?? {}, personal),
    data: withoutPersonalValues("data", event.data ?? {}, personal),
    prev,
  };
  const { file: _uuid, at: _at, ...columns } = chained;
  return { columns: { ...columns, hash: eventHash(chained) }, personal };
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
  return { request: ctx.request.id, address: new Personal(ctx.request.address), userAgent: new Personal(ctx.request.userAgent) };
}

/** Replaces each personal value by its salted hash and notes the value for the side table. */
function withoutPersonalValues(path: string, record: AuditRecord, personal: PersonalValue[]): Record<string, unknown> {
  const replace = (value: AuditValue | undefined, at: string): unknown => {
    if (value instanceof Personal) {
      const salt = randomBytes(16).toString("hex");
      personal.push({ path: at, salt, value: value.value });
      return saltedHash(salt, value.value);
    }
    if (Array.isArray(value)) return value.map((item, index) => replace(item, `${at}.${index}`));
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => [k, replace(v, `${at}.${k}`)]));
    }
    return value;
  };
  return replace(record, path) as Record<string, unknown>;
}
