import { randomBytes } from "node:crypto";
import { and, eq, getTableColumns, gt, sql, type SQL } from "drizzle-orm";
import { files, type File } from "@/db/schema/files";
import { auditCallers, storedAuditEvents } from "@/db/schema/work";
import { auditEvents } from "@/db/views";
import { isRetryable, type Actor, type Ctx, type GuestActor } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { countAttempt } from "@/lib/platform/rates/counters";
import { outwardEvents, recordEvents } from "@/lib/records/events/record-events";
import { record, writeRecords } from "@/lib/records/write-at-end";
import { canonicalJson, eventHash, genesis, saltedHash } from "./chain";
import { Personal, type AuditRecord, type AuditValue, type NewAuditEvent } from "./events";

const { id, uuid, originalSha256, name, status, sha256, requesterId, envelopeId } = getTableColumns(files);
const chainFacts = { id, uuid, originalSha256, name, status, sha256, requesterId, envelopeId };

type AtLeastOne = readonly [NewAuditEvent, ...NewAuditEvent[]] | readonly [...NewAuditEvent[], NewAuditEvent];

/**
 * Appends one event to the file's chain, in the transaction of the state change. Takes the file's row lock, so that events of a file are
 * serialised and `seq` has no gap. In a transaction of `ctx.tx` the rows are written at its end, together with all other records. The
 * matching integrator events are logged in the same transaction with the file row's current state, so write the row first. Returns the new
 * head hash.
 */
export function appendAuditEvent(ctx: Ctx, actor: Actor, fileId: number, event: NewAuditEvent): Promise<string> {
  return appendAuditEvents(ctx, actor, fileId, [event]);
}

/** The same for several events of one action, in order. */
export async function appendAuditEvents(ctx: Ctx, actor: Actor, fileId: number, events: AtLeastOne): Promise<string> {
  const said = { actor: describeActor(actor), net: describeNet(ctx), request: ctx.request?.id ?? null };
  const { file, head } = await lockChain(ctx, fileId, said.request, events);
  const { caller, personal, isNew } = findOrMakeCaller(said, head.callers);
  let [seq, prev] = [head.seq, head.hash ?? genesis(file.uuid, file.originalSha256)];
  const rows = events.map((event) => {
    seq += 1;
    const row = chain(caller, said.request, file.uuid, { event, seq, prev, at: head.at });
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
    head: { ...head, seq, hash: prev, callers: withCaller(head.callers, caller, said) },
  });
  return prev;
}

/** A write that belongs to an event. `condition` is true exactly if the event is written. */
type BoundWrite = (ctx: Ctx, condition: SQL) => SQL;

/**
 * Appends one event together with `writes`, all or none, outside of any transaction. It locks the file's row and writes in one statement,
 * where a transaction needs six round trips. The chain was read before the lock, so nothing is written if its next position has been taken
 * in the meantime, and a transaction then does the same. For events that are not sent to integrators.
 */
export async function appendWith(
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  event: NewAuditEvent,
  writes: readonly BoundWrite[],
): Promise<void> {
  if (outwardEvents(event).length > 0) throw new Error(`${event.type} needs a transaction`);
  if (!ctx.held && (await inTurn(ctx, fileId, (known) => appendSoon(known, ctx, actor, fileId, event, writes)))) return;
  await ctx.tx(async (tx) => {
    await appendAuditEvent(tx, actor, fileId, event);
    for (const write of writes) await tx.db.execute(write(tx, sql`true`));
  });
}

/** A chain after an append, or null if nothing was written. */
type LeftChain = (LockedChain & { ofRequest: string | null }) | null;

/** The last append in progress for each chain. */
const turns = new WeakMap<Ctx["secrets"], Map<number, Promise<LeftChain>>>();

/**
 * E-mails of one document are often sent at the same moment, and each would find its position taken by another one of this process. `work`
 * gets the chain as the previous append left it.
 */
