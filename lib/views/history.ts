import { and, eq, inArray } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { auditPersonalValues } from "@/db/schema/work";
import type { AuditEvent } from "@/db/views";
import { accountActor } from "@/lib/accounts/actor";
import { readSignerNames } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { toUuid } from "@/lib/platform/ids";
import { doneEvents, readTrail, type AuditEventType } from "@/lib/records/audit/events";
import type { HistoryEntry } from "./schema";

/** A queued e-mail is not worth an entry; a sent or failed one is. */
const hiddenTypes = new Set<string>(["mail.queued"] satisfies AuditEventType[]);

const statingTypes = new Set<string>(["signed", "signer.delegated"] satisfies AuditEventType[]);

interface People {
  viewerId: number;
  /** Addresses by account. */
  addresses: ReadonlyMap<number, string>;
  /** Names of all signers, past and present, by signing request and by address. */
  bySignRequest: ReadonlyMap<number, string>;
  byAddress: ReadonlyMap<string, string>;
  /** Reasons and locations that signers stated when signing, and reasons of delegations. */
  statements: readonly { seq: number | null; path: string; value: string }[];
}

/**
 * A file's history for its requester, newest first: the audit chain with names. Consecutive repeated actions, such as
 * moving fields, are merged. Throws `not_found`, `forbidden` to a signer.
 */
export async function showHistory(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<HistoryEntry[]> {
  const { account } = accountActor(actor);
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  const events = (await readTrail(ctx, file.id)).filter((event) => !hiddenTypes.has(event.type));
  const people = await readPeople(ctx, account.id, file.id, events);
  return joinRepeated(events.map((event) => toEntry(event, people))).reverse();
}

async function readPeople(ctx: Ctx, viewerId: number, fileId: number, events: readonly AuditEvent[]): Promise<People> {
  const accountIds = [
    ...new Set(events.flatMap(({ actor }) => (typeof actor.accountId === "number" ? [actor.accountId] : []))),
  ];
  const acting =
    accountIds.length === 0
      ? []
      : await ctx.db
          .select({ id: accounts.id, email: accounts.email })
          .from(accounts)
          .where(inArray(accounts.id, accountIds));
  const named = await readSignerNames(ctx, fileId);
  return {
    viewerId,
    addresses: new Map(acting.map(({ id, email }) => [id, email])),
    bySignRequest: new Map(named.map(({ id, name }) => [id, name])),
    statements: await ctx.db
      .select({ seq: auditPersonalValues.seq, path: auditPersonalValues.path, value: auditPersonalValues.value })
      .from(auditPersonalValues)
      .where(
        and(
          eq(auditPersonalValues.fileId, fileId),
          inArray(auditPersonalValues.path, ["data.reason", "data.location"]),
          inArray(
            auditPersonalValues.seq,
            events.filter(({ type }) => statingTypes.has(type)).map(({ seq }) => seq),
          ),
        ),
      ),
    byAddress: new Map(named.map(({ email, name }) => [email, name])),
  };
}

const doneOrDeclined: ReadonlySet<string> = new Set([...doneEvents, "declined"]);

function toEntry({ seq, type, at, actor, auth, data }: AuditEvent, people: People): HistoryEntry {
  const accountId = typeof actor.accountId === "number" ? actor.accountId : null;
  const actorName =
    actor.kind === "guest"
      ? (people.bySignRequest.get(Number(actor.signRequestId)) ?? null)
      : signerOfAccount(accountId, people);
  const isField = type.startsWith("element.");
  const named =
    typeof data.signRequestId === "number" && !isField ? (people.bySignRequest.get(data.signRequestId) ?? null) : null;
  return {
    seq,
    type: isField ? "element.changed" : (type as HistoryEntry["type"]),
    at: at.toISOString(),
    by: byWhom(actor.kind, accountId, people),
    actorName,
    signer: named ?? (doneOrDeclined.has(type) ? actorName : null),
    from: typeof data.from === "number" ? (people.bySignRequest.get(data.from) ?? null) : null,
    mail: typeof data.template === "string" ? data.template : null,
    stamped: type === "timestamp.added" && typeof data.signature === "string" ? data.signature : null,
    entered:
      type === "code.accepted" && auth.entered === "to_open"
        ? "to_open"
        : typeof data.directLink === "number"
          ? "direct_link"
          : null,
    reason: stated(people, seq, "data.reason"),
    location: stated(people, seq, "data.location"),
    count: 1,
  };
}

function stated({ statements }: People, seq: number, path: string): string | null {
  return statements.find((one) => one.seq === seq && one.path === path)?.value ?? null;
}

function signerOfAccount(accountId: number | null, people: People): string | null {
  return accountId === null ? null : (people.byAddress.get(people.addresses.get(accountId) ?? "") ?? null);
}

function byWhom(kind: unknown, accountId: number | null, people: People): HistoryEntry["by"] {
  if (kind === "system") return "service";
  if (kind === "guest") return "signer";
  if (accountId === null) return "link";
  if (accountId === people.viewerId) return "you";
  return people.byAddress.has(people.addresses.get(accountId) ?? "") ? "signer" : "other";
}

function joinRepeated(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const joined: HistoryEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const isSame =
      last?.type === entry.type &&
      last.by === entry.by &&
      last.signer === entry.signer &&
      last.actorName === entry.actorName &&
      last.mail === entry.mail &&
      last.stamped === entry.stamped;
    if (isSame) joined[joined.length - 1] = { ...entry, count: last.count + 1 };
    else joined.push(entry);
  }
  return joined;
}
