import type { SigningAct } from "@/lib/sign-methods/find-act";

/** What the signer is called on the page and in the certificate of a code act: the name given, else the account's, else the address. */
export function signerName({ signRequest, actor }: Pick<SigningAct, "signRequest" | "actor">): string {
  return signRequest.displayName || (actor.kind === "account" ? actor.account.displayName : "") || signRequest.email;
}
