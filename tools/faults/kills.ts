import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { desc, eq } from "drizzle-orm";
import { connect, type Db } from "@/db/client";
import { inboxMessages } from "@/db/schema/work";
import { makeSecretBox } from "@/lib/platform/secrets/secret-box";
import { insist } from "./client";
import { create, isDone, runOperation, unexpected, type Document } from "./operations";
import { prepareByTemplate } from "./roles-from-template";
import { appSecret, databaseUrl, type World } from "./world";

type Victim = "server" | "Postgres" | "child" | "thread";
type KillFigures = Record<Victim, number> & { journeys: number };

/** Per hundred kills. */
const shares: readonly (readonly [Victim, number])[] = [
  ["server", 20],
  ["Postgres", 20],
  ["child", 30],
  ["thread", 30],
];
const lanes = 8;
const recoveryMs = 60_000;
const betweenKillsMs = 8000;

/**
 * Kills server, Postgres, children and threads while clients work, `count` times or until the time is over. A victim
 * that was not there is looked for again later.
 */
export async function killUnderLoad(
  world: World,
  random: Random,
  { count, endsAt }: { count: number; endsAt: number },
): Promise<KillFigures> {
  const figures: KillFigures = { server: 0, Postgres: 0, child: 0, thread: 0, journeys: 0 };
  const victims = shares.flatMap(([victim, share]) => Array<Victim>(Math.round((share * count) / 100)).fill(victim));
  const order = victims.map((victim) => ({ victim, at: random() })).sort((a, b) => a.at - b.at);
  let isOver = false;
  const working = Array.from({ length: lanes }, (_, lane) => journeys(world, lane, () => isOver));
  const reading = readPages(world, () => isOver);
  const queue = order.map(({ victim }) => victim);
  while (performance.now() < endsAt) {
    const victim = queue.shift();
    if (victim === undefined) break;
    await untilWorkIsDone(world, random);
    if (await kill[victim](world, random)) figures[victim] += 1;
    else queue.push(victim);
  }
  isOver = true;
  await reading;
  for (const count of await Promise.all(working)) figures.journeys += count;
  return figures;
}

/** Makes sure that work is under way before the next kill, even on a slow machine. */
async function untilWorkIsDone({ journal }: World, random: Random): Promise<void> {
  await sleep(100 + 900 * random());
  const before = journal.acknowledged.length;
  await until(() => Promise.resolve(journal.acknowledged.length - before >= 2), betweenKillsMs);
}

const kill: Record<Victim, (world: World, random: Random) => Promise<boolean>> = {
  async server(world) {
    await world.server.kill();
    await world.restart();
    return true;
  },
  async Postgres(world) {
    const before = postmaster(world);
    if (!before || !signal(before, "SIGKILL")) return false;
    const isBack = await until(async () => postmaster(world) !== before && (await isReady(world)));
    if (!isBack)
      world.journal.complain(
        "stuck",
        `the service was not ready ${String(recoveryMs / 1000)} s after its database was killed`,
      );
    return true;
  },
  async child(world, random) {
    let pids: number[] = [];
    await until(() => Promise.resolve((pids = childrenOf(world)).length > 0), 5000);
    const pid = pids[Math.floor(random() * pids.length)];
    return pid !== undefined && signal(pid, "SIGKILL");
  },
  thread: (world) => Promise.resolve(signal(world.server.pid, "SIGUSR2")),
};

