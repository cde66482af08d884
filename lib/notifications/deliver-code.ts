import { eq } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { files, signRequests } from "@/db/schema/files";
import { challenges } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import type { Messenger } from "@/lib/messaging/messenger";
import { codeMail } from "@/lib/messaging/templates/code";
import { FinalFailure, type JobFacts } from "@/lib/outbox/worker";
import { nameOf } from "./mail-facts";
import { sendMail } from "./send";

/** Mails a one-time code. A code that is used, superseded or past its time is not sent any more. */
export async function deliverCode(ctx: Ctx, messenger: Messenger, payload: { challengeId: number }, job: JobFacts): Promise<void> {
  const [row] = await ctx.db.select({ challenge: challenges, signer: signRequests, file: files, accountName: accounts.displayName }).from(challenges)
    .innerJoin(signRequests, eq(challenges.signRequestId, signRequests.id))
    .innerJoin(files, eq(signRequests.fileId, files.id))
    .leftJoin(accounts, eq(accounts.email, signRequests.email))
    .where(eq(challenges.id, payload.challengeId));
  if (!row || !isLive(row.challenge, await ctx.now())) return;
  if (job.secret === null) throw new FinalFailure("the code is gone");
  const { challenge, signer, file, accountName } = row;
  const content = codeMail({
    signerName: nameOf(signer, accountName),
    documentName: file.name,
    code: job.secret,
    lifetimeMinutes: Math.round((challenge.expiresAt.getTime() - challenge.createdAt.getTime()) / 60_000),
  });
  await sendMail(ctx, messenger, { file, to: signer.email, content, jobKey: job.key, about: { template: "code", signRequestId: signer.id, challengeId: challenge.id } });
}

function isLive(challenge: { supersededAt: Date | null; consumedAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return challenge.supersededAt === null && challenge.consumedAt === null && challenge.expiresAt > now;
}
