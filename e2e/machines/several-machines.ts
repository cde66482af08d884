import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, startServer, type StartedServer } from "../server";
import { startRoundRobin, type RoundRobin } from "./round-robin";

/** Debian's faketime command would start the process as its own child, which signals do not reach. */
const fakeClock = "/usr/$LIB/faketime/libfaketime.so.1";

export interface MachinesOptions {
  /** A built checkout, or a folder made by scripts/standalone.mjs. */
  root: string;
  /** Database, documents, secret and limits, shared by all machines. */
  env: Record<string, string>;
  /** Offset of each machine's clock, in seconds. */
  clocks: readonly number[];
}

export interface Worker {
  pid: number;
  /** Pauses or resumes the process. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  kill(): Promise<void>;
}

export interface Machines {
  /** Address of the load balancer. */
  origin: string;
  balancer: RoundRobin;
  /** One web process per machine. */
  web: readonly StartedServer[];
  /** Restarts a web process on the same machine and port. */
  restart(index: number): Promise<void>;
  /** Starts a worker on the machine with this number. */
  startWorker(index: number): Promise<Worker>;
  /** Runs a worker's sweeps once, on another machine with this clock offset in seconds. */
  sweep(clock: number): Promise<void>;
  stop(): Promise<void>;
}

/** A web process on each machine behind a load balancer without stickiness; workers are started by the caller. */
export async function startMachines({ root, env, clocks }: MachinesOptions): Promise<Machines> {
  const balancer = await startRoundRobin();
  const workers: ChildProcess[] = [];
  const folders: string[] = [];
  const environmentOf = (index: number): Record<string, string> => ({
    ...env,
    PUBLIC_URL: balancer.origin,
    TRUST_PROXY: "1",
    ...clockOff(clocks[index] ?? 0),
  });
  const startWeb = (index: number, port?: number): Promise<StartedServer> =>
    startServer({ root, env: { ...environmentOf(index), WORKER: "0" }, ...(port === undefined ? {} : { port }) });
  const web: StartedServer[] = [];
  // The first process migrates the database and creates the keys.
  for (const index of clocks.keys()) web.push(await startWeb(index));
  balancer.use(web.map(({ origin }) => origin));
  return {
    origin: balancer.origin,
    balancer,
    web,
    async restart(index) {
      const before = web[index];
      if (!before) throw new Error(`there is no machine ${String(index)}`);
      await before.stop();
      web[index] = await startWeb(index, Number(new URL(before.origin).port));
    },
    async startWorker(index) {
      const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-worker-"));
      folders.push(folder);
      const child = spawnWorker(root, { DATA_DIR: folder, ...environmentOf(index) });
      workers.push(child);
      await untilWorking(child);
      return {
        pid: child.pid ?? 0,
        signal: (signal) => void child.kill(signal),
        kill: () => end(child, "SIGKILL"),
      };
    },
    async sweep(clock) {
      const folder = await mkdtemp(path.join(os.tmpdir(), "paraph-sweep-"));
      folders.push(folder);
      const shared = { DATA_DIR: folder, ...env, PUBLIC_URL: balancer.origin, WORKER: "0" };
      await promisify(execFile)(process.execPath, ["scripts/run.mjs", "e2e/machines/sweep-once.ts"], {
        env: { ...cleanEnvironment(), ...shared, ...clockOff(clock) },
      });
    },
    async stop() {
      for (const worker of workers) await end(worker, "SIGTERM");
      for (const server of web) await server.stop();
      await balancer.close();
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Elapsed time is not affected. */
function clockOff(seconds: number): Record<string, string> {
  if (seconds === 0) return {};
  const sign = seconds > 0 ? "+" : "";
  return { LD_PRELOAD: fakeClock, FAKETIME: `${sign}${String(seconds)}s`, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}

function spawnWorker(root: string, env: Record<string, string>): ChildProcess {
  const program = root === process.cwd() ? ["scripts/run.mjs", "scripts/worker.ts"] : ["dist/worker.mjs"];
  return spawn(process.execPath, [...program, "--stop-with-parent"], {
    cwd: root,
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function untilWorking(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.includes("worker started")) resolve();
    });
    child.once("exit", () => reject(new Error("the worker did not start")));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}
