import { desc } from "drizzle-orm";
import { configuredSigners } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type { ConfiguredSigner } from "@/lib/x509/key-services/configured-signer";

/** A certificate configured by an operator now or in the past, without its key. DER, issuer first. */
export type KnownSigner = Omit<ConfiguredSigner, "key">;

/** From now on its signatures count as this instance's, even if the configuration changes. */
export async function rememberSigner(ctx: Ctx, { certificate, chain, isAuthority }: ConfiguredSigner): Promise<void> {
  const row = { certificate, chain: chain.map((der) => der.toString("base64")), isAuthority };
  await ctx.db
    .insert(configuredSigners)
    .values({ sha256: sha256Hex(certificate), ...row })
    .onConflictDoUpdate({ target: configuredSigners.sha256, set: row });
}

/** Every signer configured so far, newest first. Read each time, because another process may have a new one. */
export async function knownSigners(ctx: Ctx): Promise<KnownSigner[]> {
  const rows = await ctx.db.select().from(configuredSigners).orderBy(desc(configuredSigners.firstUsedAt));
  return rows.map(({ certificate, chain, isAuthority }) => ({
    certificate,
    isAuthority,
    chain: chain.map((der) => Buffer.from(der, "base64")),
  }));
}

/**
 * The name of a stored seal. Each key type and each configured authority has its own seal, so that later changes of
 * SIGNING_KEY_TYPE or SIGNER_* take effect without losing anything.
 */
export function sealName(ctx: Pick<Ctx, "signingKeyType">, authority: ConfiguredSigner | null): string {
  const own = `seal-${ctx.signingKeyType}`;
  return authority ? `${own}-${sha256Hex(authority.certificate)}` : own;
}
