import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { journeys } from "./journeys";
import type { Random } from "./random";
import type { World } from "./world";

export type Victim = "server" | "Postgres" | "child" | "thread";
export type KillFigures = Record<Victim, number> & { journeys: number };

/** Of a hundred kills. */
const shares: readonly (readonly [Victim, number])[] = [
  ["server", 20],
  ["Postgres", 20],
  ["child", 30],
  ["thread", 30],
];
const lanes = 4;
const recoveryMs = 60_000;
const betweenKillsMs = 8000;

/** Kills all over the place while clients work, `count` times or until the time is over. */
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
  for (const { victim } of order) {
    if (performance.now() > endsAt) break;
    await untilWorkIsDone(world, random);
    if (await kill[victim](world, random)) figures[victim] += 1;
  }
  isOver = true;
  for (const count of await Promise.all(working)) figures.journeys += count;
  return figures;
}

/** The next kill meets work again: on a slow machine nothing at all would be done between two of them. */
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
