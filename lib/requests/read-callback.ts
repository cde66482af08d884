import { provedActor } from "@/lib/accounts/actor";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { madeFile, type Made } from "@/lib/context/idempotency/keys";
import { atMember } from "@/lib/platform/outbound";
import type { Callback } from "@/lib/records/events/add-callback";
import type { NewRequest } from "./state/schema";

/** A request as its creation returns it. */
export interface MadeRequest {
  fileId: number;
  /** The callback's secret, shown only this once. */
  callbackSecret?: string;
}

/** The callback of a new request, or null for none. Throws `email_unproved`, `url_not_allowed`. */
export async function readCallback(
  ctx: Ctx,
  actor: AccountActor,
  { callback, callbackFormat }: Pick<NewRequest, "callback" | "callbackFormat">,
): Promise<Callback | null> {
  if (callback === undefined || callback === null) return null;
  const { account } = provedActor(actor);
  await atMember("/callback", () => ctx.outbound.assertAllowed(callback, { account: account.id }));
  return { url: callback, format: callbackFormat ?? "json" };
}

/** The request recorded by a call whose answer was lost. */
export function madeRequest(made: Made): MadeRequest {
  return withSecret(madeFile(made).fileId, typeof made.secret === "string" ? made.secret : undefined);
}

export function withSecret(fileId: number, callbackSecret: string | undefined): MadeRequest {
  return { fileId, ...(callbackSecret === undefined ? {} : { callbackSecret }) };
}
