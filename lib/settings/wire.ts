import type { z } from "zod";
import type { Ctx } from "@/lib/context";
import { gatewayNames } from "@/lib/sign-methods/method-names";
import type { Settings } from "./read";
import type { settingsAnswer } from "./schema";

export function toSettingsWire(
  { gateways }: Pick<Ctx, "gateways">,
  settings: Settings,
): z.infer<typeof settingsAnswer> {
  return {
    sign_method: settings.signMethod,
    allowed_sign_methods: settings.allowedSignMethods,
    identify_method: settings.identifyMethods,
    signup: settings.signup,
    twofactor_gateway: gatewayNames.filter((name) => gateways[name] !== null),
  };
}