async function inTurn(
  { secrets }: Ctx,
  fileId: number,
  work: (known: LeftChain) => Promise<LeftChain>,
): Promise<LeftChain> {
  const underWay = turns.get(secrets) ?? new Map<number, Promise<LeftChain>>();
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

async function appendSoon(known: LeftChain, ...given: Tail<Parameters<typeof appendAtOnce>>): Promise<LeftChain> {
  for (let attempt = 1; attempt <= quickAttempts; attempt++) {
    const left = await appendAtOnce(attempt === 1 ? known : null, ...given);
    if (left) return left;
  }
  return null;
}

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

/** The chain afterwards, or null if nothing was written because another event came first. */
async function appendAtOnce(
  known: LeftChain,
  ctx: Ctx,
  actor: Actor,
  fileId: number,
  event: NewAuditEvent,
  writes: readonly BoundWrite[],
): Promise<LeftChain> {
  const said = { actor: describeActor(actor), net: describeNet(ctx), request: ctx.request?.id ?? null };
  const { file, head } =
    known?.ofRequest === null && said.request === null
      ? await atPresent(ctx, known)
      : await readChain(ctx, fileId, said.request);
  const { caller, personal, isNew } = findOrMakeCaller(said, head.callers);
  const link = { event, seq: head.seq + 1, prev: head.hash ?? genesis(file.uuid, file.originalSha256), at: head.at };
  const { stored, personal: values } = chain(caller, said.request, file.uuid, link);
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
    const callers = withCaller(head.callers, caller, said);
    return { file, head: { at: head.at, seq: stored.seq, hash: stored.hash, callers }, ofRequest: said.request };
  } catch (error) {
    if (isRetryable(error)) return null;
    throw error;
  }
}

/** Chains only grow: an event with this number and hash has not changed, and if the next number is not free, the insert fails. */
function isHead(fileId: number, { seq, hash }: Head): SQL {
  if (hash === null) return sql`true`;
  return sql`exists (select from audit_events e where e.file_id = ${fileId}::int and e.seq = ${seq}::int and e.hash = decode(${hash}, 'hex'))`;
}

