import { readFileSync } from "node:fs";
import path from "node:path";
import { startServer, type StartedServer } from "@/e2e/server";
import { startNextAlone } from "./interface/next-alone";
import { cpuParts } from "./journeys/cpu-time";
import { sizes } from "./journeys/documents";
import { clients, measureJourneys, metricsToken, type JourneyFigures } from "./journeys/measure-journeys";
import { measureRequests } from "./journeys/measure-requests";
import { makePeople, type People } from "./journeys/people";

/**
 * How many documents a second go from upload to seal, and what each costs: `npm run bench -- journeys`. With `--against=FOLDER` the build in another checkout is
 * measured by turns with this one, size by size. `--size=52` chooses a size by the beginning of its name, `--size=requests` the rates of single requests.
 */
interface Side {
  name: string;
  server: StartedServer;
  people: People;
}

const against = process.argv.find((argument) => argument.startsWith("--against="))?.slice("--against=".length);
const only = process.argv.find((argument) => argument.startsWith("--size="))?.slice("--size=".length);
const sides: Side[] = [];
try {
  if (against) sides.push(await startSide("before", path.resolve(against)));
  sides.push(await startSide(against ? "after" : "", process.cwd()));
  console.log(
    `${String(clients)} clients. CPU seconds a journey: server's main thread + its threads + PDF children + Postgres; the clients' own beside them.\n`,
  );
  console.log(
    "| journeys | a second | target | CPU s each | target | main | threads | children | Postgres | clients | RSS MB |\n|---|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const size of sizes.filter(({ name }) => only === undefined || name.startsWith(only))) {
    for (const { name, server, people } of sides)
      print(`${size.name} ${name}`, await measureJourneys(server, people, size), size.target);
  }
  if (only === undefined || only === "requests") await printRequests();
} finally {
  for (const { server } of sides) await server.stop();
}

async function printRequests(): Promise<void> {
  const next = await startNextAlone(process.cwd());
  try {
    for (const { name, server, people } of sides) {
      console.log(`\nRequests ${name}\n`);
      await measureRequests(server.origin, next.url, people);
    }
  } finally {
    await next.stop();
  }
}

async function startSide(name: string, root: string): Promise<Side> {
  const server = await startServer({ root, env: { LIMITS: wideLimits(root), METRICS_TOKEN: metricsToken } });
  return { name, server, people: await makePeople(server, { byCode: 16, byPassword: clients }) };
}

/** All journeys come from one address and a few accounts. A start refuses a limit that its build does not know, so their names are read from that checkout. */
function wideLimits(root: string): string {
  const names = readFileSync(path.join(root, "lib", "limits.ts"), "utf8").matchAll(
    /^ {2}(\w+(?:PerMinute|Burst|PerDay|PerHour|FirstDay)):/gm,
  );
  return JSON.stringify(Object.fromEntries([...names].map(([, name]) => [name, 10_000_000])));
}

function print(name: string, figures: JourneyFigures, target: { perSecond?: number; cpuSeconds?: number }): void {
  const { perSecond, cpuSeconds, cpuByPart, clientCpuSeconds, residentMb } = figures;
  const atLeast =
    target.perSecond === undefined
      ? ""
      : `≥ ${String(target.perSecond)}${perSecond < target.perSecond ? ", missed" : ""}`;
  const atMost =
    target.cpuSeconds === undefined
      ? ""
      : `≤ ${String(target.cpuSeconds)}${cpuSeconds > target.cpuSeconds ? ", missed" : ""}`;
  const parts = cpuParts.map((part) => cpuByPart[part].toFixed(3)).join(" | ");
  console.log(
    `| ${name} | ${perSecond.toFixed(1)} | ${atLeast} | ${cpuSeconds.toFixed(3)} | ${atMost} | ${parts} | ${clientCpuSeconds.toFixed(3)} | ${residentMb.toFixed(0)} |`,
  );
}
