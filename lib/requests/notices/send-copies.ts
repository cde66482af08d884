import { inArray, sql } from "drizzle-orm";
import { signRequests, type CopyTime, type File, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/platform/context";
import { nextSignRequestStatus } from "@/lib/requests/status";
import { queueMail } from "./notify";

/**
 * Queues the copies that are due at this time, in the transaction of the release or the completion. Each CC gets one mail a time, however
 * often the document is sent again. Returns the CCs with a copy.
 */
export async function sendCopies(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id">,
  people: readonly SignRequest[],
  time: CopyTime,
): Promise<SignRequest[]> {
  const due = people.filter(
    (person) =>
      person.copyAt.includes(time) &&
      nextSignRequestStatus("copy", person) !== null &&
      // The copy at sending went out before the document was sent again.
      !(time === "sent" && person.status === "copied"),
  );
  if (due.length === 0) return [];
  await ctx.db
    .update(signRequests)
    .set({ status: "copied", notifiedAt: sql`coalesce(${signRequests.notifiedAt}, now())` })
    .where(
      inArray(
        signRequests.id,
        due.map(({ id }) => id),
      ),
    );
  for (const { id } of due)
    await queueMail(ctx, actor, file, time === "sent" ? "copy" : "completion", { signRequestId: id }, time);
  return due;
}
