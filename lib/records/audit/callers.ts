import { randomBytes } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import type { Actor, Ctx, GuestActor } from "@/lib/context/context";
import { canonicalJson, saltedHash } from "./chain";
import { Personal, type AuditRecord, type AuditValue } from "./events";

/** The caller and network as recorded in events, with personal values as salted hashes. */
export interface Caller {
  n: number;
  actor: Record<string, unknown>;
  net: Record<string, unknown>;
}

/** A caller that the file already contains. */
export interface KnownCaller extends Caller {
  /** By path. Erased values are missing. */
  values: Record<string, string>;
  /** Whether it caused an event of the current request. */
  isOfRequest: boolean;
}

/** The caller, the network address and the request. */
export interface Origin {
  actor: AuditRecord;
  net: AuditRecord;
  request: string | null;
}

export function originOf(ctx: Ctx, actor: Actor): Origin {
  return { actor: describeActor(actor), net: describeNet(ctx), request: ctx.request?.id ?? null };
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

/** The callers of a file, as JSON. */
export function callersSql(fileId: number, request: string | null): SQL {
  return sql`coalesce((select json_agg(json_build_object('n', c.n, 'actor', c.actor, 'net', c.net,
      'values', coalesce((select json_object_agg(v.path, v.value) from audit_personal_values v where v.file_id = c.file_id and v.caller = c.n), '{}'),
      'isOfRequest', exists (select from audit_events e where e.file_id = c.file_id and e.caller = c.n and e.request = ${request}::text)) order by c.n)
    from audit_callers c where c.file_id = ${fileId}::int), '[]')`;
}

/**
 * The caller of these events. An existing one is reused, with its salts, if it has the same content about the same
 * person, or about no person, such as the service itself. A visitor's is reused only within its request. So the content
 * of a caller's row belongs to a single person, and is erased with them.
 */
export function findOrMakeCaller(origin: Origin, known: readonly KnownCaller[]): MadeCaller {
  const wanted = canonicalJson(inClear(origin));
  const isAnyRequests = namesSomebody(origin.actor) || Object.keys(clearValues(origin)).length === 0;
  const same = known.find(
    (caller) => (isAnyRequests || caller.isOfRequest) && canonicalJson(withValues(caller)) === wanted,
  );
  if (same) return { caller: same, personal: [], isNew: false };
  const personal: PersonalValue[] = [];
  const caller = {
    n: (known.at(-1)?.n ?? -1) + 1,
    actor: withoutPersonalValues("actor", origin.actor, personal),
    net: withoutPersonalValues("net", origin.net, personal),
  };
  return { caller, personal, isNew: true };
}

interface MadeCaller {
  caller: Caller;
  /** For a new caller. */
  personal: PersonalValue[];
  isNew: boolean;
}

/** The callers of a file, including the one that has just acted, which is now the caller of the request. */
export function withCaller(known: readonly KnownCaller[], { n, actor, net }: Caller, origin: Origin): KnownCaller[] {
  const before = known.find((caller) => caller.n === n);
  if (before) return known.map((caller) => (caller === before ? { ...caller, isOfRequest: true } : caller));
  return [...known, { n, actor, net, values: clearValues(origin), isOfRequest: true }];
}

function namesSomebody({ kind }: AuditRecord): boolean {
  return kind === "account" || kind === "guest";
}

/** `actor` and `net` are flat records. */
function inClear({ actor, net }: Origin): unknown {
  const clear = (record: AuditRecord) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, value instanceof Personal ? value.value : value]),
    );
  return { actor: clear(actor), net: clear(net) };
}

/** The personal values of a caller by path, as `callersSql` reads them. */
function clearValues(origin: Origin): Record<string, string> {
  return Object.fromEntries(
    (["actor", "net"] as const).flatMap((part) =>
      Object.entries(origin[part]).flatMap(([name, value]) =>
        value instanceof Personal ? [[`${part}.${name}`, value.value]] : [],
      ),
    ),
  );
}

/** An erased value remains a salted hash, which no value equals. */
function withValues({ actor, net, values }: KnownCaller): unknown {
  const restored = (part: string, record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, values[`${part}.${name}`] ?? value]));
  return { actor: restored("actor", actor), net: restored("net", net) };
}

export interface PersonalValue {
  path: string;
  /** Lower-case hex. */
  salt: string;
  value: string;
}

/** Replaces each personal value by its salted hash and collects the values for the side table. */
export function withoutPersonalValues(
  path: string,
  record: AuditRecord,
  personal: PersonalValue[],
): Record<string, unknown> {
  const replace = (value: AuditValue | undefined, at: string): unknown => {
    if (value instanceof Personal) {
      const salt = randomBytes(16).toString("hex");
      personal.push({ path: at, salt, value: value.value });
      return saltedHash(salt, value.value);
    }
    if (Array.isArray(value)) return value.map((item, index) => replace(item, `${at}.${index}`));
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(
        Object.entries(value)
          .filter(([, v]) => v !== undefined)
          .map(([k, v]) => [k, replace(v, `${at}.${k}`)]),
      );
    }
    return value;
  };
  return replace(record, path) as Record<string, unknown>;
}
