import type { SignRequest } from "@/db/schema/files";

/** How a signer without an account may show who they are. */
export type GuestMethod = "email" | "sms";

/** The request's way for signers without an account; null where they need one. */
export function guestMethodOf({ identifyMethods }: Pick<SignRequest, "identifyMethods">): GuestMethod | null {
  return identifyMethods.find((method) => method === "email" || method === "sms") ?? null;
}
