import { afterAll } from "vitest";
import type { Ctx } from "@/lib/context/context";
import { processWide } from "@/lib/platform/next/process-wide";

const holder = processWide<{ runtime?: { ctx: Ctx | null } }>("runtime", () => ({}));

/**
 * The runtime of this file: routes run with the `ctx` that a test puts into it. They find it where lib/runtime.ts keeps
 * it. A mock of that module would need every other module to be loaded again, one to three seconds for each file.
 */
export function useRuntime(): { ctx: Ctx | null } {
  const runtime = { ctx: null };
  holder.runtime = runtime;
  afterAll(() => {
    delete holder.runtime;
  });
  return runtime;
}
