import type { SignerWire } from "@/lib/file-views/schema";
import type { SignerInput } from "@/lib/sign-requests/schema";

export interface Replacement {
  email: string;
  /** "" for none. */
  name: string;
  /** "" for none. */
  phone: string;
}

/** Everybody who signs once somebody stands in for one of them: the boxes pass on, the others stay as they are. */
export function replacing(
  signers: readonly Pick<SignerWire, "signRequestId" | "email">[],
  signRequestId: number,
  { email, name, phone }: Replacement,
): SignerInput[] {
  return signers.map((signer) => {
    if (signer.signRequestId !== signRequestId)
      return { signRequestId: signer.signRequestId, email: signer.email ?? "" };
    return { signRequestId, email, displayName: name || null, ...(phone === "" ? {} : { phone }) };
  });
}
