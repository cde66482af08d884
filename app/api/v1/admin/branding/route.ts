import { changeBranding, getBranding, toBrandingWire } from "@/lib/administration/branding";
import { route } from "@/lib/api/http/route";
import { changeBrandingOperation, getBrandingOperation } from "@/lib/api/operations/administration";

export const GET = route(getBrandingOperation, async (ctx, actor) => toBrandingWire(await getBranding(ctx, actor)));

export const PUT = route(
  changeBrandingOperation,
  async (ctx, actor, { body }) => toBrandingWire(await changeBranding(ctx, actor, body)),
  {
    again: async (ctx, actor) => toBrandingWire(await getBranding(ctx, actor)),
  },
);
