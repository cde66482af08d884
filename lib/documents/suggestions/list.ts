import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests } from "@/db/schema/files";
import { getOwnPdf } from "@/lib/documents/access";
import { assertDraft } from "@/lib/documents/status";
import { withWholeVersion } from "@/lib/documents/whole-version";
import type { Actor, Ctx } from "@/lib/platform/context";
import { toUuid } from "@/lib/platform/ids";
import { findSuggestions, nothingSuggested } from "./find";
import type { SuggestionsAnswer } from "./schema";

/**
 * The fields of an upload's form, then the places in a draft's text that ask for a field, in reading order; none in a document that carries signatures
 * already, where a signer may have one field only. Requester only. Throws `not_found`, `forbidden`, `file_not_draft`, `integrity_error`, `too_large`.
 */
export async function listSuggestions(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<SuggestionsAnswer> {
  const file = await getOwnPdf(ctx, actor, { uuid: toUuid(input.uuid) });
  assertDraft(file.status);
  if (file.alreadySigned) return nothingSuggested;
  const signers = await ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.envelopeId ?? file.id), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const { found, ...searched } = await withWholeVersion(ctx, actor, file, "current", ({ segments }) =>
    findSuggestions(ctx, file, segments),
  );
  const data = found.map((one) => ({
    ...one,
    signRequestId: one.signer === null ? null : (signers[one.signer - 1]?.id ?? null),
  }));
  return { data, ...searched };
}
