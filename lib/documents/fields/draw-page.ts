import { and, asc, eq, isNull } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { fields, signRequests, type File } from "@/db/schema/files";
import { accountOfSigner, signerName } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { getReadableFile } from "@/lib/documents/access";
import { drawAnyPageOf, type PageImage } from "@/lib/documents/pages";
import type { PageImageQuery } from "@/lib/documents/schema";
import type { PageField } from "@/lib/engine/pages/render-page";
import { toUuid } from "@/lib/platform/ids";

/**
 * One page as displayed, for the requester and notified signers, with the fields placed on it if `boxes` is set. Throws
 * `not_found` for a page that does not exist.
 */
export async function drawPage(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string; n: number } & PageImageQuery,
): Promise<PageImage> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return drawPageWithFields(ctx, actor, file, input);
}

/** Like `drawPage`, for a caller who has authorised the reader. */
export async function drawPageWithFields(
  ctx: Ctx,
  actor: Actor,
  file: File,
  input: { n: number } & PageImageQuery,
): Promise<PageImage> {
  const isWanted = input.boxes === "1" || input.boxes === "true";
  return drawAnyPageOf(ctx, actor, file, input, async (pdf, page) => (isWanted ? fieldsOnPage(ctx, pdf, page) : []));
}

/** The fields on a page that are still to be filled. Signed ones are already part of the page. */
async function fieldsOnPage(ctx: Ctx, { id: fileId, envelopeId }: File, page: number): Promise<PageField[]> {
  const signers = await ctx.db
    .select({
      id: signRequests.id,
      email: signRequests.email,
      status: signRequests.status,
      givenName: signRequests.displayName,
      accountName: accounts.displayName,
    })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(and(eq(signRequests.fileId, envelopeId ?? fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const placed = await ctx.db
    .select()
    .from(fields)
    .where(and(eq(fields.fileId, fileId), eq(fields.page, page)))
    .orderBy(asc(fields.id));
  return placed.flatMap(({ signRequestId, leftPt, topPt, widthPt, heightPt }) => {
    const index = signers.findIndex(({ id }) => id === signRequestId);
    const signer = signers[index];
    if (!signer || signer.status === "signed") return [];
    return [
      {
        leftPt,
        topPt,
        widthPt,
        heightPt,
        number: index + 1,
        name: signerName(signer),
      },
    ];
  });
}
