import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface WithdrawalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Tells a signer that the whole request was withdrawn. */
export function withdrawalMail(data: WithdrawalData): MailContent {
  return renderMail({
    subject: `Withdrawn: “${data.documentName}”`,
    blocks: [
      { kind: "text", text: `Hello ${data.signerName},` },
      { kind: "text", text: `${data.requesterName} has withdrawn the request to sign “${data.documentName}”. There is nothing left for you to do, and your link no longer works.` },
    ],
    footer: "You get this mail because you had been asked to sign this document.",
  });
}
