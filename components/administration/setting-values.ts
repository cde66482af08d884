import type { z } from "zod";
import type { settingsAnswer } from "@/lib/settings/schema";
import { isGatewayName, signMethodNames, type SignMethodName } from "@/lib/sign-methods/method-names";

export type ShownSettings = z.infer<typeof settingsAnswer>;
/** What the form changes. */
export type SettingValues = Omit<ShownSettings, "twofactor_gateway">;

export function valuesOf({ twofactor_gateway: _readOnly, ...values }: ShownSettings): SettingValues {
  return values;
}

/** Whether this service could carry the method out. */
export function isSetUp(method: string, gateways: ShownSettings["twofactor_gateway"]): boolean {
  return !isGatewayName(method) || gateways.includes(method);
}

/** The values with one more method that requests may choose, or one less; always in the same order, the default method among them. */
export function withAllowed(values: SettingValues, method: SignMethodName, isAllowed: boolean): SettingValues {
  const allowed = new Set(values.allowed_sign_methods);
  if (isAllowed) allowed.add(method);
  else allowed.delete(method);
  return {
    ...values,
    allowed_sign_methods: signMethodNames.filter((name) => allowed.has(name) || name === values.sign_method),
  };
}

/** Another default method; the one before stays allowed. */
export function withDefault(values: SettingValues, method: SignMethodName): SettingValues {
  return withAllowed({ ...values, sign_method: method }, method, true);
}

/** Chosen methods whose gateway has gone. */
export function lostMethods({
  sign_method,
  allowed_sign_methods,
  identify_method,
  twofactor_gateway,
}: ShownSettings): string[] {
  const chosen = new Set<string>([sign_method, ...allowed_sign_methods, ...identify_method]);
  return [...chosen].filter((method) => !isSetUp(method, twofactor_gateway));
}
