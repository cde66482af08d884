import type { SignerInput } from "@/lib/requests/schema";
import type { SignerWire } from "@/lib/views/schema";

type Addressed = Pick<SignerWire, "signRequestId" | "email" | "description">;

/** The message that all signers get alike, "" for none; null where they differ. */
export function sharedMessage(signers: readonly Pick<Addressed, "description">[]): string | null {
  const messages = new Set(signers.map(({ description }) => description ?? ""));
  return messages.size > 1 ? null : ([...messages][0] ?? "");
}

interface Message {
  /** The signer whose message was edited. */
  signRequestId: number;
  text: string;
  isForAll: boolean;
}

/** All signers with the edited message, for a change of the request; the messages of others stay unless it is for all. */
export function messageChange(
  signers: readonly Addressed[],
  { signRequestId, text, isForAll }: Message,
): SignerInput[] {
  const description = text.trim() === "" ? null : text.trim();
  return signers.map((signer) => ({
    signRequestId: signer.signRequestId,
    email: signer.email ?? "",
    ...(isForAll || signer.signRequestId === signRequestId ? { description } : {}),
  }));
}
