import type { Ctx } from "@/lib/context";

/** What a kept message says. It holds links and codes, so it is sealed at rest. */
export interface KeptBody {
  text: string;
  html: string | null;
}

export function sealBody(ctx: Ctx, body: KeptBody): Buffer {
  return ctx.secrets.seal("kept-message", JSON.stringify(body));
}

export function openBody(ctx: Ctx, sealed: Buffer): KeptBody {
  return JSON.parse(ctx.secrets.open("kept-message", sealed).toString()) as KeptBody;
}
