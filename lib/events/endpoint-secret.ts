import { randomBytes } from "node:crypto";
import type { Ctx } from "@/lib/context";

/** Bytes; Standard Webhooks asks for 24 to 64. */
const secretLength = 32;

/** The key of an endpoint: `text` is shown once (`whsec_` and base64, Standard Webhooks 1.0), `sealed` is kept. */
export function makeEndpointSecret(ctx: Ctx): { text: string; sealed: Buffer } {
  const key = randomBytes(secretLength);
  return { text: `whsec_${key.toString("base64")}`, sealed: ctx.secrets.seal("webhook", key) };
}

export function openEndpointSecret(ctx: Ctx, sealed: Buffer): Buffer {
  return ctx.secrets.open("webhook", sealed);
}