function postmaster({ dataDir }: World): number | null {
  try {
    return Number(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

function isReady({ origin }: World): Promise<boolean> {
  return fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/** The processes that read PDFs for this server. */
function childrenOf({ server }: World): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ")[1];
        return (
          parent === String(server.pid) &&
          /pdf-(child|second-reader)\.mjs/.test(readFileSync(`/proc/${String(pid)}/cmdline`, "utf8"))
        );
      } catch {
        return false;
      }
    });
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function until(condition: () => Promise<boolean>, limitMs = recoveryMs): Promise<boolean> {
  const endsAt = performance.now() + limitMs;
  while (performance.now() < endsAt) {
    if (await condition()) return true;
    await sleep(50);
  }
  return false;
}

const everySixth = 6;
const codeMs = 90_000;

/**
 * A client that creates documents and has them signed, one after the other, until the end; some are declined, or
 * withdrawn and deleted.
 */
async function journeys(world: World, lane: number, isOver: () => boolean): Promise<number> {
  for (let count = 0; ; count++) {
    if (isOver()) return count;
    await journey(world, `Journey ${String(lane)}-${String(count).padStart(4, "0")}`, count % everySixth);
  }
}

const pages = ["/", "/login", `/sign/${randomUUID()}`];

/** Opens pages until the end, as a browser and as Next's script, which requests the data of a page. */
async function readPages({ origin, journal }: World, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count++) {
    const page = pages[count % pages.length] ?? "";
    const headers: Record<string, string> = count % 2 === 0 ? { accept: "text/html" } : { rsc: "1" };
    const response = await fetch(origin + page, { headers, signal: AbortSignal.timeout(30_000) }).catch(() => null);
    const text = await response?.text().catch(() => "");
    if (response && response.status >= 500) {
      if (response.status === 503 && response.headers.has("retry-after")) journal.comeAgain();
      else
        journal.complain(
          "serverErrors",
          `GET ${page} answered ${String(response.status)}: ${(text ?? "").slice(0, 300)}`,
        );
    }
    await sleep(100);
  }
}

/** Every third document is made from a template, with an approver and a viewer. */
async function journey(world: World, name: string, kind: number): Promise<void> {
  if (kind === 1 || kind === 3) return journeyByTemplate(world, name, kind === 3);
  const [byPassword, byCode] = world.signers;
  const document = await create(world, name, {
    signers: [
      { person: byPassword, signMethod: "password" },
      { person: byCode, signMethod: "email" },
    ],
  });
  if (!document) return;
  const step = async (transition: Parameters<typeof runOperation>[2]): Promise<boolean> => {
    const reply = await withDatabase(world, (db) => runOperation(world, db, transition, document));
    if (!isDone(reply)) unexpected(world, transition, name, reply);
    return isDone(reply);
  };
  if (!(await step("release"))) return;
  if (kind === 4) return void (await step("decline"));
  if (!(await step("sign"))) return;
  if (kind === 5) return void ((await step("withdraw")) && (await step("delete")));
  await signByCode(world, document);
}

async function journeyByTemplate(world: World, name: string, isDeleted: boolean): Promise<void> {
  const document = await prepareByTemplate(world, name, { codeFor, withDatabase }, isDeleted);
  if (!document) return;
  const signed = await withDatabase(world, (db) => runOperation(world, db, "sign", document));
  if (!isDone(signed)) unexpected(world, "sign", name, signed);
}

async function signByCode(world: World, { name, fileId }: Document): Promise<void> {
  const as = world.signers[1];
  const response = await insist(world.origin, world.journal, {
    method: "POST",
    path: `/sign/file_id/${String(fileId)}/code`,
    as,
    json: {},
  });
  if (!isDone(response)) return void unexpected(world, "asking for a code", name, response);
  const code = await codeFor(world, as.email, name);
  if (!code) return world.journal.complain("stuck", `no code for ${name} came within ${String(codeMs / 1000)} s`);
  const signed = await insist(world.origin, world.journal, {
    method: "POST",
    path: `/sign/file_id/${String(fileId)}`,
    as,
    json: { code },
  });
  if (isDone(signed)) world.journal.note("sign", name);
  else unexpected(world, `signing by code`, name, signed);
}

/** The code from the e-mail about this document, as stored in the inbox. */
async function codeFor(world: World, to: string, name: string): Promise<string | null> {
  const secrets = makeSecretBox(appSecret);
  const endsAt = performance.now() + codeMs;
  while (performance.now() < endsAt) {
    const mails = await withDatabase(world, (db) =>
      db.select().from(inboxMessages).where(eq(inboxMessages.to, to)).orderBy(desc(inboxMessages.id)).limit(40),
    );
    for (const { sealedBody } of mails) {
      const { text } = JSON.parse(secrets.open("inbox-message", sealedBody).toString()) as { text: string };
      const code = text.includes(name) ? /\b(\d{6})\b/.exec(text)?.[1] : undefined;
      if (code) return code;
    }
    await sleep(200);
  }
  return null;
}

/**
 * Opens a separate connection, because the database is killed from time to time and may have another address
 * afterwards.
 */
async function withDatabase<Value>(world: World, work: (db: Db) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    let connection: ReturnType<typeof connect> | null = null;
    try {
      connection = connect(databaseUrl(world.dataDir), 1);
      return await work(connection.db);
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(200);
    } finally {
      await connection?.close();
    }
  }
}

export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
