import type { File } from "@/db/schema/files";
import { makeCtx, type Actor, type Ctx } from "@/lib/context/context";
import { siteOf } from "@/lib/context/rates/request-rates";
import type { Turn } from "@/lib/engine/lines/waiting-line";

/**
 * Work for callers without an account is refused after this wait, so that a large number of them cannot fill the queues
 * with work that no one is waiting for any more.
 */
const strangersMostWaitMs = 15_000;

/**
 * The caller that the engine works for: an account, a guest, or otherwise the network from which a sign link is opened.
 * The work is dropped when the caller disconnects.
 */
export function engineTurn(ctx: Ctx, actor: Actor, file?: Pick<File, "uuid">): Turn {
  return { ...turnOf(ctx, actor, file), left: ctx.request?.left };
}

function turnOf({ request }: Ctx, actor: Actor, file?: Pick<File, "uuid">): Turn {
  const patience = actor.kind === "account" || actor.kind === "system" ? {} : { mostWaitMs: strangersMostWaitMs };
  return { caller: callerOf(actor, request?.address ?? ""), file: file?.uuid ?? "", ...patience };
}

function callerOf(actor: Actor, address: string): string {
  if (actor.kind === "account") return `account:${actor.account.id}`;
  return actor.kind === "guest" ? `guest:${actor.signRequestId}` : `network:${siteOf(address)}`;
}

/** The context for a request of this caller. All engine work for it waits in the caller's own queue. */
export function withCaller(ctx: Ctx, actor: Actor): Ctx {
  // A job that writes continues after its caller disconnects.
  return makeCtx({ ...ctx, engine: ctx.engine.forCaller(turnOf(ctx, actor)) });
}
