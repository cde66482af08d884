import type { Ctx } from "@/lib/platform/context";

/**
 * Clients send their token with every request, and looking it up costs as much as a small answer. Results are therefore cached in this
 * process for less than a second, and cleared whenever this process changes anything: a client sees its own changes, and a token revoked
 * here is void here at once.
 */
const rememberedMs = 900;
const maxRemembered = 5000;

interface Memory<Found> {
  found: Map<string, { value: Found; until: number }>;
  /** Incremented with every change; results read before a change are not cached after it. */
  changes: number;
}

/** One cache per secret box, so that contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Memory<unknown>>();

/** The result of `read` for a key, possibly cached. Null is not cached. */
export async function rememberShortly<Found>(
  ctx: Ctx,
  key: string,
  read: () => Promise<Found | null>,
): Promise<Found | null> {
  const memory = memoryOf<Found>(ctx);
  const known = memory.found.get(key);
  if (known && performance.now() < known.until) return known.value;
  const { changes } = memory;
  const startedAt = performance.now();
  const value = await read();
  if (value === null || memory.changes !== changes) return value;
  if (memory.found.size >= maxRemembered) memory.found.clear();
  memory.found.set(key, { value, until: startedAt + rememberedMs });
  return value;
}

/** Call it after a request that may have changed something, before it is answered. */
export function forgetTokens(ctx: Ctx): void {
  const memory = memoryOf(ctx);
  memory.changes += 1;
  memory.found.clear();
}

function memoryOf<Found>({ secrets }: Pick<Ctx, "secrets">): Memory<Found> {
  const memory = (memories.get(secrets) ?? { found: new Map(), changes: 0 }) as Memory<Found>;
  memories.set(secrets, memory);
  return memory;
}
