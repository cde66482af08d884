import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { makeCode } from "@/lib/otp/code";
import { findAct, type ActTarget } from "./find-act";
import { codeRecipient, type CodeChannel } from "./recipient";
import { storeCode, type StoredCode } from "./store-code";

/** A code on its way; `sentTo` is masked. */
export interface SentCode extends StoredCode {
  channel: CodeChannel;
  sentTo: string;
}

/**
 * Sends the signer a one-time code; an earlier one is superseded. Throws what `findAct`, `codeRecipient` and `storeCode` throw; nothing is
 * stored or counted when the channel cannot be had.
 */
export async function requestCode(ctx: Ctx, actor: Actor, target: ActTarget): Promise<SentCode> {
  const act = await findAct(ctx, actor, target);
  const recipient = await codeRecipient(ctx, act);
  const sent = await ctx.tx(async (tx) => {
    const stored = await storeCode(tx, act.actor, act, { code: makeCode(), recipient });
    const facts = { channel: recipient.channel, sentTo: recipient.masked, ...stored };
    await markDone(tx, {}, JSON.stringify(facts));
    return facts;
  });
  ctx.wakeOutbox();
  return sent;
}

/** What was answered, from what was noted of it. */
export function readSentCode(noted: string): SentCode {
  const sent = JSON.parse(noted) as Record<keyof SentCode, string>;
  return {
    channel: sent.channel as CodeChannel,
    sentTo: sent.sentTo,
    expiresAt: new Date(sent.expiresAt),
    resendAt: new Date(sent.resendAt),
  };
}
