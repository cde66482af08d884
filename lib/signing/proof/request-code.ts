import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { makeCode } from "./code";
import { findAttempt, type SigningTarget } from "./may-sign";
import { codeRecipient, type CodeChannel } from "./recipient";
import { storeCode, type StoredCode } from "./store-code";

/** A queued code; `sentTo` is masked. */
export interface SentCode extends StoredCode {
  channel: CodeChannel;
  sentTo: string;
}

/**
 * Sends the signer a one-time code, which supersedes an earlier one. Throws what `findAttempt`, `codeRecipient` and
 * `storeCode` throw; nothing is stored or counted when the channel is unavailable.
 */
export async function requestCode(ctx: Ctx, actor: Actor, target: SigningTarget): Promise<SentCode> {
  const attempt = await findAttempt(ctx, actor, target, ["signer", "approver"]);
  const recipient = await codeRecipient(ctx, attempt);
  const sent = await ctx.tx(async (tx) => {
    const stored = await storeCode(tx, attempt.actor, attempt, { code: makeCode(), recipient });
    const facts = { channel: recipient.channel, sentTo: recipient.masked, ...stored };
    await markDone(tx, {}, JSON.stringify(facts));
    return facts;
  });
  ctx.wakeOutbox();
  return sent;
}

export function readSentCode(noted: string): SentCode {
  const sent = JSON.parse(noted) as Record<keyof SentCode, string>;
  return {
    channel: sent.channel as CodeChannel,
    sentTo: sent.sentTo,
    expiresAt: new Date(sent.expiresAt),
    resendAt: new Date(sent.resendAt),
  };
}
