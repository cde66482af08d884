/** The names of the wire contract, for schemas and pages alike; what each method is, `registry.ts` says. */
export const signMethodNames = ["password", "email", "sms", "telegram", "signal"] as const;
export const identifyMethodNames = ["account", "email", "sms"] as const;
/** The channels that need a gateway. */
export const gatewayNames = ["sms", "telegram", "signal"] as const;

export type SignMethodName = (typeof signMethodNames)[number];
export type IdentifyMethodName = (typeof identifyMethodNames)[number];
export type GatewayName = (typeof gatewayNames)[number];

export function isGatewayName(method: string): method is GatewayName {
  return (gatewayNames as readonly string[]).includes(method);
}