/** A previously read chain, with the database's current time. */
async function atPresent(ctx: Ctx, { file, head }: LockedChain): Promise<LockedChain> {
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

function lockName(fileId: number): string {
  return `lock:${fileId}`;
}

/** Notes that this transaction holds the lock of the file's row, so that its first event needs no statement for it. */
export function noteFileLock(ctx: Ctx, fileId: number): void {
  ctx.held?.set(lockName(fileId), true);
}

/** Notes that this transaction has just inserted the file: its chain is empty, and its row is invisible to others. Append its first event next. */
export function noteNewFile(ctx: Ctx, file: File): void {
  noteFileLock(ctx, file.id);
  const head = { at: file.createdAt, seq: -1, hash: null, callers: [] };
  ctx.held?.set(heldName(file.id), { file, head, isCurrent: true });
}

/** Notes that nothing has written the file's row since it was read in this state, and that nothing will before the next event. */
export function noteFileRow(ctx: Ctx, file: File): void {
  const held = ctx.held?.get(heldName(file.id)) as LockedChain | undefined;
  if (held) ctx.held?.set(heldName(file.id), { ...held, file, isCurrent: true });
}

/** Locks the file's row and reads its chain. A transaction that has already appended holds the lock and knows the chain. */
async function lockChain(ctx: Ctx, fileId: number, request: string | null, events: AtLeastOne): Promise<LockedChain> {
  const held = ctx.held?.get(heldName(fileId)) as LockedChain | undefined;
  if (!held) {
    // A separate statement before the chain is read. In a single one, the chain could be seen as it was before the wait.
    if (!ctx.held?.has(lockName(fileId)))
      await ctx.db.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for("update");
    return readChain(ctx, fileId, request);
  }
  const now = await ctx.now();
  const at = now < held.head.at ? held.head.at : now;
  // The row may have been written since. Only events for integrators depend on it.
  const isTold = events.some((event) => outwardEvents(event).length > 0);
  return { file: isTold && !held.isCurrent ? await readFacts(ctx, fileId) : held.file, head: { ...held.head, at } };
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
 * The end of the chain: the file, its newest event, its previous callers, and the database's time. `seq` is -1 and `hash` null for an empty
 * chain. Throws `not_found`.
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

/** An event that adds nothing when repeated: its type and data identify it. */
interface RepeatableEvent {
  type: NewAuditEvent["type"];
  data: Record<string, number | string>;
  doc?: NonNullable<NewAuditEvent["doc"]>;
}

/**
 * Appends an event unless the file's trail already contains it. Returns true if it was appended. Call it outside a transaction that the
 * action's refusal rolls back.
 */
export async function appendOnce(ctx: Ctx, actor: Actor, fileId: number, event: RepeatableEvent): Promise<boolean> {
  return appendUnless(ctx, actor, fileId, event, undefined);
}

/**
 * Appends an event that others can trigger without limit, at most once in 24 hours, so that no one can fill another person's trail. Returns
 * true if it was appended.
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

/** Maximum recorded downloads of the same bytes per reader and day. More would add nothing, and a signer could fill the trail with them. */
const notedADay = 20;

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
  if (count > notedADay) return;
  await ctx.tx((tx) => appendAuditEvent(tx, actor, fileId, { type: "file.downloaded", doc, data: { version } }));
}

function readerOf(actor: Actor): string {
  if (actor.kind === "account") return `account-${actor.account.id}`;
  return actor.kind === "guest" ? `guest-${actor.signRequestId}` : actor.kind;
}

/** The caller and network as recorded in events, with personal values as salted hashes. */
interface Caller {
  n: number;
  actor: Record<string, unknown>;
  net: Record<string, unknown>;
}

/** A caller that the file already contains. */
interface KnownCaller extends Caller {
  /** By path. Erased values are missing. */
  values: Record<string, string>;
  /** Whether it caused an event of the current request. */
  isOfRequest: boolean;
}

interface Said {
  actor: AuditRecord;
  net: AuditRecord;
  request: string | null;
}

/** The callers of a file, as JSON. */
function callersSql(fileId: number, request: string | null): SQL {
  return sql`coalesce((select json_agg(json_build_object('n', c.n, 'actor', c.actor, 'net', c.net,
      'values', coalesce((select json_object_agg(v.path, v.value) from audit_personal_values v where v.file_id = c.file_id and v.caller = c.n), '{}'),
      'isOfRequest', exists (select from audit_events e where e.file_id = c.file_id and e.caller = c.n and e.request = ${request}::text)) order by c.n)
    from audit_callers c where c.file_id = ${fileId}::int), '[]')`;
}

/**
 * The caller of these events. An existing one is reused, with its salts, if it has the same content about the same person, or about no person,
 * such as the service itself. A visitor's is reused only within its request. So the content of a caller's row belongs to a single person, and
 * is erased with them.
 */
function findOrMakeCaller(said: Said, known: readonly KnownCaller[]): MadeCaller {
  const wanted = canonicalJson(inClear(said));
  const isAnyRequests = namesSomebody(said.actor) || Object.keys(clearValues(said)).length === 0;
  const same = known.find(
    (caller) => (isAnyRequests || caller.isOfRequest) && canonicalJson(withValues(caller)) === wanted,
  );
  if (same) return { caller: same, personal: [], isNew: false };
  const personal: PersonalValue[] = [];
  const caller = {
    n: (known.at(-1)?.n ?? -1) + 1,
    actor: withoutPersonalValues("actor", said.actor, personal),
    net: withoutPersonalValues("net", said.net, personal),
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
function withCaller(known: readonly KnownCaller[], { n, actor, net }: Caller, said: Said): KnownCaller[] {
  const before = known.find((caller) => caller.n === n);
  if (before) return known.map((caller) => (caller === before ? { ...caller, isOfRequest: true } : caller));
  return [...known, { n, actor, net, values: clearValues(said), isOfRequest: true }];
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

/** The personal values of a caller by path, as `callersSql` reads them. */
function clearValues(said: Said): Record<string, string> {
  return Object.fromEntries(
    (["actor", "net"] as const).flatMap((part) =>
      Object.entries(said[part]).flatMap(([name, value]) =>
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

interface PersonalValue {
  path: string;
  /** Lower-case hex. */
  salt: string;
  value: string;
}

/** Replaces each personal value by its salted hash and collects the values for the side table. */
function withoutPersonalValues(path: string, record: AuditRecord, personal: PersonalValue[]): Record<string, unknown> {
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
