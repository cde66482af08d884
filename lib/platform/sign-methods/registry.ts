import type { Ctx } from "@/lib/platform/context";
import { isGatewayName, type SignMethodName } from "./method-names";

/**
 * How a method proves, at the moment of signing, that the signer is the signer: by a code sent over its channel, by the signing password,
 * or, with `link`, by nothing more than access to the signer's link or account.
 */
export interface MethodKind {
  kind: "code" | "password" | "link";
}

/** Every method of the wire contract. */
export const methodKinds: { readonly [method in SignMethodName]: MethodKind } = {
  password: { kind: "password" },
  email: { kind: "code" },
  sms: { kind: "code" },
  telegram: { kind: "code" },
  signal: { kind: "code" },
  link: { kind: "link" },
};

/** Whether this service can carry the method out: a channel of short messages needs its gateway. */
export function isConfigured({ gateways }: Pick<Ctx, "gateways">, method: string): boolean {
  return !isGatewayName(method) || gateways[method] !== null;
}
