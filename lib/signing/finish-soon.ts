import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { Ctx } from "@/lib/context";
import type { CommittedSignature } from "./commit";
import { finishFile } from "./finish";

const patienceMilliseconds = 2000;

/**
 * After the last signature, seals in the same request for up to 2 s; what is not done by then is the outbox's (docs/spec/signing.md#completion).
 * Never fails: the signature is in already. Answers the file as it is then.
 */
export async function finishSoon(ctx: Ctx, committed: CommittedSignature): Promise<CommittedSignature> {
  if (committed.file.status !== "signing_in_progress") return committed;
  const finishing = finishFile(ctx, committed.file.id).catch((error: unknown) => {
    ctx.log.warn({ file: committed.file.id, err: error }, "signing: sealing is left to the outbox");
  });
  await Promise.race([finishing, wait(patienceMilliseconds)]);
  // The database may be lost by now: the signature is in all the same.
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(eq(files.id, committed.file.id))
    .catch(() => []);
  return { ...committed, file: file ?? committed.file };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
