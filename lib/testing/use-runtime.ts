import { afterAll } from "vitest";
import type { Ctx } from "@/lib/platform/context";

const key = Symbol.for("paraph.runtime");
const holder = globalThis as { [key]?: { ctx: Ctx | null } };

/**
 * The runtime of this file: routes run with the `ctx` that a test puts into it. They find it on globalThis (lib/runtime.ts). A mock of that module would
 * need every other module loaded anew, one to three seconds for each file.
 */
export function useRuntime(): { ctx: Ctx | null } {
  const runtime = { ctx: null };
  holder[key] = runtime;
  afterAll(() => {
    delete holder[key];
  });
  return runtime;
}
