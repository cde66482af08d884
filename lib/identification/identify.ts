import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { makeCode } from "@/lib/otp/code";
import { codeRecipient } from "@/lib/sign-methods/recipient";
import type { SentCode } from "@/lib/sign-methods/request-code";
import { storeCode } from "@/lib/sign-methods/store-code";
import { findIdentification } from "./find-identification";

/**
 * Sends the signer a code to the address or number of the request, by which they may sign without an account; an earlier one is superseded.
 * Throws what `findIdentification`, `codeRecipient` and `storeCode` throw.
 */
export async function identify(ctx: Ctx, actor: Actor, input: { u: string }): Promise<SentCode> {
  const act = await findIdentification(ctx, actor, input.u);
  const recipient = await codeRecipient(ctx, act, act.method);
  const sent = await ctx.tx(async (tx) => {
    const stored = await storeCode(tx, actor, act, { code: makeCode(), recipient });
    const facts = { channel: recipient.channel, sentTo: recipient.masked, ...stored };
    await markDone(tx, {}, JSON.stringify(facts));
    return facts;
  });
  ctx.wakeOutbox();
  return sent;
}
