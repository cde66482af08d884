import type { ActProof, AddressProof } from "./evidence-facts";
import { utc } from "./utc";

/** What was proved at the moment of signing, and no more than that. */
export function actProofWords(proof: ActProof, email: string | null): string {
  if (proof.kind === "password")
    return "The signing password of the account, under which its signing key is kept encrypted; this service cannot sign with that key alone.";
  if (proof.channel === "email" && proof.isKept)
    return `A one-time code addressed to ${email ?? "the address (erased)"}, which was not mailed but kept in this service’s inbox, because no mail provider was configured; it was entered on ${utc(proof.enteredAt)}. This proves no access to the mailbox.`;
  return `${accessWords(proof, email)}; the code was entered on ${utc(proof.enteredAt)}.`;
}

function accessWords({ channel, sentTo }: Extract<ActProof, { kind: "code" }>, email: string | null): string {
  switch (channel) {
    case "email":
      return `Mailbox access: a one-time code was mailed to ${email ?? "the address (erased)"}`;
    case "sms":
      return `Access to a telephone: a one-time code was sent as a text message to ${sentTo ?? "the signer’s number"}`;
    case "signal":
      return `Access to a telephone: a one-time code was sent by Signal to ${sentTo ?? "the signer’s number"}`;
    case "telegram":
      return "Access to a linked Telegram chat: a one-time code was sent there";
  }
}

const keptWays = {
  invitation: "an invitation link",
  confirmation: "a confirmation link",
  code: "a code",
} satisfies Partial<Record<AddressProof, string>>;

/** How the address came to count as the signer's own. */
export function addressProofWords(proof: AddressProof, isKept = false): string {
  if (isKept && proof in keptWays)
    return `Not proved: ${keptWays[proof as keyof typeof keptWays]} was used, which was not mailed but kept in this service’s inbox.`;
  switch (proof) {
    case "invitation":
      return "Proved by using a link that was mailed there.";
    case "confirmation":
      return "Proved by a confirmation link that was mailed there.";
    case "code":
      return "Proved by a code that was mailed there.";
    case "administrator":
      return "Vouched for by the administrator of this service; not proved by its holder.";
    case "guest":
      return "Signed as a guest, without an account, after entering a code.";
    case "unknown":
      return "Not recorded.";
  }
}
