import { spawnSync } from "node:child_process";
import { beforeAll } from "vitest";
import { bundle, bundlePath } from "@/scripts/bootstrap/bundle.mjs";

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * For one test file: a function that runs `npm run verify -- ARGS` to completion. It is bundled once, because bundling
 * takes longer than most checks.
 */
export function useVerifyCommand(): (...args: string[]) => Ended {
  const entry = "scripts/verify.ts";
  beforeAll(() => bundle([entry]));
  return (...args) => spawnSync(process.execPath, [bundlePath(entry), ...args], { encoding: "utf8" });
}
