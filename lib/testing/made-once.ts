import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { sharedFolder } from "@/tools/test-runs/run-tests.mjs";

/** Whether this run has a shared folder; benches have none. */
export function isShared(): boolean {
  return process.env[sharedFolder] !== undefined;
}

/**
 * The shared folder with this name. The first caller of a run fills it by `make`, under the name that `make` gets. The
 * others wait, and nobody changes it afterwards.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const finishedPath = path.join(process.env[sharedFolder] ?? "", name);
  const partialPath = `${finishedPath}.half`;
  while (!existsSync(finishedPath)) {
    if (!(await isCreated(partialPath))) {
      await sleep(100);
      continue;
    }
    try {
      // Another process may have finished between the two checks.
      if (existsSync(finishedPath)) break;
      await make(partialPath);
      await rename(partialPath, finishedPath);
    } finally {
      await rm(partialPath, { recursive: true, force: true });
    }
  }
  return finishedPath;
}

/**
 * Fills a folder with a copy of another one. Postgres, which root starts under another account, must own the copy too.
 */
export async function copyInto(folder: string, made: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", `${made}/.`, folder]);
}

function isCreated(folder: string): Promise<boolean> {
  return mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
