import { assertMayRequest, provedActor } from "@/lib/accounts/actor";
import { assertStaysActing } from "@/lib/accounts/still-acting";
import { nameInUrl, uploadOptionsOf } from "@/lib/documents/conversion/convert-upload";
import type { FetchInput } from "@/lib/documents/schema";
import type { Actor, Ctx } from "@/lib/platform/context";
import { markDone } from "@/lib/platform/idempotency/keys";
import { atMember } from "@/lib/platform/outbound/outbound";
import { urlUnreachable } from "@/lib/platform/outbound/target";
import { appendAuditEvent } from "@/lib/records/audit/append";
import { Personal } from "@/lib/records/audit/events";
import { discardIngested, ingestUpload } from "./ingest-upload";
import { insertDraft } from "./upload";

/**
 * `POST /file/fetch`: a document is fetched by the guarded way out and becomes a draft without signers. Throws `forbidden`, `email_unproved`, `url_not_allowed`,
 * `url_unreachable` (also when the caller left meanwhile: nobody would learn of the draft) and what `ingestUpload` throws; nothing is stored then.
 */
export async function fetchFile(
  ctx: Ctx,
  actor: Actor,
  { url, name, ...options }: FetchInput,
): Promise<{ fileId: number }> {
  assertMayRequest(actor);
  const acting = provedActor(actor);
  const [maxBytes, left] = [ctx.limits.pdfInJsonBytes, ctx.request?.left];
  const ingested = await atMember("/url", () =>
    ingestUpload(
      ctx,
      acting.account,
      ctx.outbound.download(url, { maxBytes, signal: left, account: acting.account.id }),
      maxBytes,
      { fileName: nameInUrl(url), isFetched: true, ...uploadOptionsOf(options) },
    ),
  );
  try {
    return await ctx.tx(async (tx) => {
      await assertStaysActing(tx, acting);
      const { id: fileId } = await insertDraft(tx, acting, ingested, { name, expiresAt: null });
      await appendAuditEvent(tx, acting, fileId, {
        type: "file.fetched",
        data: { host: new Personal(new URL(url).host) },
      });
      await markDone(tx, { fileId });
      if (left?.aborted) throw urlUnreachable(new Error("the caller left"));
      return { fileId };
    });
  } catch (error) {
    await discardIngested(ctx, ingested);
    throw error;
  }
}
