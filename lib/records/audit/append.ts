import { and, eq, getTableColumns, gt, sql, type SQL } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { auditCallers, storedAuditEvents } from "@/db/schema/work";
import { auditEvents } from "@/db/views";
import { isRetryable, type Actor, type Ctx } from "@/lib/context/context";
import { countAttempt } from "@/lib/context/rates/counters";
import { DomainError } from "@/lib/platform/errors";
import { record, writeRecords } from "@/lib/records/write-at-end";
import {
  callersSql,
  findOrMakeCaller,
  originOf,
  withCaller,
  withoutPersonalValues,
  type Caller,
  type KnownCaller,
  type PersonalValue,
} from "./callers";
import { eventHash, genesis } from "./chain";
import type { NewAuditEvent } from "./events";
import { outwardEvents, recordEvents } from "./record-events";

const { id, uuid, originalSha256, name, status, sha256, requesterId, envelopeId } = getTableColumns(files);
const chainFacts = { id, uuid, originalSha256, name, status, sha256, requesterId, envelopeId };

type AtLeastOne = readonly [NewAuditEvent, ...NewAuditEvent[]] | readonly [...NewAuditEvent[], NewAuditEvent];

/**
 * Appends one event to the file's chain, in the transaction of the state change. Takes the file's row lock, so that
 * events of a file are serialised and `seq` has no gap. In a transaction of `ctx.tx` the rows are written at its end,
 * together with all other records. The matching integrator events are logged in the same transaction with the file
 * row's current state, so write the row first. Returns the new head hash.
 */
export function appendAuditEvent(ctx: Ctx, actor: Actor, fileId: number, event: NewAuditEvent): Promise<string> {
  return appendAuditEvents(ctx, actor, fileId, [event]);
}

/** Like `appendAuditEvent`, for several events of one action, in order. */
export async function appendAuditEvents(ctx: Ctx, actor: Actor, fileId: number, events: AtLeastOne): Promise<string> {
  const origin = originOf(ctx, actor);
  const { file, head } = await lockChain(ctx, fileId, origin.request, events);
  const { caller, personal, isNew } = findOrMakeCaller(origin, head.callers);
  let [seq, prev] = [head.seq, head.hash ?? genesis(file.uuid, file.originalSha256)];
  const rows = events.map((event) => {
    seq += 1;
    const row = chain(caller, origin.request, file.uuid, { event, seq, prev, at: head.at });
    prev = row.hash;
    return row;
  });
  await record(ctx, {
    callers: isNew ? [{ fileId, n: caller.n, actor: caller.actor, net: caller.net }] : [],
    personal: [
      ...personal.map((value) => ({ ...value, fileId, seq: null, caller: caller.n })),
      ...rows.flatMap((row) => row.personal.map((value) => ({ ...value, fileId, seq: row.stored.seq, caller: null }))),
    ],
    events: rows.map(({ stored }) => ({ ...stored, fileId, at: head.at.toISOString() })),
  });
  // Integrators get one event for the envelope, and none for each of its files.
  for (const event of file.envelopeId === null ? events : []) await recordEvents(ctx, file, event, head.at);
  ctx.held?.set(heldName(fileId), {
    file,
    head: { ...head, seq, hash: prev, callers: withCaller(head.callers, caller, origin) },
  });
  return prev;
}

/** A write that belongs to an event. `condition` is true exactly if the event is written. */
type BoundWrite = (ctx: Ctx, condition: SQL) => SQL;

/**
 * Appends one event together with `writes`, all or none, outside of any transaction. It locks the file's row and writes
 * in one statement, where a transaction needs six round trips. The chain was read before the lock, so nothing is
 * written if its next position has been taken in the meantime, and a transaction then does the same. For events that
 * are not sent to integrators.
 */
export async function appendWith(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  event: NewAuditEvent,
  writes: readonly BoundWrite[],
): Promise<void> {
  if (outwardEvents(event).length > 0) throw new Error(`${event.type} needs a transaction`);
  if (
    !ctx.held &&
    (await afterPrevious(ctx, fileId, (known) => appendInOneStatement(known, ctx, actor, fileId, event, writes)))
  )
    return;
  await ctx.tx(async (tx) => {
    await appendAuditEvent(tx, actor, fileId, event);
    for (const write of writes) await tx.db.execute(write(tx, sql`true`));
  });
}

