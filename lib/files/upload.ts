import { assertMayRequest } from "@/lib/accounts/actor";
import type { BlobBytes } from "@/lib/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { discardIngested, ingestUpload } from "./ingest-upload";
import { insertDraft } from "./insert-draft";
import { fileName } from "./schema";

/** `POST /file`: a streamed PDF becomes a draft without signers. Throws `forbidden` and what `ingestUpload` throws. */
export async function uploadFile(ctx: Ctx, actor: Actor, input: { stream: BlobBytes; name: string | null }): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  const name = fileName.safeParse(input.name ?? "");
  if (!name.success) throw invalid("/query/name", "required", "name is required: 1 to 255 characters on one line");
  const ingested = await ingestUpload(ctx, input.stream, ctx.limits.pdfStreamedBytes);
  try {
    const file = await ctx.tx((tx) => insertDraft(tx, acting, ingested, { name: name.data, expiresAt: null }));
    return { fileId: file.id };
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}
