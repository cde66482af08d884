import type { Ctx } from "@/lib/context";
import { makeRevocationList } from "@/lib/keys/revocation-list";
import { answerTimes, revokedSerials } from "./certificate-states";
import { instanceKeys } from "./instance-keys";
import type { OwnAuthorityName } from "./revocation-places";

/** The authority's revocation list as of now, DER (RFC 5280 section 5). */
export async function revocationList(ctx: Ctx, authority: OwnAuthorityName): Promise<Buffer> {
  const keys = await instanceKeys(ctx);
  // The clock is read before the rows: a list must not claim to be newer than what it tells.
  const now = await ctx.now();
  const revoked = await revokedSerials(ctx, authority);
  return makeRevocationList(keys[authority], revoked, BigInt(now.getTime()), answerTimes(now));
}
