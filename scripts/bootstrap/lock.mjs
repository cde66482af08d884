import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

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

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
