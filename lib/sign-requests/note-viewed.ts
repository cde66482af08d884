import { appendOnce } from "@/lib/audit/append-once";
import type { Actor, Ctx } from "@/lib/context";
import { actByLink } from "./find-by-link";

/**
 * Notes `document.viewed`, once a signer: a browser drew the document and said so by a POST of its own, which mail scanners that
 * fetch links do not. It proves no address, because no person did it. Nothing is noted for a signer who cannot sign any more.
 * Throws what `actByLink` throws.
 */
export async function noteViewed(ctx: Ctx, actor: Actor, input: { u: string }): Promise<void> {
  const { signRequest, file } = await actByLink(ctx, actor, input.u);
  if (signRequest.status !== "pending") return;
  const doc = { sha256: file.sha256, revision: file.revision };
  await appendOnce(ctx, actor, file.id, { type: "document.viewed", doc, data: { signRequestId: signRequest.id } });
}
