import { sql, type SQL } from "drizzle-orm";
import { auditCallers, auditPersonalValues } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { canonicalJson } from "./canonical-json";
import { Personal, type AuditRecord } from "./events";
import { withoutPersonalValues, type PersonalValue } from "./personal-values";

/** Who acts, and from where, as the events say it: personal values are salted hashes. */
export interface Caller {
  n: number;
  actor: Record<string, unknown>;
  net: Record<string, unknown>;
}

/** One that the file has already. */
export interface KnownCaller extends Caller {
  /** By path; those that were erased are gone. */
  values: Record<string, string>;
  /** It caused an event of the request that asks now. */
  isOfRequest: boolean;
}

interface Said {
  actor: AuditRecord;
  net: AuditRecord;
  request: string | null;
}

/** The callers of a file, as JSON. */
export function callersSql(fileId: number, request: string | null): SQL {
  return sql`coalesce((select json_agg(json_build_object('n', c.n, 'actor', c.actor, 'net', c.net,
      'values', coalesce((select json_object_agg(v.path, v.value) from audit_personal_values v where v.file_id = c.file_id and v.caller = c.n), '{}'),
      'isOfRequest', exists (select from audit_events e where e.file_id = c.file_id and e.caller = c.n and e.request = ${request}::text)) order by c.n)
    from audit_callers c where c.file_id = ${fileId}::int), '[]')`;
}

/**
 * The caller of these events. One that the file has is taken again, with its salts, where it says the same of the same person; one that names
 * nobody only within its request. So what a caller's row says belongs to one person, and is erased with them.
 */
export async function findOrAddCaller(
  ctx: Ctx,
  fileId: number,
  said: Said,
  known: readonly KnownCaller[],
): Promise<Caller> {
  const wanted = canonicalJson(inClear(said));
  const same = known.find(
    (caller) => (namesSomebody(said.actor) || caller.isOfRequest) && canonicalJson(withValues(caller)) === wanted,
  );
  if (same) return same;
  const personal: PersonalValue[] = [];
  const caller = {
    n: (known.at(-1)?.n ?? -1) + 1,
    actor: withoutPersonalValues("actor", said.actor, personal),
    net: withoutPersonalValues("net", said.net, personal),
  };
  await ctx.db.insert(auditCallers).values({ ...caller, fileId });
  if (personal.length > 0)
    await ctx.db.insert(auditPersonalValues).values(personal.map((value) => ({ ...value, fileId, caller: caller.n })));
  return caller;
}

function namesSomebody({ kind }: AuditRecord): boolean {
  return kind === "account" || kind === "guest";
}

/** `actor` and `net` are flat records. */
function inClear({ actor, net }: Said): unknown {
  const clear = (record: AuditRecord) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, value instanceof Personal ? value.value : value]),
    );
  return { actor: clear(actor), net: clear(net) };
}

/** A value that was erased stays a salted hash, which no value is equal to. */
function withValues({ actor, net, values }: KnownCaller): unknown {
  const restored = (part: string, record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, values[`${part}.${name}`] ?? value]));
  return { actor: restored("actor", actor), net: restored("net", net) };
}
