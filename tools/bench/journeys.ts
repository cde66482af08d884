import path from "node:path";
import { startServer, type StartedServer } from "@/e2e/server";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { measureRates } from "./interface/measure-rates";
import { startNextAlone } from "./interface/next-alone";
import { cpuParts } from "./journeys/cpu-time";
import { makeCaller } from "./journeys/keep-alive-client";
import { printListsAtScale } from "./journeys/lists-at-scale";
import {
  clients,
  measureJourneys,
  metricsToken,
  sizes,
  type BenchSize,
  type JourneyFigures,
} from "./journeys/measure-journeys";
import { printSteps } from "./journeys/measure-steps";
import { makePeople, type People } from "./journeys/people";
import { refusalReasons } from "./journeys/refusal-reasons";
import { wideLimits } from "./journeys/wide-limits";

/**
 * Documents per second from upload to seal, and the cost of each: `npm run bench -- journeys`. With `--against=FOLDER`
 * the build in another checkout is measured alternately with this one, size by size. `--size=52` selects a size by its
 * prefix, `--size=requests` the rates of single requests. `--proof=code` or `--proof=password` sets how signers sign.
 * `--steps` prints the cost of each step, by thread and process. `--lists=10000,300000` measures lists and searches
 * with so many documents instead of journeys. `--keep=FOLDER` keeps the filled databases there.
 */
interface Side {
  name: string;
  server: StartedServer;
  people: People;
}

const against = option("against");
const only = option("size");
const lists = option("lists");
const sides: Side[] = [];
if (lists !== undefined) for (const documents of lists.split(",")) await printLists(Number(documents));
else await printAll();

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}

async function printLists(documents: number): Promise<void> {
  const keep = option("keep");
  const builds = [
    ...(against ? [{ name: "before", root: path.resolve(against) }] : []),
    { name: against ? "after" : "", root: process.cwd() },
  ];
  await printListsAtScale(
    documents,
    builds.map(({ name, root }) => ({
      name,
      root,
      dataDir: keep ? path.resolve(keep, `${name || "after"}-${String(documents)}`) : null,
    })),
  );
}

async function printAll(): Promise<void> {
  try {
    if (against) sides.push(await startSide("before", path.resolve(against)));
    sides.push(await startSide(against ? "after" : "", process.cwd()));
    const wanted = sizes.filter(({ name }) => only === undefined || name.startsWith(only));
    if (process.argv.includes("--steps")) await printStepsOfAll(wanted[0] ?? sizes[0]);
    else await printJourneys(wanted);
  } finally {
    for (const { server } of sides) await server.stop();
  }
}

async function printStepsOfAll(size: BenchSize): Promise<void> {
  for (const { name, server, people } of sides) {
    if (name !== "") console.log(`\n${name}`);
    await printSteps(server, people, size);
  }
}

async function printJourneys(wanted: readonly BenchSize[]): Promise<void> {
  console.log(
    `${String(clients)} clients. CPU seconds a journey: server's main thread + its threads + PDF children + Postgres; the clients' own, and one verification of the result, beside them. Statements of a journey by code.\n`,
  );
  console.log(
    "| journeys | a second | target | CPU s each | target | main | threads | children | Postgres | statements | clients | verification | RSS MB | answered 503 |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
  );
  for (const size of wanted) {
    for (const { name, server, people } of sides)
      print(`${size.name} ${name}`, await measureJourneys(server, people, size), size.target);
  }
  for (const { name, server } of sides)
    for (const reason of refusalReasons(server.output())) console.log(`\nanswered 503 ${name}: ${reason}`);
  if (only === undefined || only === "requests") await printRequests();
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

function print(name: string, figures: JourneyFigures, target: { perSecond?: number; cpuSeconds?: number }): void {
  const { perSecond, cpuSeconds, cpuByPart, statements, clientCpuSeconds, verifyCpuSeconds, residentMb, refused } =
    figures;
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
    `| ${name} | ${perSecond.toFixed(1)} | ${atLeast} | ${cpuSeconds.toFixed(3)} | ${atMost} | ${parts} | ${statements.toFixed(0)} | ${clientCpuSeconds.toFixed(3)} | ${verifyCpuSeconds.toFixed(3)} | ${residentMb.toFixed(0)} | ${String(refused)} |`,
  );
}

/** The light call, the list and the upload of 50 KB with a token, relative to Next with an empty handler. */
async function measureRequests(origin: string, emptyUrl: string, people: People): Promise<void> {
  const headers = { authorization: people.sender };
  const body = JSON.stringify({
    file: { base64: makePdf({ pages: [{}], sizeBytes: 50_000 }).toString("base64") },
    name: "Lease",
    users: [{ email: "ana@example.org" }, { email: "bo@example.org" }],
  });
  const caller = makeCaller(origin);
  const { uuid } = await caller.call<{ uuid: string }>("POST", "/request-signature", people.sender, body);
  caller.close();
  await measureRates(origin, emptyUrl, [
    { name: "validate", path: `/api/v1/file/validate/uuid/${uuid}`, headers, bar: 1 },
    { name: "list of 20", path: "/api/v1/file/list?length=20", headers, bar: 0.8 },
    {
      name: "create with 50 KB",
      method: "POST",
      path: "/api/v1/request-signature",
      headers: { ...headers, "content-type": "application/json" },
      body,
      bar: 0.25,
    },
  ]);
}
