import type { SignerInput } from "@/lib/requests/schema";
import type { SignerWire } from "@/lib/views/schema";

type Addressed = Pick<SignerWire, "signRequestId" | "email" | "description" | "subject">;

/** Whether all signers get the same subject and message. */
export function isSharedMessage(signers: readonly Pick<Addressed, "description" | "subject">[]): boolean {
  return (
    new Set(signers.map(({ description, subject }) => JSON.stringify([subject ?? "", description ?? ""]))).size <= 1
  );
}

export interface Message {
  /** The signer whose message was edited. */
  signRequestId: number;
  /** "": the service's own. */
  subject: string;
  text: string;
  isForAll: boolean;
}

/** All signers with the edited message, for a change of the request; the messages of others stay unless it is for all. */
export function messageChange(
  signers: readonly Addressed[],
  { signRequestId, subject, text, isForAll }: Message,
): SignerInput[] {
  const change = { description: orNull(text), subject: orNull(subject) };
  return signers.map((signer) => ({
    signRequestId: signer.signRequestId,
    email: signer.email ?? "",
    ...(isForAll || signer.signRequestId === signRequestId ? change : {}),
  }));
}

/** The signers as they are once the change is stored. */
export function withMessage<Signer extends Addressed>(signers: readonly Signer[], message: Message): Signer[] {
  const change = { description: orNull(message.text), subject: orNull(message.subject) };
  return signers.map((signer) =>
    message.isForAll || signer.signRequestId === message.signRequestId ? { ...signer, ...change } : signer,
  );
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
