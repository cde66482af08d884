import { eq, sql } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { signRequests } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";

const rememberedMs = 60_000;
const maxRemembered = 10_000;

/** One memory for each secret box: contexts of different instances never share it. */
const memories = new WeakMap<Ctx["secrets"], Map<string, number>>();

const findLink = perDatabase((db) =>
  db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(eq(signRequests.linkHash, sql.placeholder("hash")))
    .prepare("find_known_link"),
);

/**
 * Whether a sign link was ever made, by its hash. Only such a link is a credential: whoever makes links up counts as anonymous and leaves no
 * counters. Links are never deleted alone, so one that was found is remembered for a minute.
 */
export async function isKnownLink(ctx: Ctx, hash: string): Promise<boolean> {
  const memory = memories.get(ctx.secrets) ?? new Map<string, number>();
  memories.set(ctx.secrets, memory);
  const now = performance.now();
  if ((memory.get(hash) ?? 0) > now) return true;
  const [found] = await findLink(ctx.db).execute({ hash });
  if (!found) return false;
  if (memory.size >= maxRemembered) memory.clear();
  memory.set(hash, now + rememberedMs);
  return true;
}
