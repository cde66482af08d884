import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { desc, eq } from "drizzle-orm";
import pg from "pg";
import pino from "pino";
import { connect, type DatabaseConnection } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { templates } from "@/db/schema/templates";
import { startServer } from "@/e2e/server";
import { listJobs } from "@/lib/administration/jobs";
import { noGateways } from "@/lib/channels/open-gateways";
import { makeCtx, type AccountActor, type Ctx } from "@/lib/context/context";
import { sweepDeliveries } from "@/lib/delivery/webhooks/worker";
import { pairStorage } from "@/lib/documents/storage/pair-storage";
import { sweepBlobs, sweepDrafts } from "@/lib/documents/sweep";
import type { PdfEngine } from "@/lib/engine/engine";
import { exportAccount } from "@/lib/evidence/account-export/export";
import { folderBlobStore } from "@/lib/platform/blobs/folder-blob-store";
import { defaultLimits } from "@/lib/platform/limits";
import { guardedOutbound } from "@/lib/platform/outbound/guarded-outbound";
import { makePasswordHasher } from "@/lib/platform/secrets/argon2-hasher";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { sweepDoneJobs } from "@/lib/records/outbox/enqueue";
import { listTemplates } from "@/lib/requests/templates/show";
import { sweepCodes } from "@/lib/signing/proof/store-code";
import { showDashboard } from "@/lib/views/dashboard/dashboard";
import { readDashboardQuery } from "@/lib/views/dashboard/dashboard-query";
import { listFiles } from "@/lib/views/list/list";
import { showListMark } from "@/lib/views/list/list";
import { openEmbeddedPostgres } from "@/scripts/embedded-postgres/open";
import { migrateDatabase } from "@/scripts/migrate-database";
import { metricsToken } from "@/tools/bench/journeys/measure-journeys";
import { printJourneysOver } from "@/tools/bench/journeys/over-filled";
import { wideLimits } from "@/tools/bench/journeys/wide-limits";
import { administrator, busyRequester, busySigner } from "@/tools/fill/accounts";
import { fillDatabase } from "@/tools/fill/fill-database";

/**
 * The cost of lists, searches, exports, sweeps, a server start and journeys with many documents.
 * `npm run bench scale -- --documents=1000000` sets another size, `--keep=FOLDER` keeps the filled data folder,
 * `--no-start` skips the server start and the journeys.
 */
const options = process.argv.slice(2);
const given = (name: string): string | null =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
const sizes = given("documents") ? [Number(given("documents"))] : [10_000, 300_000];
const turns = 60;
const startTargetMs = 3000;
const millisecondsPerTick = 10;
/** Beyond this duration, an export is stopped and only its rate is measured. */
const longestSeconds = 15;

for (const documents of sizes) await measure(documents);

async function measure(documents: number): Promise<void> {
  console.log(`\n## ${documents.toLocaleString("en")} documents`);
  const { ctx, dataDir, connection, postmasterPid, close } = await openScaleDatabase(documents, given("keep"));
  try {
    const {
      rows: [size],
    } = await connection.pool.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    console.log(`database: ${size?.size ?? ""}\n\n| | p50 ms | p99 ms | CPU ms | target, p99 |\n|---|---|---|---|---|`);
    for (const one of await scaleMeasures(ctx, documents)) await printMeasure(one, postmasterPid);
    await printExports(ctx);
    await printSweeps(ctx);
    if (!options.includes("--no-start")) await printServer(dataDir, connection.pool, postmasterPid);
  } finally {
    await close();
  }
}

async function printMeasure({ name, targetMs, run }: Measure, postmasterPid: number): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await run(turns + turn);
  const taken: number[] = [];
  const cpuBefore = cpuMilliseconds(postmasterPid);
  const startedAt = performance.now();
  // Slow measurements take fewer turns.
  for (let turn = 0; turn < turns && performance.now() - startedAt < 4_000; turn++) {
    const before = performance.now();
    await run(turn);
    taken.push(performance.now() - before);
  }
  const cpu = (cpuMilliseconds(postmasterPid) - cpuBefore) / taken.length;
  taken.sort((one, other) => one - other);
  const at = (share: number): number => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? NaN;
  console.log(
    `| ${name} | ${at(0.5).toFixed(1)} | ${at(0.99).toFixed(1)} | ${cpu.toFixed(1)} | ${targetMs}${at(0.99) > targetMs ? ", missed" : ""} |`,
  );
}

/** The server uses the running Postgres; only its own start is measured. */
async function printServer(dataDir: string, pool: pg.Pool, postmasterPid: number): Promise<void> {
  const server = await startServer({
    dataDir,
    env: { LIMITS: wideLimits(process.cwd()), METRICS_TOKEN: metricsToken },
  });
  try {
    const seconds = Number(/ready in ([\d.]+) s/.exec(server.output())?.[1] ?? NaN);
    console.log(`\nstart of a server: ${seconds} s (target ${startTargetMs / 1000} s)`);
    await printJourneysOver(server, pool, postmasterPid);
  } finally {
    await server.kill();
  }
}

