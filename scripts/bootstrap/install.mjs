import { spawnSync } from "node:child_process";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "./is-alive.mjs";

/**
 * Installs from the lock file when node_modules is missing, incomplete, or from another lock file. `production` omits
 * what only tests and checks need (180 MB), regardless of NODE_ENV; an install that includes it is left unchanged.
 */
export function installWhenStale(root, { production = false } = {}) {
  if (isInstalled(root, production)) return;
  console.log("Installing packages from the lock file (once, about half a minute) …");
  const npm = npmCommand();
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "development" } };
  const result = spawnSync(
    npm.command,
    [...npm.args, "ci", "--no-audit", "--no-fund", "--no-update-notifier", ...(production ? ["--omit=dev"] : [])],
    options,
  );
  if (result.status === 0) return;
  console.error("npm ci failed; its message is above. Paraph needs the npm registry once, to install.");
  process.exit(1);
}

/**
 * npm writes node_modules/.package-lock.json last, as a copy of what it installed. Optional packages for other
 * platforms are in the lock file but not in this copy.
 */
function isInstalled(root, production) {
  try {
    const wanted = packagesOf(path.join(root, "package-lock.json"));
    const installed = packagesOf(path.join(root, "node_modules", ".package-lock.json"));
    return Object.entries(wanted).every(([where, entry]) => {
      const have = installed[where];
      if (where === "" || (production && entry.dev === true)) return true;
      return have ? have.version === entry.version && have.integrity === entry.integrity : entry.optional === true;
    });
  } catch {
    return false;
  }
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** The npm that started this process, or else the one on the PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli && cli.endsWith(".js")) return { command: process.execPath, args: [cli] };
  return { command: process.platform === "win32" ? "npm.cmd" : "npm", args: [] };
}

/**
 * Runs `work` while no other process of this checkout installs or builds. A lock whose holder has ended is taken over.
 */
export async function oneAtATime(root, work) {
  const file = path.join(root, ".start.lock");
  for (let wasPrinted = false; !take(file); await sleep(100)) {
    const holder = holderOf(file);
    if (holder === null) continue;
    if (!isAlive(holder)) removeStale(file, holder);
    else if (!wasPrinted) wasPrinted = print(`Process ${holder} installs or builds in this folder; waiting for it …`);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener("exit", release);
  }
}

/** Written to a temporary file and linked into place, so that a lock never exists without its holder. */
function take(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** If two processes find a stale lock, one moves it away. The other may then move a fresh one, and puts it back. */
function removeStale(file, holder) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (holderOf(aside) !== holder) linkSync(aside, file);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function print(message) {
  console.log(message);
  return true;
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, "utf8")) || null;
  } catch {
    return null;
  }
}
