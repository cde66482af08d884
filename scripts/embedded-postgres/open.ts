import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../bootstrap/is-alive.mjs";
import { chooseIdentity, findPostgresBinaries, type Identity, type PostgresBinaries } from "./binaries";
import {
  findPostmaster,
  makeSocketDir,
  removeStaleSocketDir,
  settledPostmaster,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
} from "./postmaster";
import { setWatchdog, type Watchdog } from "./watchdog";

export interface EmbeddedPostgres {
  /** Connection string for `pg`; its database is called `postgres`. */
  url: string;
  pid: number;
  /** To pass to the next start, so that the address stays the same. Empty on Windows. */
  socketDir: string;
  /** True when it was already running and another process may be using it. */
  adopted: boolean;
  /** Stops Postgres and removes its socket folder. */
  stop(): Promise<void>;
  /** Leaves Postgres running for the other process that uses it. */
  release(): void;
  /** Calls back once when Postgres ends without having been stopped by this process. */
  onGone(callback: () => void): void;
}

export interface EmbeddedPostgresOptions {
  /** The folder of `package.json`, where the binaries are searched. */
  root: string;
  /** Created when missing; the cluster is its subfolder `postgres`. */
  dataDir: string;
  /** The socket folder of an earlier start, so that pools can reconnect by themselves. */
  socketDir?: string;
  /** Extra settings, such as `fsync=off` for tests. */
  settings?: Record<string, string>;
}

/**
 * Starts Postgres on `dataDir`, creating the database if there is none. A server left behind by a killed process is
 * adopted if it is running and recovered if it is not. Two simultaneous callers get the same server, because Postgres
 * itself allows only one process per cluster.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const binaries = findPostgresBinaries(options.root);
  if (process.getuid?.() === 0) letThrough(dataDir);
  const identity = chooseIdentity(binaries.postgres, dataDir);
  const cluster = await ensureCluster(dataDir, binaries, identity);
  const { postmaster, adopted } = await holdCluster(cluster, options.socketDir, async () => {
    const socketDir = existingSocketDir(options.socketDir) ?? makeSocketDir(identity);
    const logFile = path.join(dataDir, "postgres.log");
    try {
      return await startPostmaster(cluster, binaries, identity, {
        socketDir,
        settings: options.settings ?? {},
        logFile,
      });
    } catch (error) {
      if (socketDir) rmSync(socketDir, { recursive: true, force: true });
      throw error;
    }
  });
  const watchdog = setWatchdog(cluster, postmaster.pid, postmaster.socketDir);
  const url = connectionUrl(postmaster, databasePassword(dataDir));
  return handle({ postmaster, adopted, url, watchdog, end: () => stopPostmaster(cluster, postmaster.pid, binaries) });
}

/**
 * Adopts the running server, or starts one. A start that lost to another process, or found a stopping one, tries again.
 */
async function holdCluster(
  cluster: string,
  keepSocketDir: string | undefined,
  start: () => Promise<Postmaster>,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const running = await settledPostmaster(cluster);
    if (running) return { postmaster: running, adopted: true };
    removeStaleSocketDir(cluster, keepSocketDir);
    try {
      return { postmaster: await start(), adopted: false };
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(findPostmaster(cluster) ? 50 : 400 * attempt);
    }
  }
}

interface Held {
  postmaster: Postmaster;
  adopted: boolean;
  url: string;
  watchdog: Watchdog;
  end: () => Promise<void>;
}

function handle({ postmaster, adopted, url, watchdog, end }: Held): EmbeddedPostgres {
  let ours = true;
  const letGo = (): void => {
    ours = false;
    watchdog.dismiss();
  };
  return {
    url,
    pid: postmaster.pid,
    socketDir: postmaster.socketDir,
    adopted,
    stop: async () => {
      letGo();
      await end();
      if (postmaster.socketDir) rmSync(postmaster.socketDir, { recursive: true, force: true });
    },
    release: letGo,
    onGone: (callback) => {
      const timer = setInterval(() => {
        if (ours && isAlive(postmaster.pid)) return;
        clearInterval(timer);
        if (!ours) return;
        letGo();
        callback();
      }, 250);
      timer.unref();
    },
  };
}

/**
 * The folder contains secrets in private files, but Postgres, run as `nobody`, must be able to traverse it to reach its
 * own.
 */
function letThrough(dataDir: string): void {
  chmodSync(dataDir, 0o711);
}

function existingSocketDir(folder: string | undefined): string | undefined {
  return folder && existsSync(folder) ? folder : undefined;
}

function connectionUrl(postmaster: Postmaster, password: string): string {
  const credentials = `${databaseUser}:${encodeURIComponent(password)}`;
  if (!postmaster.socketDir) return `postgres://${credentials}@127.0.0.1:${String(postmaster.port)}/postgres`;
  return `postgres://${credentials}@localhost/postgres?host=${encodeURIComponent(postmaster.socketDir)}`;
}

/** The superuser of the embedded database, for its maintenance; the server uses a separate role (service-role.ts). */
const databaseUser = "app";

/**
 * Creates the database cluster at `dataDir`/postgres unless it exists, and returns its folder.
 *
 * It is created under a temporary name and renamed, so that an incomplete cluster is never used, and two processes that
 * start at the same time end up with the same one.
 */
async function ensureCluster(dataDir: string, binaries: PostgresBinaries, identity: Identity): Promise<string> {
  const cluster = path.join(dataDir, "postgres");
  if (existsSync(path.join(cluster, "PG_VERSION"))) return cluster;
  const draft = mkdtempSync(path.join(dataDir, "postgres-new-"));
  const passwordFile = path.join(draft, "password");
  const made = path.join(draft, "cluster");
  mkdirSync(made, { mode: 0o700 });
  writeFileSync(passwordFile, databasePassword(dataDir), { mode: 0o600 });
  if (identity.owner) [draft, made, passwordFile].forEach((entry) => own(entry, identity));
  try {
    await run(binaries.initdb, initdbOptions(made, passwordFile), identity);
    renameSync(made, cluster);
  } catch (error) {
    if (!existsSync(path.join(cluster, "PG_VERSION"))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return cluster;
}

/**
 * The database password, created once. The socket's folder is already private; the password protects against other
 * programs that run as `nobody`, and against other accounts where Postgres listens on TCP (Windows).
 */
function databasePassword(dataDir: string): string {
  const file = path.join(dataDir, "postgres.password");
  try {
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/** The built-in C.UTF-8 collation is the same on every platform and needs no system locale. */
function initdbOptions(cluster: string, passwordFile: string): string[] {
  return [
    ["-D", cluster],
    ["-U", databaseUser],
    ["-A", "scram-sha-256"],
    [`--pwfile=${passwordFile}`],
    ["-E", "UTF8"],
    ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
    ["--no-instructions"],
  ].flat();
}

function own(entry: string, identity: Identity): void {
  if (identity.owner) chownSync(entry, identity.owner.uid, identity.owner.gid);
}

function run(program: string, args: string[], identity: Identity): Promise<void> {
  const [command, commandArgs] = identity.command(program, args);
  const child = spawn(command, commandArgs, {
    ...identity.credentials,
    cwd: path.parse(process.cwd()).root,
    env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} failed (${String(code)}): ${output.trim()}`));
    });
  });
}
