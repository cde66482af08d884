import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import type { Turn } from "@/lib/pdf-pool/fair-queue";
import { networkOf } from "@/lib/rates/network";

/** The caller that a picture or text of a page is drawn for: an account, a guest, else the network a sign link is opened from. */
export function engineTurn({ request }: Ctx, actor: Actor, { uuid }: Pick<File, "uuid">): Turn {
  return { caller: callerOf(actor, request?.address ?? ""), file: uuid, left: request?.left };
}

function callerOf(actor: Actor, address: string): string {
  if (actor.kind === "account") return `account:${actor.account.id}`;
  return actor.kind === "guest" ? `guest:${actor.signRequestId}` : `network:${networkOf(address)}`;
}
