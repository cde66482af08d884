import type { Ctx } from "@/lib/platform/context";

/**
 * A busy client sends its token with every request, and looking it up costs as much as a small answer. So what was found is remembered
 * for less than a second in this process, and forgotten at once when this process has
 * changed anything: a client sees what it did, and what it revoked here is revoked here.
 */
const rememberedMs = 900;
const maxRemembered = 5000;

interface Memory<Found> {
  found: Map<string, { value: Found; until: number }>;
  /** Grows with every change; what was read before one is not remembered after it. */
  changes: number;
}

/** One memory for each secret box: contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Memory<unknown>>();

/** What `read` answers for a key, or has answered a moment ago. Null is not remembered. */
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

/** To be called when a request that may have changed something is done, before it is answered. */
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
