import { randomUUID } from "node:crypto";
import { files, type File, type ReminderPlan } from "@/db/schema/files";
import { listHash } from "@/lib/documents/envelopes/list-hash";
import { pagesOfParts, sumOf } from "@/lib/documents/envelopes/parts";
import type { AccountActor, Ctx } from "@/lib/platform/context";
import { appendAuditEvent, noteFileLock } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { insertPart, type TakenFile } from "./take-files";

/** The settings of a new envelope. */
interface Facts extends Pick<File, "name" | "expiresAt" | "allowDelegation" | "signatureOptions"> {
  reminders: ReminderPlan | null;
}

/** Writes the rows of a new draft and of its files in the caller's transaction. Throws what `insertPart` throws. */
export async function insertEnvelope(
  ctx: Ctx,
  actor: AccountActor,
  taken: readonly TakenFile[],
  facts: Facts,
): Promise<{ envelope: File; parts: File[] }> {
  const bytes = taken.map((one) => (one.kind === "ingested" ? one.ingested : one.state.file));
  const originals = bytes.map(({ uuid, originalSha256 }) => ({ uuid, sha256: originalSha256 }));
  const [envelope] = await ctx.db
    .insert(files)
    .values({
      ...facts,
      ...sumOf(bytes),
      uuid: randomUUID(),
      kind: "envelope",
      requesterId: actor.account.id,
      pages: pagesOfParts(bytes),
      originalSize: bytes.reduce((sum, { originalSize }) => sum + originalSize, 0),
      originalSha256: listHash(originals),
      readers: { compared: 0, of: 0, differences: [] },
    })
    .returning();
  if (!envelope) throw new Error("the envelope was not stored");
  noteFileLock(ctx, envelope.id);
  const parts: File[] = [];
  for (const [index, one] of taken.entries())
    parts.push(await insertPart(ctx, actor, one, { envelope, position: index + 1 }));
  await appendAuditEvent(ctx, actor, envelope.id, {
    type: "file.created",
    doc: { sha256: envelope.sha256, size: envelope.size, originalSha256: envelope.originalSha256 },
    data: {
      name: new Personal(envelope.name),
      kind: "envelope",
      files: parts.map(({ uuid, originalSha256 }, index) => ({ uuid, position: index + 1, originalSha256 })),
    },
  });
  return { envelope, parts };
}
