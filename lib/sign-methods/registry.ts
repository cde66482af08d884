import type { Ctx } from "@/lib/context";
import { isGatewayName, type SignMethodName } from "./method-names";

/** How a method proves, at the moment of signing, that the signer is the signer. */
export type MethodKind =
  | {
    kind: "code";
    /** A code sent over the channel proves the signer's e-mail address. */
    provesAddress: boolean;
  }
  | { kind: "password" };

/** Every method of the wire contract. */
export const methodKinds: { readonly [method in SignMethodName]: MethodKind } = {
  password: { kind: "password" },
  email: { kind: "code", provesAddress: true },
  sms: { kind: "code", provesAddress: false },
  telegram: { kind: "code", provesAddress: false },
  signal: { kind: "code", provesAddress: false },
};

/** Whether this service can carry the method out: a channel of short messages needs its gateway. */
export function isConfigured({ gateways }: Pick<Ctx, "gateways">, method: string): boolean {
  return !isGatewayName(method) || gateways[method] !== null;
}
