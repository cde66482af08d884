import { changeSettings, getSettings, toSettingsWire } from "@/lib/administration/settings";
import { route } from "@/lib/api/http/route";
import { changeSettingsOperation, getSettingsOperation } from "@/lib/api/operations/administration";

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
