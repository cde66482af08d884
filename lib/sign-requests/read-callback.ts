import type { Ctx } from "@/lib/context";
import type { Callback } from "@/lib/events/add-callback";
import { madeFile, type Made } from "@/lib/idempotency/made";
import { atMember } from "@/lib/outbound/at-member";
import type { NewRequest } from "./schema";

/** A request as its making answers it. */
export interface MadeRequest {
  fileId: number;
  /** Of the callback, shown this once. */
  callbackSecret?: string;
}

/** Whom a new request calls back; null for nobody. Throws `url_not_allowed`. */
export async function readCallback(
  ctx: Ctx,
  account: number,
  { callback, callbackFormat }: Pick<NewRequest, "callback" | "callbackFormat">,
): Promise<Callback | null> {
  if (callback === undefined || callback === null) return null;
  await atMember("/callback", () => ctx.outbound.assertAllowed(callback, { account }));
  return { url: callback, format: callbackFormat ?? "json" };
}

/** The request that a call noted whose answer was lost. */
export function madeRequest(made: Made): MadeRequest {
  return withSecret(madeFile(made).fileId, typeof made.secret === "string" ? made.secret : undefined);
}

export function withSecret(fileId: number, callbackSecret: string | undefined): MadeRequest {
  return { fileId, ...(callbackSecret === undefined ? {} : { callbackSecret }) };
}
