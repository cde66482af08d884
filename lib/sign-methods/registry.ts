import type { SignMethod } from "@/db/schema/files";

/** How a method proves, at the moment of signing, that the signer is the signer. */
export type MethodKind =
  | {
    kind: "code";
    /** Whether this service can send over the channel at all. */
    isAvailable: boolean;
    /** A code sent over the channel proves the signer's e-mail address. */
    provesAddress: boolean;
  }
  | { kind: "password" };

/** Every method of the wire contract. Text-message and chat channels wait for their gateways. */
export const methodKinds: { readonly [method in SignMethod]: MethodKind } = {
  password: { kind: "password" },
  email: { kind: "code", isAvailable: true, provesAddress: true },
  sms: { kind: "code", isAvailable: false, provesAddress: false },
  telegram: { kind: "code", isAvailable: false, provesAddress: false },
  signal: { kind: "code", isAvailable: false, provesAddress: false },
};
