import { desc } from "drizzle-orm";
import { configuredSigners } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import type { ConfiguredSigner } from "@/lib/keys/configured-signer";
import { sha256Of } from "./seal-name";

/** A certificate that an operator configured, now or once, without its key. DER, issuer first. */
export type KnownSigner = Omit<ConfiguredSigner, "privateKey">;

/** What it signs from now on stays this instance's, whatever is configured later. */
export async function rememberSigner(ctx: Ctx, { certificate, chain, isAuthority }: ConfiguredSigner): Promise<void> {
  const row = { certificate, chain: chain.map((der) => der.toString("base64")), isAuthority };
  await ctx.db
    .insert(configuredSigners)
    .values({ sha256: sha256Of(certificate), ...row })
    .onConflictDoUpdate({ target: configuredSigners.sha256, set: row });
}

/** Every configured signer so far, the newest first. Read each time: another process may have been given one. */
export async function knownSigners(ctx: Ctx): Promise<KnownSigner[]> {
  const rows = await ctx.db.select().from(configuredSigners).orderBy(desc(configuredSigners.firstUsedAt));
  return rows.map(({ certificate, chain, isAuthority }) => ({
    certificate,
    isAuthority,
    chain: chain.map((der) => Buffer.from(der, "base64")),
  }));
}