/**
 * CPU milliseconds so far of this process and of the Postgres backends, which, unlike elapsed time, do not depend on
 * machine load. Only Linux reports them for other processes; elsewhere they are this process's.
 */
function cpuMilliseconds(postmasterPid: number): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + ticksOfChildren(postmasterPid) * millisecondsPerTick;
}

function ticksOfChildren(parent: number): number {
  let ticks = 0;
  for (const name of namesIn("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const fields = statOf(name);
    if (Number(fields[1]) === parent) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks;
}

/** The fields of /proc/PID/stat after the name, which may contain spaces: state, parent, … */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Documents per second, and the peak of resident memory above the start. */
async function printExports(ctx: Ctx): Promise<void> {
  console.log(
    "\n| account export | documents | per second | memory at its peak, MB above the start |\n|---|---|---|---|",
  );
  for (const email of [busyRequester, busySigner]) {
    global.gc?.();
    const before = process.memoryUsage().rss;
    let [peak, documents] = [before, 0];
    const startedAt = performance.now();
    const { stream } = await exportAccount(ctx, await actorOf(ctx, email));
    for await (const piece of stream) {
      // A piece contains many documents. One that spans two pieces is not counted.
      documents += Buffer.from(piece).toString().split('{"fileId":').length - 1;
      peak = Math.max(peak, process.memoryUsage().rss);
      if (performance.now() - startedAt > longestSeconds * 1000) break;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      `| ${email} | ${documents}${seconds > longestSeconds ? " (stopped)" : ""} | ${(documents / seconds).toFixed(0)} | ${((peak - before) / 1e6).toFixed(0)} |`,
    );
  }
}

/** The first run processes everything due; the second is the hourly cost. */
async function printSweeps(ctx: Ctx): Promise<void> {
  console.log("\n| sweep | first, ms | again, ms | target, again |\n|---|---|---|---|");
  for (const sweep of [sweepBlobs, sweepDrafts, sweepDoneJobs, sweepCodes, sweepDeliveries]) {
    const [first, again] = [await timed(() => sweep(ctx)), await timed(() => sweep(ctx))];
    console.log(`| ${sweep.name} | ${first} | ${again} | 1000 |`);
  }
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  try {
    await work();
  } catch (error) {
    return `failed after ${(performance.now() - startedAt).toFixed(0)}: ${error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : "?"}`;
  }
  return (performance.now() - startedAt).toFixed(0);
}

interface Measure {
  name: string;
  targetMs: number;
  run: (turn: number) => Promise<unknown>;
}

/** The most frequent reads, by the accounts with the longest lists. */
async function scaleMeasures(ctx: Ctx, documents: number): Promise<Measure[]> {
  const [requester, signer, admin] = await Promise.all(
    [busyRequester, busySigner, administrator].map((email) => actorOf(ctx, email)),
  );
  if (!requester || !signer || !admin) throw new Error("three actors");
  const pages = Math.ceil((documents * 0.9) / 20);
  const middle = await listFiles(ctx, requester, { page: Math.floor(pages / 2), length: 20 });
  const cursor = middle.pagination.nextCursor ?? "";
  const templatesCursor = await cursorInTheMiddle(ctx, requester);
  /** A number that few document names contain. */
  const rare = (turn: number): string => String(Math.floor(documents / 3) + turn * 7);
  const dashboard = (actor: AccountActor, parameters: Record<string, string> = {}) =>
    showDashboard(ctx, actor, readDashboardQuery(parameters));
  return [
    { name: "list, first page", targetMs: 30, run: () => listFiles(ctx, requester, { length: 20 }) },
    {
      name: "list, page in the middle",
      targetMs: 30,
      run: (turn) => listFiles(ctx, requester, { page: Math.max(1, Math.floor(pages / 2) - turn), length: 20 }),
    },
    { name: "list, last page", targetMs: 30, run: () => listFiles(ctx, requester, { page: pages, length: 20 }) },
    { name: "list by cursor, middle", targetMs: 30, run: () => listFiles(ctx, requester, { cursor, length: 20 }) },
    { name: "list of a signer, first page", targetMs: 30, run: () => listFiles(ctx, signer, { length: 20 }) },
    {
      name: "list of a signer, page in the middle",
      targetMs: 30,
      run: (turn) => listFiles(ctx, signer, { page: Math.max(1, Math.floor(pages / 6) - turn), length: 20 }),
    },
    {
      name: "search by name, few found",
      targetMs: 60,
      run: (turn) => listFiles(ctx, requester, { q: rare(turn), length: 20 }),
    },
    {
      name: "search by signer's address",
      targetMs: 60,
      run: (turn) => listFiles(ctx, requester, { q: `person${turn * 5 + 40}@`, length: 20 }),
    },
    {
      name: "search by a signer, few found",
      targetMs: 60,
      run: (turn) => listFiles(ctx, signer, { q: rare(turn), length: 20 }),
    },
    {
      name: "search that finds nothing",
      targetMs: 60,
      run: (turn) => listFiles(ctx, requester, { q: `nowhere ${turn}`, length: 20 }),
    },
    {
      name: "search that finds an eighth, by cursor",
      targetMs: 60,
      run: () => listFiles(ctx, requester, { q: "lease", cursor: "", length: 20 }),
    },
    {
      name: "search that finds an eighth, with its total",
      targetMs: 60,
      run: () => listFiles(ctx, requester, { q: "lease", length: 20 }),
    },
    { name: "list mark of a requester", targetMs: 30, run: () => showListMark(ctx, requester) },
    { name: "list mark of a signer", targetMs: 30, run: () => showListMark(ctx, signer) },
    { name: "dashboard of a requester", targetMs: 30, run: () => dashboard(requester) },
    { name: "dashboard of a signer", targetMs: 30, run: () => dashboard(signer) },
    { name: "dashboard of a signer, to sign", targetMs: 30, run: () => dashboard(signer, { tab: "to_sign" }) },
    { name: "dashboard of a signer, completed", targetMs: 30, run: () => dashboard(signer, { tab: "completed" }) },
    { name: "dashboard of a requester, drafts", targetMs: 30, run: () => dashboard(requester, { tab: "drafts" }) },
    { name: "dashboard, search by name", targetMs: 60, run: (turn) => dashboard(requester, { q: rare(turn) }) },
    {
      name: "dashboard, search by signer",
      targetMs: 60,
      run: (turn) => dashboard(requester, { signer: `person${turn * 5 + 40}@` }),
    },
    { name: "templates, first page", targetMs: 30, run: () => listTemplates(ctx, requester) },
    {
      name: "templates by cursor, middle",
      targetMs: 30,
      run: () => listTemplates(ctx, requester, { cursor: templatesCursor }),
    },
    { name: "jobs of an administrator", targetMs: 30, run: () => listJobs(ctx, admin, {}) },
    {
      name: "jobs of an administrator, scheduled",
      targetMs: 30,
      run: () => listJobs(ctx, admin, { state: "scheduled" }),
    },
  ];
}

/** A cursor in the middle of the template list. */
async function cursorInTheMiddle(ctx: Ctx, { account }: AccountActor): Promise<string> {
  const owned = eq(templates.ownerId, account.id);
  const [middle] = await ctx.db
    .select({ id: templates.id, updatedAt: templates.updatedAt })
    .from(templates)
    .where(owned)
    .orderBy(desc(templates.updatedAt))
    .offset(Math.floor((await ctx.db.$count(templates, owned)) / 2))
    .limit(1);
  if (!middle) throw new Error("no templates");
  return `${middle.updatedAt.getTime()}-${middle.id}`;
}

async function actorOf(ctx: Ctx, email: string): Promise<AccountActor> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.email, email));
  if (!account) throw new Error(`no account ${email}`);
  return { kind: "account", account, proof: "session", scopes: ["read", "write", "sign"], signedInAt: new Date() };
}

