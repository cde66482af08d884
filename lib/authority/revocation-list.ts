import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { makeRevocationList } from "@/lib/keys/revocation-list";
import { answerTimes, revokedSerials } from "./certificate-states";
import { instanceKeys } from "./instance-keys";

/**
 * The revocation list that certificates look for at this place below `/pki/`, DER (RFC 5280 section 5), as of now: `root.crl` and `crl` of
 * the first root and issuing authority, `crl/…` of one made later. Throws `not_found`.
 */
export async function revocationListAt(ctx: Ctx, listName: string): Promise<Buffer> {
  const { authorities } = await instanceKeys(ctx);
  const authority = authorities.find((candidate) => candidate.listName === listName);
  if (!authority) throw new DomainError("not_found");
  // The clock is read before the rows: a list must not claim to be newer than what it tells.
  const now = await ctx.now();
  const revoked = await revokedSerials(ctx, authority);
  return makeRevocationList(
    authority,
    revoked,
    BigInt(now.getTime()),
    answerTimes(
      now,
      revoked.map(({ revokedAt }) => revokedAt),
    ),
  );
}
