/** The names used in the API, for schemas and pages. `registry.ts` describes each method. */
export const signMethodNames = ["password", "email", "sms", "telegram", "signal", "link"] as const;
/** Methods that an administrator can set as the default. The requester chooses `link` for a single signer. */
export const defaultSignMethodNames = ["password", "email", "sms", "telegram", "signal"] as const;
/** Methods that an administrator can set as the default. */
export const identifyMethodNames = ["account", "email", "sms"] as const;
/** Methods that a requester can choose for one signer. */
export const signerIdentifyMethodNames = [...identifyMethodNames, "link"] as const;
/** The channels that need a gateway. */
export const gatewayNames = ["sms", "telegram", "signal"] as const;

export type SignMethodName = (typeof signMethodNames)[number];
export type SignerIdentifyMethodName = (typeof signerIdentifyMethodNames)[number];
export type IdentifyMethodName = (typeof identifyMethodNames)[number];
export type GatewayName = (typeof gatewayNames)[number];

export function isGatewayName(method: string): method is GatewayName {
  return (gatewayNames as readonly string[]).includes(method);
}
