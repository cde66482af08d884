import type { OutboxJob } from "@/db/schema/work";
import type { OutboxKind } from "@/lib/outbox/kinds";

/** What these carry is a secret, which goes with the job when it is given up: a code, a link, an old number. */
const secretKinds: ReadonlySet<string> = new Set<OutboxKind>(["code", "opening", "reset", "phoneNotice"]);
const secretTemplates: ReadonlySet<unknown> = new Set(["confirmation"]);

/**
 * Whether the job may be tried again now. One that failed holds its secret still; one that was never tried waits for its time, and to do it
 * before would be wrong: the end of a request that is looked for too early would be looked for no more.
 */
export function mayRetry({
  kind,
  payload,
  deadAt,
  attempts,
}: Pick<OutboxJob, "kind" | "payload" | "deadAt" | "attempts">): boolean {
  return deadAt === null ? attempts > 0 : !carriesSecret(kind, payload);
}

export function carriesSecret(kind: string, payload: OutboxJob["payload"]): boolean {
  return secretKinds.has(kind) || (kind === "accountMail" && secretTemplates.has(payload.template));
}
