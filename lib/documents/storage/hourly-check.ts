import { asc, sql, type SQL } from "drizzle-orm";
import { damagedBlobs, type DamagedBlob } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { dayMs } from "@/lib/platform/locale/format";
import { blobKinds, readBlobs, type BlobKind, type StoredBlob } from "./check-documents";
import { checkBlobs, checkDocument, keyOf, recheck } from "./damaged-blobs";

/** Limits of one hourly run of one process, which ends after the blob that reaches one. */
const perRun = { sizes: 20_000, hashes: 20_000, hashedBytes: 256 * 1024 * 1024, found: 1000 };
const batch = 500;
/** Bytes are read at most once a day, however few there are. */
const shortestPassMs = dayMs;
const maxSuspectDocuments = 100;

/**
 * The hourly check, of the next slice of all stored blobs: whether each exists and has its size, and for fewer of them
 * the hash. It begins with blobs known to be damaged and with documents whose trail has reported it since yesterday.
 * Each slice continues where the last one ended, in any process.
 */
export async function checkStoredBlobs(ctx: Ctx, limits: typeof perRun = perRun): Promise<void> {
  await recheckRecorded(ctx);
  for (const fileId of await readSuspects(ctx)) await checkDocument(ctx, fileId);
  const { sizes, hashes, hashedBytes, found } = limits;
  await checkSlice(ctx, "checked_sizes", { readBytes: false, blobs: sizes, bytes: Infinity, found });
  await checkSlice(ctx, "checked_hashes", { readBytes: true, blobs: hashes, bytes: hashedBytes, found });
}

/** Rechecks recorded blobs: removes those that are intact or unreferenced, and updates the time of the others. */
async function recheckRecorded(ctx: Ctx): Promise<void> {
  const recorded = await ctx.db.select().from(damagedBlobs).orderBy(asc(damagedBlobs.checkedAt)).limit(batch);
  const damagedKeys = new Set((await recheck(ctx, recorded, perRun.hashedBytes)).map(keyOf));
  const conditionOf = (blobs: readonly DamagedBlob[]): SQL =>
    sql`(${damagedBlobs.uuid}, ${damagedBlobs.sha256}) in (${sql.join(
      blobs.map(({ uuid, sha256 }) => sql`(${uuid}::uuid, ${sha256})`),
      sql`, `,
    )})`;
  const intact = recorded.filter((blob) => !damagedKeys.has(keyOf(blob)));
  const damaged = recorded.filter((blob) => damagedKeys.has(keyOf(blob)));
  if (intact.length > 0) await ctx.db.delete(damagedBlobs).where(conditionOf(intact));
  if (damaged.length > 0)
    await ctx.db
      .update(damagedBlobs)
      .set({ checkedAt: sql`now()` })
      .where(conditionOf(damaged));
}

async function readSuspects({ db }: Ctx): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select file_id as id from audit_events where type = 'integrity.failed' and at > now() - interval '25 hours'
    group by file_id order by max(at) desc limit ${maxSuspectDocuments}::int`);
  return rows.map(({ id }) => id);
}

/** The last checked row, and when its pass over all kinds began. */
interface Cursor {
  kind: BlobKind;
  after: number;
  since: string;
}

const start: Cursor = { kind: "content", after: 0, since: new Date(0).toISOString() };

interface Budgets {
  blobs: number;
  bytes: number;
  /** Damaged blobs. */
  found: number;
}

/** Ends with the pass, or with the step that uses up a budget. */
async function checkSlice(
  ctx: Ctx,
  name: "checked_sizes" | "checked_hashes",
  { readBytes, ...budgets }: Budgets & { readBytes: boolean },
): Promise<void> {
  let cursor = await readCursor(ctx, name);
  let left: Budgets = budgets;
  if (readBytes && isStart(cursor) && (await ctx.now()).getTime() - Date.parse(cursor.since) < shortestPassMs) return;
  while (left.blobs > 0 && left.bytes > 0 && left.found > 0) {
    const step = await checkStep(ctx, cursor, { readBytes, ...left });
    // Another process is checking the same slice.
    if (!(await moveCursor(ctx, name, cursor, step.next))) return;
    if (isStart(step.next)) return;
    cursor = step.next;
    left = step.left;
  }
}

function isStart({ kind, after }: Cursor): boolean {
  return kind === start.kind && after === 0;
}

/** Checks the next blobs of one kind. Returns the place after them, and what is left of the budgets. */
async function checkStep(
  ctx: Ctx,
  cursor: Cursor,
  { readBytes, ...left }: Budgets & { readBytes: boolean },
): Promise<{ next: Cursor; left: Budgets }> {
  const since = isStart(cursor) ? (await ctx.now()).toISOString() : cursor.since;
  const rows = await readBlobs(ctx, cursor.kind, { after: cursor.after, limit: Math.min(batch, left.blobs) });
  const blobs = firstOf(rows, left.bytes);
  const found = await checkBlobs(ctx, blobs, readBytes);
  const last = blobs.at(-1);
  return {
    next: last ? { ...cursor, after: last.id, since } : { kind: following(cursor.kind), after: 0, since },
    left: {
      blobs: left.blobs - blobs.length,
      bytes: left.bytes - blobs.reduce((sum, { size }) => sum + size, 0),
      found: left.found - found,
    },
  };
}

/** Whole rows until their blobs have that many bytes, at least one. */
function firstOf(blobs: readonly StoredBlob[], bytes: number): StoredBlob[] {
  let sum = 0;
  const beyond = blobs.find(({ size }) => (sum += size) > bytes);
  const first = blobs[0];
  return beyond && first ? blobs.filter(({ id }) => id < beyond.id || id === first.id) : [...blobs];
}

function following(kind: BlobKind): BlobKind {
  return blobKinds[(blobKinds.indexOf(kind) + 1) % blobKinds.length] ?? start.kind;
}

async function readCursor({ db }: Ctx, name: string): Promise<Cursor> {
  await db.execute(
    sql`insert into settings (name, value) values (${name}, ${JSON.stringify(start)}::jsonb) on conflict do nothing`,
  );
  const { rows } = await db.execute<{ value: Cursor }>(sql`select value from settings where name = ${name}`);
  return rows[0]?.value ?? start;
}

async function moveCursor({ db }: Ctx, name: string, from: Cursor, to: Cursor): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update settings set value = ${JSON.stringify(to)}::jsonb
    where name = ${name} and value = ${JSON.stringify(from)}::jsonb`);
  return rowCount === 1;
}
