import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const cache = path.join("node_modules", ".cache", "paraph", "standalone");

/**
 * Fills a new folder with the built server (scripts/standalone.mjs). Finding its files takes up to a minute, so all
 * folders of one build are copies of the first.
 */
export async function makeStandaloneFolder(target: string): Promise<void> {
  const first = path.join(cache, (await readFile(path.join(".next", ".marker"), "utf8")).slice(0, 16));
  if (!existsSync(first)) {
    const made = `${first}.${process.pid}`;
    await rm(made, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    await run(process.execPath, ["scripts/standalone.mjs", made]);
    // Another worker may have been faster.
    await rename(made, first).catch(() => rm(made, { recursive: true }));
  }
  await cp(first, target, { recursive: true, verbatimSymlinks: true });
}
