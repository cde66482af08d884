import { changeSettingsOperation, getSettingsOperation } from "@/lib/api/operations/administration";
import { route } from "@/lib/http/route";
import { changeSettings } from "@/lib/settings/change";
import { getSettings } from "@/lib/settings/get";
import { toSettingsWire } from "@/lib/settings/wire";

export const GET = route(getSettingsOperation, async (ctx, actor) =>
  toSettingsWire(ctx, await getSettings(ctx, actor)),
);

export const PUT = route(
  changeSettingsOperation,
  async (ctx, actor, { body }) => toSettingsWire(ctx, await changeSettings(ctx, actor, body)),
  {
    again: async (ctx, actor) => toSettingsWire(ctx, await getSettings(ctx, actor)),
  },
);
