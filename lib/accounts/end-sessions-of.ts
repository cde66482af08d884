import { noteAct } from "@/lib/administration/note-act";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { assertAdmin } from "./actor";
import { endSessions } from "./end-credentials";
import { getAccount } from "./find";

/** Logs somebody out everywhere, by an administrator; of one's own sessions the one that asks stays. Answers how many ended. Throws `forbidden`, `not_found`. */
export async function endSessionsOf(ctx: Ctx, actor: Actor, id: number): Promise<number> {
  const acting = assertAdmin(actor);
  const account = await getAccount(ctx, id);
  if (account.erasedAt) throw new DomainError("not_found");
  return ctx.tx(async (tx) => {
    const ended = await endSessions(tx, id, id === acting.account.id ? acting.sessionId : undefined);
    await noteAct(tx, acting, "account.signed_out", { accountId: id, count: ended });
    await markDone(tx, { ended });
    return ended;
  });
}
