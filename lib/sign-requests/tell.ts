import { inArray, sql } from "drizzle-orm";
import { signRequests, type File, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { queueMail } from "./queue-mail";
import { whoseTurn } from "./turn";

/**
 * Tells every signer whose turn it has become: `pending`, and one invitation each for this preparation of the file. Call it in
 * the transaction of the act that moved the turn (release, a signature, a withdrawal). Who was told already is left alone.
 * Answers the signers told now.
 */
export async function tellThoseInTurn(
  ctx: Ctx,
  actor: Actor,
  file: Pick<File, "id" | "preparation">,
  signers: readonly SignRequest[],
): Promise<SignRequest[]> {
  const due = whoseTurn(signers).filter((signer) => signer.status !== "pending");
  if (due.length === 0) return [];
  await ctx.db
    .update(signRequests)
    .set({ status: "pending", toldAt: sql`coalesce(${signRequests.toldAt}, now())` })
    .where(
      inArray(
        signRequests.id,
        due.map((signer) => signer.id),
      ),
    );
  for (const signer of due) {
    if (signer.notify) await queueMail(ctx, actor, file, "invitation", { signRequestId: signer.id }, file.preparation);
  }
  return due;
}
