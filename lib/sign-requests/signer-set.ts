import type { SignRequest } from "@/db/schema/files";
import { invalid } from "@/lib/errors";
import type { WantedSigner } from "./read-signers";

/** What becomes of the signers whom a call does not name: `replace` lets them go, `add` keeps them. */
export type SignerSetChange = "replace" | "add";

/** Everybody who is to be a signer after the call. Throws `validation_failed` when they would be more than `maxSigners`. */
export function wholeSet(
  change: SignerSetChange,
  current: readonly SignRequest[],
  named: readonly WantedSigner[],
  maxSigners: number,
): WantedSigner[] {
  if (change === "replace") return [...named];
  const emails = new Set(named.map((signer) => signer.email));
  const ids = new Set(named.map((signer) => signer.signRequestId));
  const unnamed = current.filter((signer) => !emails.has(signer.email) && !ids.has(signer.id));
  const whole = [...named, ...unnamed.map(({ email }) => asTheyAre(email))];
  if (whole.length > maxSigners)
    throw invalid(
      "/users",
      "too_many",
      `users would make ${whole.length} signers of this document; ${maxSigners} are allowed`,
    );
  return whole;
}

function asTheyAre(email: string): WantedSigner {
  return {
    signRequestId: null,
    email,
    displayName: undefined,
    description: undefined,
    signingOrder: undefined,
    phone: undefined,
    language: undefined,
    signMethod: undefined,
    notify: undefined,
  };
}
