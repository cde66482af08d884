import { keptMessages } from "@/db/schema/work";
import type { Ctx } from "@/lib/context";
import { sealBody, type KeptBody } from "./body";

export interface MessageToKeep extends KeptBody {
  channel: string;
  to: string;
  subject: string | null;
  /** The same key is kept once. */
  idempotencyKey: string;
}

/** Keeps a message where no provider is configured; administrators read it under `/admin/inbox`. */
export async function keepMessage(ctx: Ctx, message: MessageToKeep): Promise<void> {
  const { channel, to, subject, idempotencyKey, text, html } = message;
  await ctx.db
    .insert(keptMessages)
    .values({ channel, to: to.toLowerCase(), subject, idempotencyKey, sealedBody: sealBody(ctx, { text, html }) })
    .onConflictDoNothing({ target: keptMessages.idempotencyKey });
}
