import type { MailContent } from "../messenger";
import type { MailBlock } from "./mail-block";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

export interface InvitationData {
  publicUrl: string;
  /** The bearer secret of this signer; it leaves the service in this mail only. */
  signRequestUuid: string;
  signerName: string;
  requesterName: string;
  requesterEmail: string;
  documentName: string;
  /** The requester's words to this signer. */
  description: string | null;
  expiresAt: Date | null;
  /** `changed`: the request was prepared anew after this signer had been told. */
  occasion: "first" | "reminder" | "changed";
}

/** Asks a signer to sign. The plain text holds `{publicUrl}/sign/{uuid}` alone on one line. */
export function invitationMail(words: MailWords, data: InvitationData): MailContent {
  const { occasion, requesterName: requester, requesterEmail: address, documentName: document } = data;
  const blocks: MailBlock[] = [
    { kind: "text", text: words.say("greeting", { name: data.signerName }) },
    { kind: "text", text: words.say(`invitation.body.${occasion}`, { requester, address, document }) },
    { kind: "button", label: words.say("invitation.action"), url: `${data.publicUrl}/sign/${data.signRequestUuid}` },
  ];
  if (data.description?.trim())
    blocks.push(
      { kind: "text", text: words.say("invitation.writes", { requester }) },
      { kind: "quote", text: data.description },
    );
  if (data.expiresAt)
    blocks.push({ kind: "text", text: words.say("invitation.until", { date: words.date(data.expiresAt) }) });
  blocks.push({ kind: "text", text: words.say("invitation.yours") });
  return renderMail(words, {
    subject: words.say(`invitation.subject.${occasion}`, { requester, document }),
    blocks,
    footer: words.say("invitation.footer", { address }),
  });
}
