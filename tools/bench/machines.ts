import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startExternalPostgres, type ExternalPostgres } from "@/e2e/machines/external-postgres";
import { startMachines } from "@/e2e/machines/several-machines";
import { cleanEnvironment } from "@/e2e/server";
import { makeCaller } from "./journeys/keep-alive-client";
import { documentsOf, metricsToken, untilDrained } from "./journeys/measure-journeys";
import { runJourney } from "./journeys/one-journey";
import { makePeople, type Signer } from "./journeys/people";
import { wideLimits } from "./journeys/wide-limits";

/**
 * Signs documents through the processes of two machines (a web process and a worker each) on one database, then through
 * those of one machine, and counts lost, duplicated and stuck work and retried jobs: `npm run bench -- machines`.
 * `--documents=10000` signs more than 200, `--clients=` sets more than 8 concurrent clients. Each machine has one core
 * of this computer; Postgres, the load balancer and the clients share all of them.
 */
const documents = optionOf("documents", 200);
const clients = optionOf("clients", 8);
/** Enough documents to measure the throughput of one machine. */
const reference = Math.min(documents, 500);
const warmUp = 40;
const patienceMs = 3_600_000;

function optionOf(name: string, usual: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? usual : Number(given.slice(name.length + 3));
}

interface Figures {
  perSecond: number;
  lost: number;
  double: number;
  stuck: number;
  /**
   * Jobs that needed a second attempt: on a busy machine a lease may expire. Each must still have exactly one result.
   */
  retried: number;
  isWhole: boolean;
}

const cores = os.cpus().length;
console.log(
  `${String(cores)} cores, load before ${(os.loadavg()[0] ?? 0).toFixed(1)}, ${String(clients)} clients, 52 KB a document, one signer, by code and by password in turn\n`,
);
console.log(
  "| machines | documents | a second | lost | double | stuck | tried again | every stored byte is right |\n|---|---|---|---|---|---|---|---|",
);
const one = await measure(1, reference);
const two = await measure(2, documents);
const ratio = two.perSecond / one.perSecond;
console.log(`\ntwo against one: ${ratio.toFixed(2)} (target on separate cores: 1.7)`);
const isRight = [one, two].every(({ lost, double, stuck, isWhole }) => lost + double + stuck === 0 && isWhole);
process.exitCode = isRight ? 0 : 1;

async function measure(machineCount: number, count: number): Promise<Figures> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-machines-"));
  const postgres = await startExternalPostgres();
  const env = {
    DATABASE_URL: postgres.url,
    APP_SECRET: randomBytes(32).toString("hex"),
    DATA_DIR: folder,
    LIMITS: wideLimits(process.cwd()),
    METRICS_TOKEN: metricsToken,
  };
  const machines = await startMachines({ root: process.cwd(), env, clocks: Array<number>(machineCount).fill(0) });
  try {
    for (const [index, { pid }] of machines.web.entries()) {
      const worker = await machines.startWorker(index);
      for (const process of [pid, worker.pid]) pin(process, index % cores);
    }
    const perSecond = await signAll(machines, count);
    const figures = { perSecond, ...(await countFaults(postgres, count + warmUp)), isWhole: await hasEveryByte(env) };
    const { lost, double, stuck, retried, isWhole } = figures;
    console.log(
      `| ${String(machineCount)} | ${String(count)} | ${perSecond.toFixed(1)} | ${String(lost)} | ${String(double)} | ${String(stuck)} | ${String(retried)} | ${isWhole ? "yes" : "NO"} |`,
    );
    return figures;
  } finally {
    await machines.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Pins all current and future threads of the process. */
function pin(pid: number, core: number): void {
  const { status, stderr } = spawnSync("taskset", ["-acp", String(core), String(pid)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}

/** Documents per second from the first upload until no jobs are left. */
async function signAll(machines: Awaited<ReturnType<typeof startMachines>>, count: number): Promise<number> {
  const [server] = machines.web;
  if (!server) throw new Error("there is no machine");
  const people = await makePeople({ ...server, origin: machines.origin }, { byCode: 16, byPassword: clients });
  const nextDocument = documentsOf({ name: "small", bytes: 52_000, pages: 1, target: {} });
  const run = async (wanted: number): Promise<void> => {
    let begun = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const caller = makeCaller(machines.origin, { repeats: "by_key" });
        while (begun < wanted) {
          const turn = begun++;
          const byCode = turn % 2 === 0;
          const signers = byCode ? people.byCode : people.byPassword;
          const signer = signers[(turn >> 1) % signers.length] as Signer;
          await runJourney(caller, people, nextDocument(), signer, byCode ? "email" : "password");
        }
        caller.close();
      }),
    );
    await untilDrained(machines, patienceMs);
  };
  await run(warmUp);
  const startedAt = performance.now();
  await run(count);
  return (count * 1000) / (performance.now() - startedAt);
}

/** Every client saw its document completed, so an incomplete one counts as lost. */
async function countFaults(
  { count }: ExternalPostgres,
  signed: number,
): Promise<Omit<Figures, "perSecond" | "isWhole">> {
  const whole = await count(`select count(*) as n from files f join evidence_documents e on e.file_id = f.id
    where f.status = 'signed' and exists (select from audit_events a where a.file_id = f.id and a.type = 'signed')
      and exists (select from audit_events a where a.file_id = f.id and a.type = 'file.completed')`);
  const double = await count(`select count(*) as n from (
    select from audit_events where type in ('file.created', 'file.released', 'signed', 'certificate.issued', 'file.completed') group by file_id, type having count(*) > 1
    union all select from events group by file_id, type, sign_request_id having count(*) > 1
    union all select from sign_requests s join evidence_documents e on e.file_id = s.file_id group by s.id having count(*) > 1) twice`);
  const retried = await count("select count(*) as n from outbox_jobs where kind <> 'expire' and attempts > 1");
  // Jobs scheduled for a later day (the deadline, its warning, a reminder) are not stuck.
  const stuck = await count(`select count(*) as n from (
    select from outbox_jobs where dead_at is not null or (done_at is null and run_at <= now())
    union all select from files where status <> 'signed') left_over`);
  return { lost: signed - whole, double, stuck, retried };
}

/**
 * Reads every document, as `npm run doctor` does, and prints the findings. Not by spawnSync, because this process
 * relays the bytes to Postgres.
 */
async function hasEveryByte(env: Record<string, string>): Promise<boolean> {
  const doctor = promisify(execFile)(process.execPath, ["scripts/run.mjs", "scripts/doctor.ts"], {
    env: { ...cleanEnvironment(), ...env },
  });
  return doctor.then(
    () => true,
    (error: unknown) => {
      console.error(error);
      return false;
    },
  );
}
