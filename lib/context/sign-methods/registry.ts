import type { Ctx } from "@/lib/context/context";
import { isGatewayName, type SignMethodName } from "./method-names";

/**
 * How a method proves the signer's identity at the time of signing: by a code sent over its channel, by the signing
 * password, or, with `link`, only by access to the signer's link or account.
 */
export interface MethodKind {
  kind: "code" | "password" | "link";
}

/** Every method in the API. */
export const methodKinds: { readonly [method in SignMethodName]: MethodKind } = {
  password: { kind: "password" },
  email: { kind: "code" },
  sms: { kind: "code" },
  telegram: { kind: "code" },
  signal: { kind: "code" },
  link: { kind: "link" },
};

/** Whether this service supports the method. A text message channel needs its gateway. */
export function isConfigured({ gateways }: Pick<Ctx, "gateways">, method: string): boolean {
  return !isGatewayName(method) || gateways[method] !== null;
}
