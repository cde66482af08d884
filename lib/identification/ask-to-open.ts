import type { Ctx, RequestFacts } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { enqueue } from "@/lib/outbox/enqueue";
import type { OpeningTarget } from "./opening";
import { countOpeningSend } from "./opening-limits";

export interface OpeningAsked {
  expiresAt: Date;
  resendAt: Date;
}

/** What the job knows that was asked for. Whether it leads anywhere, only the job finds out. */
export interface OpeningJob extends OpeningTarget {
  request: RequestFacts | null;
}

/**
 * Asks that a code be mailed to the signer whom this place names, by which they get on to their own link. A place that leads nowhere answers
 * the same, in the same time, and no mail is sent. Throws `rate_limited`.
 */
export async function askToOpen(ctx: Ctx, target: OpeningTarget): Promise<OpeningAsked> {
  await countOpeningSend(ctx, target);
  const asked = await ctx.tx(async (tx) => {
    const job: OpeningJob = { ...target, request: ctx.request };
    await enqueue(tx, "opening", {}, { secret: JSON.stringify(job) });
    const now = (await tx.now()).getTime();
    const times = {
      expiresAt: new Date(now + ctx.limits.codeLifetimeSeconds * 1000),
      resendAt: new Date(now + ctx.limits.codeSendIntervalSeconds * 1000),
    };
    await markDone(tx, {}, JSON.stringify(times));
    return times;
  });
  ctx.wakeOutbox();
  return asked;
}

/** What was answered, from what was noted of it. */
export function readOpeningAsked(noted: string): OpeningAsked {
  const { expiresAt, resendAt } = JSON.parse(noted) as { expiresAt: string; resendAt: string };
  return { expiresAt: new Date(expiresAt), resendAt: new Date(resendAt) };
}
