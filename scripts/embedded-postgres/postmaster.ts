import { spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../bootstrap/is-alive.mjs";
import type { Identity, PostgresBinaries } from "./binaries";
import { freePort } from "./free-port";

/** The content of `postmaster.pid`: the server that holds a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
  /** The folder of its unix socket; empty where it listens on TCP. */
  socketDir: string;
  status: string;
}

const socketDirPrefix = "paraph-";
const largestLogBytes = 10 * 1024 * 1024;

/** The process that currently holds the cluster, or null when there is none. */
export function findPostmaster(cluster: string): Postmaster | null {
  const left = readPidFile(cluster);
  return left && isAlive(left.pid) && isPostgres(left.pid) ? left : null;
}

/** Removes the socket folder that a killed postmaster left behind, unless it is to be reused. */
export function removeStaleSocketDir(cluster: string, keep: string | undefined): void {
  const left = readPidFile(cluster);
  if (!left || left.socketDir === keep || !path.basename(left.socketDir).startsWith(socketDirPrefix)) return;
  rmSync(left.socketDir, { recursive: true, force: true });
}

/**
 * A new, private folder with a short path for the socket: a socket's path has at most 107 bytes (Linux), 103 (macOS).
 * Empty on Windows, where Postgres listens on the loopback address.
 */
export function makeSocketDir(identity: Identity): string {
  if (process.platform === "win32") return "";
  const parent = os.tmpdir().length < 60 ? os.tmpdir() : "/tmp";
  const folder = mkdtempSync(path.join(realpathSync(parent), socketDirPrefix));
  if (identity.owner) chownSync(folder, identity.owner.uid, identity.owner.gid);
  return folder;
}

/**
 * Starts Postgres on the cluster, detached so that Ctrl-C in the terminal only reaches this process, and waits until it
 * accepts connections. Throws with the end of its log when it stops before that.
 */
export async function startPostmaster(
  cluster: string,
  binaries: PostgresBinaries,
  identity: Identity,
  options: { socketDir: string; settings: Record<string, string>; logFile: string },
): Promise<Postmaster> {
  const port = options.socketDir ? 5432 : await freePort();
  const listen = options.socketDir
    ? { listen_addresses: "", unix_socket_directories: options.socketDir }
    : { listen_addresses: "127.0.0.1", unix_socket_directories: "" };
  const settings = Object.entries({ ...quietLog, ...listen, ...options.settings, port: String(port) });
  const args = ["-D", cluster, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const [command, commandArgs] = identity.command(binaries.postgres, args);
  const log = openLog(options.logFile);
  const child = spawn(command, commandArgs, {
    ...identity.credentials,
    cwd: path.parse(process.cwd()).root,
    detached: true,
    env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  let ended: string | null = null;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => (ended = `stopped with ${String(code ?? signal)}`));
  for (let waited = 0; waited < 60_000; waited += 20) {
    await sleep(20);
    if (ended) throw new Error(`Postgres ${String(ended)}: ${endOf(options.logFile)}`);
    const running = readPidFile(cluster);
    if (running?.pid === child.pid && running?.status === "ready") return running;
  }
  throw new Error(`Postgres did not become ready within a minute: ${endOf(options.logFile)}`);
}

/** Waits for a server that is starting or stopping; null when it has ended. */
export async function settledPostmaster(cluster: string): Promise<Postmaster | null> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const running = findPostmaster(cluster);
    if (running === null || running.status === "ready") return running;
    await sleep(50);
  }
  throw new Error(`Another Postgres holds ${cluster} and does not become ready.`);
}

/** Stops it in fast mode: sessions are ended, transactions rolled back, and a checkpoint is written. */
export async function stopPostmaster(cluster: string, pid: number, binaries: PostgresBinaries): Promise<void> {
  if (process.platform === "win32") spawn(binaries.pgCtl, ["stop", "-D", cluster, "-m", "fast"], { stdio: "ignore" });
  else signal(pid, "SIGINT");
  for (let waited = 0; waited < 20_000 && isAlive(pid); waited += 20) await sleep(20);
  if (isAlive(pid)) signal(pid, "SIGQUIT");
}

/** Statements and row values are kept out of the log, because they can contain secrets. */
const quietLog = {
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_timezone: "UTC",
  timezone: "UTC",
};

function readPidFile(cluster: string): Postmaster | null {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const [pid, , , port, socketDir, , , status] = readFileSync(file, "utf8").split("\n");
  if (!pid) return null;
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketDir: socketDir ?? "",
    status: status?.trim() ?? "starting",
  };
}

/** A process number may be reused after a reboot: if the system can tell, verifies that it is a Postgres. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("postgres");
  } catch {
    return process.platform !== "linux";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > largestLogBytes) truncateSync(file);
  return openSync(file, "a", 0o600);
}

function endOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").slice(-2000).trim() : "no log";
}
