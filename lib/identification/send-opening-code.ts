import { withRequest, type Actor, type Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { makeCode } from "@/lib/otp/code";
import { codeRecipient } from "@/lib/sign-methods/recipient";
import { storeCode } from "@/lib/sign-methods/store-code";
import type { OpeningJob } from "./ask-to-open";
import { findOpening } from "./opening";

const anybody: Actor = { kind: "public" };

/** The outbox job behind `askToOpen`: mails the code where the place leads to a signer. What keeps a code from being sent keeps it quietly. */
export async function sendOpeningCode(ctx: Ctx, job: { secret: string | null }): Promise<void> {
  if (job.secret === null) return;
  const { request, ...target } = JSON.parse(job.secret) as OpeningJob;
  const asking = request ? withRequest(ctx, request) : ctx;
  const act = await findOpening(asking, target);
  if (!act) return;
  try {
    const recipient = await codeRecipient(asking, act, "email");
    await asking.tx((tx) => storeCode(tx, anybody, act, { code: makeCode(), recipient }));
    ctx.wakeOutbox();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.info({ code: error.code }, "opening: no code is sent");
  }
}
