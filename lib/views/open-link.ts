import { eq } from "drizzle-orm";
import type { z } from "zod";
import { accounts } from "@/db/schema/accounts";
import { lookOf, optionsOf, readAppearanceBrand } from "@/lib/documents/fields/signature-appearance";
import type { Actor, Ctx } from "@/lib/platform/context";
import { readSettings } from "@/lib/platform/settings/read";
import { getByLink, noteOpened } from "@/lib/requests/links/find-by-link";
import { withName } from "@/lib/signing/proof/may-sign";
import { signerName } from "@/lib/signing/prove";
import type { linkAnswer } from "./schema";
import { showToLink } from "./show";

/**
 * `GET /sign/uuid/{u}`: the document as this signer sees it. Only writes a de-duplicated `link.opened`. Throws `not_found`,
 * `not_the_signer` in another account's session, `link_withdrawn`, `link_expired`, `rate_limited`.
 */
export async function openLink(ctx: Ctx, actor: Actor, input: { u: string }): Promise<z.infer<typeof linkAnswer>> {
  const { signRequest, file } = await getByLink(ctx, actor, input.u);
  await noteOpened(ctx, actor, { signRequest, file });
  const shown = await showToLink(ctx, actor, file.id, {
    signRequestId: signRequest.id,
    signRequestUuid: input.u.toLowerCase(),
  });
  const [account] = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.email, signRequest.email));
  const { appearance } = optionsOf(file, await readSettings(ctx));
  const name = signerName({ signRequest: await withName(ctx, signRequest) });
  return {
    ...shown,
    accountExists: account !== undefined,
    preparation: file.preparation,
    look: lookOf(appearance, await readAppearanceBrand(ctx, appearance), name),
  };
}