/** A chain after an append, or null if nothing was written. */
type ChainAfter = (LockedChain & { ofRequest: string | null }) | null;

/** The last append in progress for each chain. */
const turns = new WeakMap<Ctx["secrets"], Map<number, Promise<ChainAfter>>>();

/**
 * E-mails of one document are often sent at the same moment, and each would find its position taken by another one of
 * this process. `work` gets the chain as the previous append left it.
 */
async function afterPrevious(
  { secrets }: Ctx,
  fileId: number,
  work: (known: ChainAfter) => Promise<ChainAfter>,
): Promise<ChainAfter> {
  const underWay = turns.get(secrets) ?? new Map<number, Promise<ChainAfter>>();
  turns.set(secrets, underWay);
  const before = underWay.get(fileId) ?? Promise.resolve(null);
  const doing = before.then(work, () => work(null));
  underWay.set(fileId, doing);
  try {
    return await doing;
  } finally {
    if (underWay.get(fileId) === doing) underWay.delete(fileId);
  }
}

/** Another process, or a transaction, may still come first. Reading the chain again costs less than a transaction. */
const quickAttempts = 3;

async function appendInOneStatement(
  known: ChainAfter,
  ...given: Tail<Parameters<typeof tryInOneStatement>>
): Promise<ChainAfter> {
  for (let attempt = 1; attempt <= quickAttempts; attempt++) {
    const left = await tryInOneStatement(attempt === 1 ? known : null, ...given);
    if (left) return left;
  }
  return null;
}

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

/** The chain afterwards, or null if nothing was written because another event came first. */
async function tryInOneStatement(
  known: ChainAfter,
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  event: NewAuditEvent,
  writes: readonly BoundWrite[],
): Promise<ChainAfter> {
  const origin = originOf(ctx, actor);
  const { file, head } =
    known?.ofRequest === null && origin.request === null
      ? await withCurrentTime(ctx, known)
      : await readChain(ctx, fileId, origin.request);
  const { caller, personal, isNew } = findOrMakeCaller(origin, head.callers);
  const link = { event, seq: head.seq + 1, prev: head.hash ?? genesis(file.uuid, file.originalSha256), at: head.at };
  const { stored, personal: values } = chain(caller, origin.request, file.uuid, link);
  if (personal.length > 0 || values.length > 0) return null;
  const condition = sql`exists (select from event)`;
  const json = (value: Record<string, unknown> | null): SQL =>
    sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
  const addCaller = sql`insert into ${auditCallers} (file_id, n, actor, net)
    select ${fileId}::int, ${caller.n}::smallint, ${json(caller.actor)}, ${json(caller.net)} from event`;
  const bound = [...(isNew ? [addCaller] : []), ...writes.map((write) => write(ctx, condition))].map(
    (statement, index) => sql`${sql.identifier(`write${String(index)}`)} as (${statement})`,
  );
  try {
    const { rows } = await ctx.db.execute<{ seq: number }>(sql`
      with file as materialized (select id from ${files} where id = ${fileId}::int for update),
      event as (
        insert into ${storedAuditEvents} (file_id, seq, v, type, at, caller, request, auth, doc, data, hash)
        select file.id, ${stored.seq}::int, ${stored.v}::int, ${stored.type}::text, ${head.at.toISOString()}::timestamptz, ${stored.caller}::smallint,
          ${stored.request}::text, ${json(stored.auth)}, ${json(stored.doc)}, ${json(stored.data)}, decode(${stored.hash}, 'hex')
        from file where ${isHead(fileId, head)} on conflict do nothing returning seq
      ), ${sql.join(bound, sql`, `)}
      select seq from event`);
    if (rows.length === 0) return null;
    const callers = withCaller(head.callers, caller, origin);
    return { file, head: { at: head.at, seq: stored.seq, hash: stored.hash, callers }, ofRequest: origin.request };
  } catch (error) {
    if (isRetryable(error)) return null;
    throw error;
  }
}

