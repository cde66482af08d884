import type { Actor, Ctx } from "@/lib/platform/context";
import { appendOnce } from "@/lib/records/audit/append";
import { readConsent } from "@/lib/requests/consent";
import type { ConsentGiven } from "@/lib/requests/schema";
import { authorizeByLink } from "./find-by-link";

/**
 * Records `document.viewed`, once per signer. The browser reports by POST that it has drawn the document; mail scanners that fetch links
 * send no such POST. It proves no address, because no person triggered it. Nothing is recorded for a signer who can no longer sign. With
 * `consent`, also records `consent.shown` once per version and language. Throws what `authorizeByLink` and `readConsent` throw.
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
