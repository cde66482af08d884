import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { once } from "./client";
import { compareWithJournal } from "./compare";
import { create, pdf, runOperation, type Document } from "./operations";
import { databaseUrl, makeWorld, type World } from "./world";

const uploads = 6;
const documents = 3;
const longestMs = 90_000;

export interface DiskFigures {
  refused: number;
  /** The state of the check of documents, and the answer of `/readyz`. */
  health: string;
  readiness: number;
  /** Evidence jobs that waited for space, and the time from then until the last one was done. */
  evidence: number;
  evidenceMs: number;
  world: World;
}

/**
 * The server cannot write any file for a while (the bench sets a file size limit, which the product treats as a full
 * disk): uploads are refused completely, health reports it, evidence jobs wait without using up a try, and all of it
 * continues afterwards.
 */
export async function fullDisk(): Promise<DiskFigures> {
  const world = await makeWorld();
  const connection = connect(databaseUrl(world.dataDir), 2);
  const { db } = connection;
  try {
    const later = await create(world, "Sent before the disk was full", { status: 1 });
    const evidence = await completeWithoutEvidence(world, db);
    limitFiles(world, "0");
    await db.execute(sql`update outbox_jobs set run_at = now() where kind = 'evidence' and done_at is null`);
    const replies = await Promise.all(
      Array.from({ length: uploads }, (_, index) =>
        once(world.origin, world.journal, {
          method: "POST",
          path: `/file?name=Full${String(index)}`,
          as: world.admin,
          body: pdf,
        }),
      ),
    );
    const refused = replies.filter((reply) => reply?.status === 507).length;
    if (refused !== uploads)
      world.journal.complain(
        "serverErrors",
        `a full disk answered ${replies.map((reply) => String(reply?.status ?? 0)).join(", ")}`,
      );
    await untilEvidence(world, db, "has met the full disk", sql`passing_failures > 0 and attempts = passing_failures`);
    const health = await stateOfDocuments(world);
    if (health !== "failing") world.journal.complain("lost", `health reports ${health} of documents on a full disk`);
    const readiness = await fetch(`${world.origin}/readyz`).then(({ status }) => status);
    if (readiness !== 503) world.journal.complain("lost", `/readyz answers ${String(readiness)} on a full disk`);
    limitFiles(world, "unlimited");
    const freedAt = performance.now();
    await untilEvidence(world, db, "is done", sql`done_at is not null`);
    const evidenceMs = performance.now() - freedAt;
    const after = await stateOfDocuments(world);
    if (after !== "ok") world.journal.complain("stuck", `health reports ${after} of documents once there is space`);
    if (later) await runOperation(world, db, "sign", later);
    await compareWithJournal(world, db);
    await compareEvidence(world, db);
    return { refused, health, readiness, evidence, evidenceMs, world };
  } finally {
    await connection.close();
    await world.end();
  }
}

/** Completes documents whose evidence jobs wait until they are made due. Returns the number of these jobs. */
async function completeWithoutEvidence(world: World, db: Db): Promise<number> {
  await db.execute(sql`create function evidence_later() returns trigger language plpgsql as
    $$ begin if new.kind = 'evidence' then new.run_at := now() + interval '1 hour'; end if; return new; end $$`);
  await db.execute(
    sql`create trigger evidence_later before insert on outbox_jobs for each row execute function evidence_later()`,
  );
  const made: (Document | null)[] = [];
  for (let n = 1; n <= documents; n++) {
    const document = await create(world, `Completed before the disk was full ${String(n)}`, { status: 1 });
    if (document) await runOperation(world, db, "sign", document);
    made.push(document);
  }
  await until(async () => (await countEvidence(db, sql`done_at is null`)) === made.length);
  await db.execute(sql`drop trigger evidence_later on outbox_jobs`);
  return countEvidence(db, sql`done_at is null`);
}

async function countEvidence(db: Db, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from outbox_jobs where kind = 'evidence' and dead_at is null and ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

async function untilEvidence(
  { journal }: World,
  db: Db,
  what: string,
  condition: ReturnType<typeof sql>,
): Promise<void> {
  if (await until(async () => (await countEvidence(db, condition)) === documents)) return;
  const { rows } = await db.execute(
    sql`select attempts, passing_failures, last_error, dead_at from outbox_jobs where kind = 'evidence'`,
  );
  journal.complain("stuck", `not every evidence job ${what}: ${JSON.stringify(rows)}`);
}

/** Every completed document has its evidence. */
async function compareEvidence({ journal }: World, db: Db): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from files f where status = 'signed' and not exists (select from evidence_documents e where e.file_id = f.id)`,
  );
  for (const { name } of rows) journal.complain("lost", `${name} has no evidence`);
}

async function stateOfDocuments(world: World): Promise<string> {
  const health = await once(world.origin, world.journal, { method: "GET", path: "/admin/health", as: world.admin });
  const checks = health?.body["checks"] as { name: string; state: string }[] | undefined;
  return checks?.find(({ name }) => name === "documents")?.state ?? "nothing";
}

async function until(condition: () => Promise<boolean>): Promise<boolean> {
  const endsAt = performance.now() + longestMs;
  while (performance.now() < endsAt) {
    if (await condition()) return true;
    await sleep(200);
  }
  return false;
}

function limitFiles({ server }: World, bytes: string): void {
  execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:unlimited`]);
}