/**
 * Chains only grow: an event with this number and hash has not changed, and if the next number is not free, the insert
 * fails.
 */
function isHead(fileId: number, { seq, hash }: Head): SQL {
  if (hash === null) return sql`true`;
  return sql`exists (select from audit_events e where e.file_id = ${fileId}::int and e.seq = ${seq}::int and e.hash = decode(${hash}, 'hex'))`;
}

/** A previously read chain, with the database's current time. */
async function withCurrentTime(ctx: Ctx, { file, head }: LockedChain): Promise<LockedChain> {
  const now = await ctx.now();
  return { file, head: { ...head, at: now < head.at ? head.at : now } };
}

type ChainFile = Pick<File, keyof typeof chainFacts>;

interface LockedChain {
  file: ChainFile;
  head: Head;
  /** Whether `file` is the current row. */
  isCurrent?: boolean;
}

function heldName(fileId: number): string {
  return `chain:${fileId}`;
}

/** The chain as this transaction has left it, or undefined before its first event. */
function heldChain(ctx: Ctx, fileId: number): LockedChain | undefined {
  return ctx.held?.get(heldName(fileId)) as LockedChain | undefined;
}

function lockName(fileId: number): string {
  return `lock:${fileId}`;
}

/** Notes that this transaction holds the lock of the file's row, so that its first event needs no statement for it. */
export function noteFileLock(ctx: Ctx, fileId: number): void {
  ctx.held?.set(lockName(fileId), true);
}

/**
 * Notes that this transaction has just inserted the file: its chain is empty, and its row is invisible to others.
 * Append its first event next.
 */
export function noteNewFile(ctx: Ctx, file: File): void {
  noteFileLock(ctx, file.id);
  const head = { at: file.createdAt, seq: -1, hash: null, callers: [] };
  ctx.held?.set(heldName(file.id), { file, head, isCurrent: true });
}

/**
 * Notes that nothing has written the file's row since it was read in this state, and that nothing will before the next
 * event.
 */
export function noteFileRow(ctx: Ctx, file: File): void {
  const held = heldChain(ctx, file.id);
  if (held) ctx.held?.set(heldName(file.id), { ...held, file, isCurrent: true });
}

/**
 * Locks the file's row and reads its chain. A transaction that has already appended has the lock and the chain.
 */
async function lockChain(ctx: Ctx, fileId: number, request: string | null, events: AtLeastOne): Promise<LockedChain> {
  const held = heldChain(ctx, fileId);
  if (!held) {
    // A separate statement before the chain is read. In a single one, the chain could be seen as it was before the
    // wait.
    if (!ctx.held?.has(lockName(fileId)))
      await ctx.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    return readChain(ctx, fileId, request);
  }
  const now = await ctx.now();
  const at = now < held.head.at ? held.head.at : now;
  // The row may have been written since. Only events for integrators depend on it.
  const isOutward = events.some((event) => outwardEvents(event).length > 0);
  return { file: isOutward && !held.isCurrent ? await readFacts(ctx, fileId) : held.file, head: { ...held.head, at } };
}

async function readFacts(ctx: Ctx, fileId: number): Promise<ChainFile> {
  const [file] = await ctx.db.select(chainFacts).from(files).where(eq(files.id, fileId)).for("update");
  if (!file) throw new DomainError("not_found");
  return file;
}

interface Head {
  at: Date;
  seq: number;
  hash: string | null;
  callers: KnownCaller[];
}

/**
 * The end of the chain: the file, its newest event, its previous callers, and the database's time. `seq` is -1 and
 * `hash` null for an empty chain. Throws `not_found`.
 */
