import { createHash } from "node:crypto";
import type { Actor, Ctx } from "@/lib/context";
import { networkOf } from "@/lib/rates/network";

/**
 * Who a key belongs to: an account however it proved itself, a guest, the holder of a sign link, or else the caller's network. Two
 * callers may use the same key for requests of their own.
 */
export function callerOf(ctx: Pick<Ctx, "request">, actor: Actor, link: string | null): string {
  if (actor.kind === "account") return `account:${actor.account.id}`;
  if (actor.kind === "guest") return `guest:${actor.signRequestId}`;
  if (link !== null) return `link:${linkHash(link)}`;
  return `network:${networkOf(ctx.request?.address ?? "")}`;
}

/** Names a link without telling it. */
export function linkHash(link: string): string {
  return createHash("sha256").update(link.toLowerCase()).digest("hex");
}
