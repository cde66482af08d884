import type { File, SignatureFacts } from "@/db/schema/files";
import { statusNumbers } from "./status-numbers";

/** What a signer is told after signing. */
export function toSignedWire({ file, signature }: { file: File; signature: SignatureFacts }) {
  const { fieldName: _fieldName, ...facts } = signature;
  const isComplete = file.status === "signed";
  return {
    action: 350 as const,
    message: isComplete ? "You have signed, and so has everybody: the document is complete." : "You have signed.",
    file: { uuid: file.uuid, status: statusNumbers[file.status] },
    signature: facts,
  };
}

/** What a signer is told when a code was sent; `sentTo` is masked, because others may look over their shoulder. */
export function toSentCodeWire<Channel extends string>(sent: {
  channel: Channel;
  sentTo: string;
  expiresAt: Date;
  resendAt: Date;
}) {
  return {
    message: `A code was sent to ${sent.sentTo}.`,
    channel: sent.channel,
    sentTo: sent.sentTo,
    expiresAt: sent.expiresAt.toISOString(),
    resendAt: sent.resendAt.toISOString(),
  };
}
