import type { Actor, Ctx } from "@/lib/context";
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
  const stored = await ctx.tx((tx) => storeCode(tx, act.actor, act, { code: makeCode(), recipient }));
  ctx.wakeOutbox();
  return { channel: recipient.channel, sentTo: recipient.masked, ...stored };
}
