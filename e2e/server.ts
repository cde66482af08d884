import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { copyInto, isShared, madeOnce } from "@/lib/testing/made-once";
import { serverEnvironment, serverFlags } from "@/scripts/bootstrap/server-process.mjs";
import { freePort } from "@/scripts/embedded-postgres/free-port";
import type { Person } from "./api-client";

export interface StartedServer {
  /** For example `http://localhost:40123`; also its PUBLIC_URL. */
  origin: string;
  /** The first administrator of this server. */
  admin: Person;
  pid: number;
  dataDir: string;
  /** All output so far. */
  output(): string;
  /** Ends the process as `kill -9` does. Call `stop` afterwards to clean up. */
  kill(): Promise<void>;
  /** Stops it as an operator would, and deletes its data unless they are kept. Throws if it does not exit with 0. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

export interface StartOptions {
  /** Additional environment variables, such as `LIMITS` or `DATABASE_URL`. */
  env?: Record<string, string>;
  /** Uses the data of an earlier server, or an empty folder, where everything is created. */
  dataDir?: string;
  /** Port to listen on; default a free one. */
  port?: number;
  /** The built checkout to run; default this one. */
  root?: string;
  /**
   * Starts it like `npm start`, through scripts/start.mjs, whose process is then the one that is returned and ended.
   */
  byStart?: boolean;
}

const admin: Person = { email: "admin@example.org", password: "correct horse battery staple" };

const started: (() => string)[] = [];

/** The logged cause of an answer 500, which the answer itself never contains. Empty if no server here logged it. */
export function loggedCause(requestId: string): string {
  const lines = started.flatMap((output) => output().split("\n"));
  return lines.filter((line) => line.includes(requestId) && line.includes('"err"')).join("\n");
}

/** Starts the built server on a free port with its own data, and waits until it responds. */
export async function startServer(options: StartOptions = {}): Promise<StartedServer> {
  const dataDir = options.dataDir ?? (await newDataDir(options));
  const port = options.port ?? (await freePort());
  const root = options.root ?? process.cwd();
  // Builds before decision 56 have no such script and start without flags.
  const isTuned = existsSync(path.join(root, "scripts", "bootstrap", "server-process.mjs"));
  const program = [...(isTuned ? serverFlags() : []), path.join("dist", "serve.mjs"), "--stop-with-parent"];
  const child = spawn(process.execPath, options.byStart ? [path.join("scripts", "start.mjs")] : program, {
    cwd: root,
    env: {
      ...(isTuned ? serverEnvironment(cleanEnvironment()) : cleanEnvironment()),
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  started.push(() => printed.join(""));
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  const origin = `http://localhost:${port}`;
  await untilReady(child, origin, () => printed.join("")).catch(async (error: unknown) => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  });
  return {
    origin,
    admin,
    pid: child.pid ?? 0,
    dataDir,
    output: () => printed.join(""),
    kill: () => end(child, "SIGKILL").then(() => undefined),
    stop: async ({ keepData = false } = {}) => {
      const wasKilled = child.signalCode === "SIGKILL";
      const code = await end(child, "SIGTERM");
      if (!keepData) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
      if (code !== 0 && !wasKilled)
        throw new Error(`the server exited with ${String(code)}: ${printed.join("").slice(-4000)}`);
    },
  };
}

/**
 * A folder for a new server. The database, the migrations, the first account and the keys of the instance take as long
 * as the rest of a start, so journeys whose own settings do not concern them get a copy.
 */
async function newDataDir({ env = {}, root }: StartOptions): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "paraph-e2e-"));
  if (root !== undefined || !isShared() || Object.keys(env).some((name) => ownData.test(name))) return dataDir;
  await copyStartedData(dataDir);
  return dataDir;
}
const ownData = /^(DATABASE_URL|APP_SECRET|ADMIN_|STORAGE_|S3_)/;

/** Fills a folder with the data of a server that was started once and stopped. Its administrator is `startServer`'s. */
export async function copyStartedData(dataDir: string): Promise<void> {
  const started = await madeOnce("started-data", async (folder) => {
    const server = await startServer({ dataDir: folder });
    await server.stop({ keepData: true });
  });
  await copyInto(dataDir, started);
}

/** The folder `app` with the built server, made by scripts/standalone.mjs once per run. Nobody may change it. */
export async function standaloneFolder(): Promise<string> {
  const place = await madeOnce("standalone", async (folder) => {
    await promisify(execFile)(process.execPath, ["scripts/standalone.mjs", path.join(folder, "app")]);
  });
  return path.join(place, "app");
}

/**
 * The environment without variables that would point the server at a real database, mail account or keys. NODE_ENV is
 * omitted, which makes it a production server.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|LANG|LC_.*|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i.test(name),
  );
  return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: "1" } as unknown as NodeJS.ProcessEnv;
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server did not start: ${output()}`);
    if (output().includes("Paraph runs at") && (await answers(origin))) return;
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`the server did not become ready: ${output()}`);
}

async function answers(origin: string): Promise<boolean> {
  return fetch(origin).then(
    (response) => response.ok,
    () => false,
  );
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  await once(child, "exit");
  return child.exitCode;
}
