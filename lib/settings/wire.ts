import type { z } from "zod";
import type { Settings } from "./read";
import type { settingsAnswer } from "./schema";

export function toSettingsWire(settings: Settings): z.infer<typeof settingsAnswer> {
  return {
    sign_method: settings.signMethod,
    allowed_sign_methods: settings.allowedSignMethods,
    identify_method: settings.identifyMethods,
    signup: settings.signup,
    // No messaging gateway has an adapter yet, so none can be configured.
    twofactor_gateway: [],
  };
}
