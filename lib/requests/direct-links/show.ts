import type { Actor, Ctx } from "@/lib/platform/context";
import { getOwnTemplate } from "../templates/access";
import { getOwnLink, readOwnLinks } from "./access";
import type { DirectLinkWire } from "./schema";
import { toLinkWires } from "./wire";

/** `GET /templates/{id}/direct-links`: the oldest first. Throws `not_found` for somebody else's template. */
export async function listDirectLinks(
  ctx: Ctx,
  actor: Actor,
  { id }: { id: number },
): Promise<{ data: DirectLinkWire[] }> {
  await getOwnTemplate(ctx, actor, { id });
  return { data: await toLinkWires(ctx, await readOwnLinks(ctx, actor, { id })) };
}

/** `GET /templates/{id}/direct-links/{linkId}`. Throws `not_found`. */
export async function showDirectLink(
  ctx: Ctx,
  actor: Actor,
  ref: { id: number; linkId: number },
): Promise<DirectLinkWire> {
  const [wire] = await toLinkWires(ctx, [await getOwnLink(ctx, actor, ref)]);
  if (!wire) throw new Error("a link without a wire form");
  return wire;
}
