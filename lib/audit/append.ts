import { randomBytes } from "node:crypto";
import { desc, eq, getTableColumns } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { auditEvents, auditPersonalValues } from "@/db/schema/work";
import type { Actor, Ctx, GuestActor } from "@/lib/context";
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
export async function appendAuditEvent(ctx: Ctx, actor: Actor, fileId: number, event: NewAuditEvent): Promise<string> {
  const [file] = await ctx.db.select(chainFacts).from(files).where(eq(files.id, fileId)).for("update");
  if (!file) throw new Error(`no file ${fileId} to write an audit event for`);
  const [head] = await ctx.db.select({ seq: auditEvents.seq, hash: auditEvents.hash }).from(auditEvents)
    .where(eq(auditEvents.fileId, fileId)).orderBy(desc(auditEvents.seq)).limit(1);
  const personal: PersonalValue[] = [];
  const at = await ctx.now();
  const chained = {
    v: 1,
    file: file.uuid,
    seq: head ? head.seq + 1 : 0,
    type: event.type,
    at: at.toISOString(),
    actor: withoutPersonalValues("actor", describeActor(actor), personal),
    auth: withoutPersonalValues("auth", event.auth ?? {}, personal),
    net: withoutPersonalValues("net", describeNet(ctx), personal),
    doc: withoutPersonalValues("doc", event.doc ?? {}, personal),
    data: withoutPersonalValues("data", event.data ?? {}, personal),
    prev: head ? head.hash : genesis(file.uuid, file.originalSha256),
  };
  const hash = eventHash(chained);
  const { file: _uuid, ...columns } = chained;
  await ctx.db.insert(auditEvents).values({ ...columns, fileId, at, hash });
  if (personal.length > 0) {
    await ctx.db.insert(auditPersonalValues).values(personal.map((value) => ({ ...value, fileId, seq: chained.seq })));
  }
  await recordEvents(ctx, file, event, at);
  return hash;
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
