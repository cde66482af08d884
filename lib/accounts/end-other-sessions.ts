import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { accountActor } from "./actor";
import { endSessions } from "./end-credentials";

/** Logs the caller out everywhere but here; asked by a token or the password, everywhere. Answers how many sessions ended. */
export async function endOtherSessions(ctx: Ctx, actor: Actor): Promise<number> {
  const { account, sessionId } = accountActor(actor);
  return ctx.tx(async (tx) => {
    const ended = await endSessions(tx, account.id, sessionId);
    await markDone(tx, { ended });
    return ended;
  });
}
