import { asc, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { files, signRequests, type File, type SignRequest } from "@/db/schema/files";
import { inboxMessages, outboxJobs, type OutboxJob } from "@/db/schema/work";
import { auditEvents, type AuditEvent } from "@/db/views";
import type { NotificationTemplate, OutboxPayloads } from "@/lib/records/outbox/kinds";
import type { OperationName } from "./journal";
import type { World } from "./world";

export interface MailTally {
  /** E-mails that the acknowledged operations promise. */
  promised: number;
  /** Those that were no longer true when their turn came, and so were not sent. */
  outdated: number;
}

interface Promised {
  template: NotificationTemplate;
  signRequestId: number | null;
  accountId: number | null;
}

interface Case {
  file: File;
  people: SignRequest[];
  trail: readonly AuditEvent[];
  operations: ReadonlySet<OperationName>;
}

const signs: ReadonlySet<string> = new Set(["signed", "approved", "document.read"]);

/**
 * Compares the e-mails promised by acknowledged operations with the outbox and the inbox. Each has exactly one job, and
 * is in the inbox exactly once unless it was outdated. The inbox keeps an e-mail once per job, whatever is killed. A
 * mail server may get it again if the process ends between its acceptance and our commit; it then has the same
 * Message-ID.
 */
export async function compareMails(world: World, db: Db): Promise<MailTally> {
  await complainAboutRepeats(world, db);
  const operations = new Map<string, Set<OperationName>>();
  for (const { document, operation } of world.journal.acknowledged)
    operations.set(document, (operations.get(document) ?? new Set<OperationName>()).add(operation));
  const rows = await db.select().from(files);
  const known = rows.filter(({ name }) => operations.has(name));
  const sent = new Set(
    (await db.select({ key: inboxMessages.idempotencyKey }).from(inboxMessages)).map(({ key }) => key),
  );
  const tally = { promised: 0, outdated: 0 };
  for (let at = 0; at < known.length; at += 200) {
    const some = known.slice(at, at + 200);
    const ids = some.map(({ id }) => id);
    const people = await db.select().from(signRequests).where(inArray(signRequests.fileId, ids));
    const trails = await db
      .select()
      .from(auditEvents)
      .where(inArray(auditEvents.fileId, ids))
      .orderBy(asc(auditEvents.seq));
    const jobs = await db
      .select()
      .from(outboxJobs)
      .where(
        sql`kind = 'notification' and (payload ->> 'fileId')::int = any(array[${sql.join(
          ids.map((id) => sql`${id}::int`),
          sql`, `,
        )}])`,
      );
    for (const file of some) {
      const compared = compareFile(
        world,
        {
          file,
          people: people.filter(({ fileId }) => fileId === file.id),
          trail: trails.filter(({ fileId }) => fileId === file.id),
          operations: operations.get(file.name) ?? new Set(),
        },
        { jobs: jobs.filter(({ payload }) => payload["fileId"] === file.id), sent },
      );
      tally.promised += compared.promised;
      tally.outdated += compared.outdated;
    }
  }
  return tally;
}

function compareFile(
  { journal }: World,
  given: Case,
  { jobs, sent }: { jobs: readonly OutboxJob[]; sent: ReadonlySet<string> },
): MailTally {
  const { file, people } = given;
  const promises = promisedBy(given);
  let outdated = 0;
  for (const promise of promises) {
    const what = `the ${promise.template} e-mail of ${file.name} to ${recipientOf(promise, people)}`;
    const found = jobs.filter(({ payload }) => isAbout(payload as OutboxPayloads["notification"], promise));
    const delivered = found.filter(({ id }) => sent.has(`paraph-${file.uuid}-job-${String(id)}`));
    if (found.length === 0) journal.complain("lost", `${what} was never queued`);
    else if (found.length > mostJobs(promise, given))
      journal.complain("doubled", `${what} was queued ${String(found.length)} times`);
    else if (delivered.length > 1) journal.complain("doubled", `${what} was sent ${String(delivered.length)} times`);
    else if (delivered.length === 1) continue;
    else if (isOutdated(promise, given)) outdated += 1;
    else journal.complain("lost", `${what} was not sent`);
  }
  return { promised: promises.length, outdated };
}

/** Everything below follows from the acknowledged operations and the audit trail, not from the jobs. */
function promisedBy({ file, people, trail, operations }: Case): Promised[] {
  const requester = { signRequestId: null, accountId: file.requesterId };
  const acting = people.filter(({ role, notify }) => role !== "cc" && notify);
  const invited = operations.has("release") ? acting.filter((person) => isCalled(person, people, trail)) : [];
  const has = (type: string): boolean => trail.some((event) => event.type === type);
  const to = (template: NotificationTemplate, some: readonly SignRequest[]): Promised[] =>
    some.map(({ id }) => ({ template, signRequestId: id, accountId: null }));
  const promises = to("invitation", invited);
  if (operations.has("sign") && has("file.completed"))
    promises.push(...to("completion", acting), { template: "completion", ...requester });
  if (operations.has("decline")) {
    const others = invited.filter(({ status }) => status !== "declined");
    promises.push(...to("decline", others), { template: "decline", ...requester });
  }
  if (operations.has("withdraw")) promises.push(...to("withdrawal", invited));
  if (has("file.expired")) promises.push({ template: "expiry", ...requester });
  return promises;
}

/** Whether everybody before this person has acted. */
function isCalled(
  { signingOrder }: SignRequest,
  people: readonly SignRequest[],
  trail: readonly AuditEvent[],
): boolean {
  const acted = new Set(trail.filter(({ type }) => signs.has(type)).map(({ data }) => data["signRequestId"]));
  return people
    .filter((other) => other.role !== "cc" && other.signingOrder < signingOrder)
    .every((other) => acted.has(other.id));
}

function isAbout(payload: OutboxPayloads["notification"], promise: Promised): boolean {
  return (
    payload.template === promise.template &&
    payload.signRequestId === promise.signRequestId &&
    payload.accountId === promise.accountId
  );
}

/** An invitation that was dropped because the document expired is queued once more when it is reopened. */
function mostJobs({ template }: Promised, { trail }: Case): number {
  const reopenings = trail.filter(({ type, data }) => type === "file.changed" && data["from"] === "expired");
  return template === "invitation" ? 1 + reopenings.length : 1;
}

/**
 * An invitation is dropped once its person has acted or the document has ended, a note of expiry once it is reopened.
 */
function isOutdated({ template, signRequestId }: Promised, { file, people }: Case): boolean {
  if (template === "expiry") return file.status !== "expired";
  if (template !== "invitation") return false;
  const person = people.find(({ id }) => id === signRequestId);
  // Written out, because this comparison shares no code with the service that it checks.
  const isOpen = file.status === "able_to_sign" || file.status === "partially_signed";
  return !isOpen || person?.status !== "pending" || (file.expiresAt !== null && file.expiresAt < new Date());
}

function recipientOf({ signRequestId }: Promised, people: readonly SignRequest[]): string {
  return people.find(({ id }) => id === signRequestId)?.email ?? "the sender";
}

/** Each e-mail about a document reaches each person only once, except for codes. */
async function complainAboutRepeats(world: World, db: Db): Promise<void> {
  const { rows } = await db.execute<{ to: string; subject: string; count: number }>(sql`
    select m."to", m.subject, count(*)::int as count from inbox_messages m where exists (select from files f where m.subject like '%' || f.name || '%')
      and m.idempotency_key not like '%code%' group by 1, 2 having count(*) > 1`);
  const codes = new Set(
    (
      await db.execute<{ subject: string }>(sql`select distinct subject from inbox_messages where subject ~* 'code'`)
    ).rows.map(({ subject }) => subject),
  );
  for (const { to, subject, count } of rows)
    if (!codes.has(subject)) world.journal.complain("doubled", `"${subject}" went to ${to} ${String(count)} times`);
}