async function readChain(ctx: Ctx, fileId: number, request: string | null): Promise<LockedChain> {
  const [row] = await ctx.db
    .select({
      file: chainFacts,
      at: sql<string | Date>`date_trunc('milliseconds', clock_timestamp())`,
      seq: sql<number | null>`head.seq`,
      hash: sql<string | null>`head.hash`,
      callers: sql<KnownCaller[]>`${callersSql(fileId, request)}`,
    })
    .from(files)
    .leftJoin(
      sql`lateral (select seq, encode(hash, 'hex') as hash from audit_events where file_id = ${fileId}::int order by seq desc limit 1) head`,
      sql`true`,
    )
    .where(eq(files.id, fileId));
  if (!row) throw new DomainError("not_found");
  return {
    file: row.file,
    head: { at: new Date(row.at), seq: row.seq ?? -1, hash: row.hash, callers: row.callers },
  };
}

interface Link {
  event: NewAuditEvent;
  seq: number;
  prev: string;
  at: Date;
}

/** An event in hashed and in stored form, with equal content (`audit_trail`). */
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
    auth: nullIfEmpty(own.auth),
    doc: nullIfEmpty(own.doc),
    data: nullIfEmpty(own.data),
    hash,
  };
  return { stored, hash, personal };
}

function nullIfEmpty(record: Record<string, unknown>): Record<string, unknown> | null {
  return Object.keys(record).length === 0 ? null : record;
}

/** An event that adds nothing when repeated: its type and data identify it. */
interface RepeatableEvent {
  type: NewAuditEvent["type"];
  data: Record<string, number | string>;
  doc?: NonNullable<NewAuditEvent["doc"]>;
}

/**
 * Appends an event unless the file's trail already contains it. Returns true if it was appended. Call it outside a
 * transaction that the action's refusal rolls back.
 */
export async function appendOnce(ctx: Ctx, actor: Actor, fileId: number, event: RepeatableEvent): Promise<boolean> {
  return appendUnless(ctx, actor, fileId, event, undefined);
}

/**
 * Appends an event that others can trigger without limit, at most once in 24 hours, so that no one can fill another
 * person's trail. Returns true if it was appended.
 */
export async function appendDaily(ctx: Ctx, actor: Actor, fileId: number, event: RepeatableEvent): Promise<boolean> {
  return appendUnless(ctx, actor, fileId, event, gt(auditEvents.at, sql`now() - interval '24 hours'`));
}

async function appendUnless(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  event: RepeatableEvent,
  isRecent: SQL | undefined,
): Promise<boolean> {
  if (await wasAppended(ctx, fileId, event, isRecent)) return false;
  return ctx.tx(async (tx) => {
    await tx.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    await writeRecords(tx);
    if (await wasAppended(tx, fileId, event, isRecent)) return false;
    await appendAuditEvent(tx, actor, fileId, event);
    return true;
  });
}

async function wasAppended(
  ctx: Ctx,
  fileId: number,
  { type, data }: RepeatableEvent,
  isRecent: SQL | undefined,
): Promise<boolean> {
  const isTheSame = sql`${auditEvents.data} = ${JSON.stringify(data)}::jsonb`;
  const rows = await ctx.db
    .select({ seq: auditEvents.seq })
    .from(auditEvents)
    .where(and(eq(auditEvents.fileId, fileId), eq(auditEvents.type, type), isTheSame, isRecent))
    .limit(1);
  return rows.length > 0;
}

/**
 * Maximum recorded downloads of the same bytes per reader and day. More would add nothing, and a signer could fill the
 * trail with them.
 */
const recordedPerDay = 20;

/** The downloaded bytes. */
interface Download {
  doc: { sha256: string; size: number; revision?: number };
  version: string;
}

/** Records a download of the document. */
export async function appendDownload(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  { doc, version }: Download,
): Promise<void> {
  const { count } = await countAttempt(
    ctx,
    `downloads:${fileId}:${doc.sha256}:${version}:${readerOf(actor)}`,
    24 * 3600,
  );
  if (count > recordedPerDay) return;
  await ctx.tx((tx) => appendAuditEvent(tx, actor, fileId, { type: "file.downloaded", doc, data: { version } }));
}

function readerOf(actor: Actor): string {
  if (actor.kind === "account") return `account-${actor.account.id}`;
  return actor.kind === "guest" ? `guest-${actor.signRequestId}` : actor.kind;
}
