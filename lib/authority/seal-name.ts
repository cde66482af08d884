import { createHash } from "node:crypto";
import type { Ctx } from "@/lib/context";
import type { ConfiguredSigner } from "@/lib/keys/configured-signer";

/**
 * The name under which a seal is stored. Each kind of key and each configured authority has a seal of its own, so that changing
 * SIGNING_KEY_TYPE or SIGNER_* later takes effect and loses nothing.
 */
export function sealName(ctx: Ctx, configured: ConfiguredSigner | null): string {
  const own = `seal-${ctx.signingKeyType}`;
  return configured?.isAuthority ? `${own}-${sha256Of(configured.certificate)}` : own;
}

/** Lower-case hex: how certificates of configured signers are told apart. */
export function sha256Of(certificate: Buffer): string {
  return createHash("sha256").update(certificate).digest("hex");
}
