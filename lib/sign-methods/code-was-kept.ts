import { and, eq, sql } from "drizzle-orm";
import { auditEvents } from "@/db/views";
import type { Ctx } from "@/lib/context";
import type { RightCode } from "./compare-code";

/**
 * Whether the code went nowhere: it was addressed to a mailbox, and kept in this service's inbox for want of a mail provider. The trail
 * tells; where the mail is not noted yet, how this service sends mail now. Gateways send or fail, and keep nothing.
 */
export async function codeWasKept(
  ctx: Ctx,
  fileId: number,
  { channel, challengeId }: Pick<RightCode, "channel" | "challengeId">,
): Promise<boolean> {
  if (channel !== "email") return false;
  const [sent] = await ctx.db
    .select({ data: auditEvents.data })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.fileId, fileId),
        eq(auditEvents.type, "mail.sent"),
        sql`${auditEvents.data}->>'challengeId' = ${String(challengeId)}`,
      ),
    );
  return sent ? sent.data.isKept === true : ctx.mailIsKept;
}
