import { createHash, randomBytes } from "node:crypto";
import type { DirectLink } from "@/db/schema/direct-links";
import type { Ctx } from "@/lib/platform/context";

/** 128 random bits in hexadecimal digits, so that a QR code of the URL stays coarse. Never store or log it in clear. */
export function makeToken(ctx: Pick<Ctx, "secrets">): Pick<DirectLink, "tokenHash" | "tokenSealed"> {
  const token = randomBytes(16).toString("hex");
  return { tokenHash: hashToken(token), tokenSealed: ctx.secrets.seal("direct-link", token) };
}

/** SHA-256, lower-case hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The page of the link, for its owner. */
export function urlOf(
  ctx: Pick<Ctx, "secrets" | "publicUrl">,
  { tokenSealed }: Pick<DirectLink, "tokenSealed">,
): string {
  return `${ctx.publicUrl}/l/${ctx.secrets.open("direct-link", tokenSealed).toString()}`;
}
