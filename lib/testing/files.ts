import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { insertDraft } from "@/lib/documents/upload/upload";
import { dayMs } from "@/lib/platform/locale/format";

/** Drafts without bytes, a day apart: lists read no bytes. */
export async function insertFiles(
  ctx: Ctx,
  actor: AccountActor,
  names: readonly string[],
  from = new Date(Date.UTC(2026, 0, 1)),
): Promise<void> {
  for (const [index, name] of names.entries()) {
    const facts = {
      size: 1,
      sha256: "0".repeat(64),
      originalSize: 1,
      originalSha256: "0".repeat(64),
      source: null,
      alreadySigned: false,
      repaired: false,
      decrypted: false,
      frozenFields: 0,
      removed: [],
      remaining: [],
      warnings: [],
      pages: [{ widthPt: 1, heightPt: 1, rotation: 0 as const }],
    };
    const segments = [{ role: "content" as const, kind: "upload" as const, sha256: "0".repeat(64), size: 1 }];
    const file = await insertDraft(ctx, actor, { uuid: randomUUID(), segments, ...facts }, { name, expiresAt: null });
    await ctx.db
      .update(files)
      .set({ createdAt: new Date(from.getTime() + index * dayMs) })
      .where(eq(files.id, file.id));
  }
}