interface ScaleDatabase {
  dataDir: string;
  connection: DatabaseConnection;
  ctx: Ctx;
  postmasterPid: number;
  close: () => Promise<void>;
}

/**
 * A filled database and a context for it, without an engine, because no measured operation reads a PDF. `kept` is a
 * data folder that is kept, and filled on first use.
 */
async function openScaleDatabase(documents: number, kept: string | null): Promise<ScaleDatabase> {
  const isFilled = kept !== null && existsSync(path.join(kept, "postgres"));
  const dataDir = kept ?? (await mkdtemp(path.join(os.tmpdir(), "paraph-scale-")));
  const postgres = await openEmbeddedPostgres({ root: process.cwd(), dataDir });
  await migrateDatabase(postgres.url, process.cwd());
  if (!isFilled) await fill(postgres.url, documents);
  const connection = connect(postgres.url);
  const ctx = contextOver(connection, dataDir);
  // The rows refer to documents that are not stored; otherwise a server would refuse to start with them.
  await pairStorage(ctx.db, ctx.blobs, { force: true });
  return {
    dataDir,
    connection,
    ctx,
    postmasterPid: postgres.pid,
    close: async () => {
      await connection.close();
      await postgres.stop();
      if (kept === null) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function fill(url: string, documents: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillDatabase(client, documents, () => undefined);
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

function contextOver({ db }: DatabaseConnection, dataDir: string): Ctx {
  return makeCtx({
    db,
    blobs: folderBlobStore(path.join(dataDir, "blobs")),
    engine: {} as PdfEngine,
    secrets: { ...makeSecretBox("a secret for measuring, of enough length"), open: () => Buffer.alloc(16) },
    passwords: makePasswordHasher(),
    log: pino({ level: "silent" }),
    limits: { ...defaultLimits },
    publicUrl: "https://sign.scale.example",
    usesMessageInbox: true,
    isDemo: false,
    mailReports: { resendSecrets: [], token: null },
    messenger: { send: ({ idempotencyKey }) => Promise.resolve({ providerId: idempotencyKey }) },
    gateways: noGateways,
    outbound: guardedOutbound({ allow: [] }),
    signingKeyType: "p256",
    configuredSigners: () => Promise.resolve([]),
    timestamper: null,
    trustedRoots: [],
    variables: [],
    request: null,
    requestLog: { note: () => undefined, flush: () => Promise.resolve() },
    wakeOutbox: () => undefined,
  });
}
