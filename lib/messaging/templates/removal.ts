import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface RemovalData {
  signerName: string;
  requesterName: string;
  documentName: string;
}

/** Tells one signer that they are no longer asked, while the request goes on without them. */
export function removalMail(data: RemovalData): MailContent {
  return renderMail({
    subject: `You need not sign “${data.documentName}” any more`,
    blocks: [
      { kind: "text", text: `Hello ${data.signerName},` },
      { kind: "text", text: `${data.requesterName} no longer needs your signature on “${data.documentName}”. There is nothing left for you to do, and your link no longer works.` },
    ],
    footer: "You get this mail because you had been asked to sign this document.",
  });
}
