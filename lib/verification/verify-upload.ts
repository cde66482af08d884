import type { BlobBytes } from "@/lib/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/context";
import { withFileErrors } from "@/lib/files/engine-errors";
import { logRuleDefects } from "@/lib/files/rule-defects";
import type { VerificationReport } from "@/lib/pades/verify/report";
import { withOwnDocuments } from "./own-documents";
import { ownTrust } from "./own-trust";

/**
 * Verifies anybody's PDF, ours or not, and keeps nothing of it (docs/spec/verification.md#checks-that-decide). Anybody may call. Throws `pdf_invalid`, `too_large`,
 * `storage_full`, `unavailable`.
 */
export async function verifyUpload(ctx: Ctx, _actor: Actor, bytes: BlobBytes): Promise<VerificationReport> {
  const { trust: ours } = await ownTrust(ctx);
  return withFileErrors(async () => {
    const upload = await ctx.blobs.stage(bytes, { maxBytes: ctx.limits.pdfStreamedBytes });
    try {
      const report = await ctx.engine.verify([{ path: upload.path, size: upload.size }], {
        ours,
        knownRoots: ctx.trustedRoots,
        pictures: true,
      });
      logRuleDefects(ctx, report);
      return await withOwnDocuments(ctx, report);
    } finally {
      await upload.discard();
    }
  });
}
