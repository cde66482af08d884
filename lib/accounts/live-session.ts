import { and, isNull, sql } from "drizzle-orm";
import { sessions } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";

/** Not ended, idle at most 24 h, at most 14 days old (docs/spec/limits.md). */
export function liveSession({ limits }: Pick<Ctx, "limits">) {
  return and(
    isNull(sessions.endedAt),
    sql`${sessions.lastSeenAt} > now() - make_interval(secs => ${limits.sessionIdleSeconds})`,
    sql`${sessions.createdAt} > now() - make_interval(secs => ${limits.sessionTotalSeconds})`,
  );
}
