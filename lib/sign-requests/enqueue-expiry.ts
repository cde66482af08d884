import type { File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import { enqueue } from "@/lib/outbox/enqueue";

/** Has the clock looked at the file when its time is over. Another `expiresAt` is another job; the job checks what holds then. */
export async function enqueueExpiry(ctx: Ctx, file: Pick<File, "id" | "expiresAt">): Promise<void> {
  if (!file.expiresAt) return;
  await enqueue(
    ctx,
    "expire",
    { fileId: file.id },
    { dedupeKey: `expire:${file.id}:${file.expiresAt.getTime()}`, runAt: file.expiresAt },
  );
}
