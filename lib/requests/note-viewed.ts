import type { Actor, Ctx } from "@/lib/platform/context";
import { appendOnce } from "@/lib/records/audit/append";
import { readConsent } from "./consent";
import { authorizeByLink } from "./find-by-link";
import type { ConsentGiven } from "./schema";

/**
 * Notes `document.viewed`, once a signer: a browser drew the document and said so by a POST of its own, which mail scanners that
 * fetch links do not. It proves no address, because no person did it. Nothing is noted for a signer who cannot sign any more.
 * With `consent` also `consent.shown`, once a version and language. Throws what `authorizeByLink` and `readConsent` throw.
 */
export async function noteViewed(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; consent?: ConsentGiven | undefined },
): Promise<void> {
  const consent = readConsent(input.consent);
  const { signRequest, file } = await authorizeByLink(ctx, actor, input.u);
  if (signRequest.status !== "pending") return;
  const doc = { sha256: file.sha256, revision: file.revision };
  await appendOnce(ctx, actor, file.id, { type: "document.viewed", doc, data: { signRequestId: signRequest.id } });
  if (consent)
    await appendOnce(ctx, actor, file.id, {
      type: "consent.shown",
      data: { signRequestId: signRequest.id, ...consent },
    });
}
