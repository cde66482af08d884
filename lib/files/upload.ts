import { assertMayRequest } from "@/lib/accounts/actor";
import type { BlobBytes } from "@/lib/blobs/blob-store";
import type { Actor, Ctx } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { markDone } from "@/lib/idempotency/mark-done";
import { discardIngested, ingestUpload } from "./ingest-upload";
import { insertDraft } from "./insert-draft";
import { fileName } from "./schema";

interface Upload {
  stream: BlobBytes;
  /** A function is asked once the stream has been read: a form may name the document after it. */
  name: string | null | (() => string | null);
}

/** `POST /file`: a streamed PDF becomes a draft without signers. Throws `forbidden` and what `ingestUpload` throws. */
export async function uploadFile(ctx: Ctx, actor: Actor, { stream, name }: Upload): Promise<{ fileId: number }> {
  const acting = assertMayRequest(actor);
  // A name that is known already is refused before the document is read.
  if (typeof name !== "function") readName(name, "/query/name");
  const ingested = await ingestUpload(ctx, acting.account, stream, ctx.limits.pdfStreamedBytes);
  try {
    const readable = typeof name === "function" ? readName(name(), "/name") : readName(name, "/query/name");
    return await ctx.tx(async (tx) => {
      const { id: fileId } = await insertDraft(tx, acting, ingested, { name: readable, expiresAt: null });
      await markDone(tx, { fileId });
      return { fileId };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}

function readName(given: string | null, pointer: string): string {
  const name = fileName.safeParse(given ?? "");
  if (!name.success) throw invalid(pointer, "required", "name is required: 1 to 255 characters on one line");
  return name.data;
}
