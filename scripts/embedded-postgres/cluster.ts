import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
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
import type { PostgresBinaries } from "./binaries";
import type { Identity } from "./identity";

/** The superuser of the embedded database, for its upkeep; the server works as a role of its own (service-role.ts). */
export const databaseUser = "app";

/**
 * Makes the database cluster at `dataDir`/postgres unless it exists, and returns its folder.
 *
 * It is made under another name and renamed, so that a half-made cluster is never taken for a whole one and two processes
 * that start together end up with one.
 */
export async function ensureCluster(dataDir: string, binaries: PostgresBinaries, identity: Identity): Promise<string> {
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
 * The database password, made once. The socket's folder is private already; the password keeps out other programs that
 * run as `nobody`, and other accounts where Postgres listens on TCP (Windows).
 */
export function databasePassword(dataDir: string): string {
  const file = path.join(dataDir, "postgres.password");
  try {
    writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/** The built-in C.UTF-8 collation is the same on every platform and needs no locale of the system. */
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
