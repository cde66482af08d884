import type { LinkPerson } from "@/db/schema/templates";
import type { Actor, Ctx } from "@/lib/context/context";
import { readSettings } from "@/lib/context/settings/read";
import { getOwnTemplate } from "../templates/access";
import { embedOriginsOf, getOwnLink, problemOf, readOwnLinks, stateOf, urlOf, type OwnLink } from "./access";
import type { DirectLinkWire } from "./schema";

/** `GET /templates/{id}/direct-links`: oldest first. Throws `not_found` for another account's template. */
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

/** Links as their owner sees them. */
async function toLinkWires(ctx: Ctx, links: readonly OwnLink[]): Promise<DirectLinkWire[]> {
  const settings = await readSettings(ctx);
  const now = await ctx.now();
  return links.map((own): DirectLinkWire => {
    const { link, version, usesToday } = own;
    const problem = problemOf(link, version, settings);
    return {
      id: link.id,
      templateId: link.templateId,
      url: urlOf(ctx, link),
      name: link.name,
      role: link.role,
      version: link.version,
      people: Object.fromEntries(Object.entries(link.people).map(([role, person]) => [role, toPersonWire(person)])),
      isOn: link.isOn,
      endsAt: link.endsAt?.toISOString() ?? null,
      maxUses: link.maxUses,
      maxUsesPerDay: link.maxUsesPerDay,
      maxUsesPerAddress: link.maxUsesPerAddress,
      embedOrigins: embedOriginsOf(link),
      state: stateOf(link, { usesToday, problem, now }),
      problem,
      uses: link.uses,
      usesToday,
      lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
      createdAt: link.createdAt.toISOString(),
      updatedAt: link.updatedAt.toISOString(),
    };
  });
}

function toPersonWire(person: LinkPerson): DirectLinkWire["people"][string] {
  return person.kind === "asked"
    ? { ask: true, email: null, displayName: null }
    : { ask: false, email: person.email, displayName: person.displayName };
}
