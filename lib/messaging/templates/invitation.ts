import type { MailContent } from "../messenger";
import { mailDate } from "./mail-date";
import { renderMail, type MailBlock } from "./render-mail";

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

const openings = { first: "", reminder: "This is a reminder. ", changed: "The request was changed; please look at it again. " };

/** Asks a signer to sign. The plain text holds `{publicUrl}/sign/{uuid}` alone on one line. */
export function invitationMail(data: InvitationData): MailContent {
  const blocks: MailBlock[] = [
    { kind: "text", text: `Hello ${data.signerName},` },
    { kind: "text", text: `${openings[data.occasion]}${data.requesterName} (${data.requesterEmail}) asks you to sign “${data.documentName}”.` },
    { kind: "link", label: "Review and sign", url: `${data.publicUrl}/sign/${data.signRequestUuid}` },
  ];
  if (data.description?.trim()) {
    blocks.push({ kind: "text", text: `${data.requesterName} writes:` }, { kind: "quote", text: data.description });
  }
  if (data.expiresAt) {
    blocks.push({ kind: "text", text: `The link works until ${mailDate(data.expiresAt)}.` });
  }
  blocks.push({ kind: "text", text: "The link is yours alone: whoever has it can act as you. Please do not pass it on." });
  return renderMail({
    subject: `${data.occasion === "reminder" ? "Reminder: " : ""}${data.requesterName} asks you to sign “${data.documentName}”`,
    blocks,
    footer: `You get this mail because ${data.requesterEmail} named your address. If you do not expect it, you need not do anything.`,
  });
}
