import { sql } from "drizzle-orm";
import { allAuthorities } from "@/lib/authority/authorities";
import { answerTimes, revokedSerials } from "@/lib/authority/certificate-states";
import { rootCertificates } from "@/lib/authority/document-signer";
import type { Ctx } from "@/lib/context";
import { makeRevocationList } from "@/lib/keys/revocation-list";
import type { VerifyOptions } from "@/lib/pades/verify/verify-pdf";

export type OwnTrust = NonNullable<VerifyOptions["ours"]>;

/** Lists are made again after this, so that they never seem out of date. */
const lifetime = "1 hour";

interface Kept {
  state: string;
  trust: Promise<OwnTrust>;
}

// By engine: one runtime has one.
const kept = new WeakMap<Ctx["engine"], Kept>();

/**
 * What this instance says of its own certificates as of now: its roots, replaced ones and those of operators too, and a revocation list
 * of each authority. `state` is another word whenever any of it is another, in whatever process that was decided.
 */
export async function ownTrust(ctx: Ctx): Promise<{ state: string; trust: OwnTrust }> {
  const state = await trustState(ctx);
  const known = kept.get(ctx.engine);
  if (known?.state === state) return { state, trust: await known.trust };
  const made: Kept = { state, trust: makeTrust(ctx) };
  kept.set(ctx.engine, made);
  made.trust.catch(() => void (kept.get(ctx.engine) === made && kept.delete(ctx.engine)));
  return { state, trust: await made.trust };
}

async function trustState(ctx: Ctx): Promise<string> {
  const result = await ctx.db.execute<{ state: string }>(sql`select concat_ws(' ',
    (select concat(count(*), '/', max(revoked_at)) from account_signing_keys where revoked_at is not null),
    (select concat(md5(string_agg(certificate::text, ' ' order by id)), '/', count(revoked_at), '/', max(revoked_at)) from instance_keys),
    (select concat(count(*), '/', max(first_used_at)) from configured_signers),
    (select date_bin(${lifetime}::interval, now(), 'epoch'))) as state`);
  return result.rows[0]?.state ?? "";
}

async function makeTrust(ctx: Ctx): Promise<OwnTrust> {
  const roots = await rootCertificates(ctx);
  // The clock is read before the rows: a list must not claim to be newer than what it tells.
  const now = await ctx.now();
  const lists: Buffer[] = [];
  for (const authority of await allAuthorities(ctx)) {
    const revoked = await revokedSerials(ctx, authority);
    lists.push(
      await makeRevocationList(
        authority,
        revoked,
        BigInt(now.getTime()),
        answerTimes(
          now,
          revoked.map(({ revokedAt }) => revokedAt),
        ),
      ),
    );
  }
  return { rootCertificates: roots, revocationLists: lists };
}
