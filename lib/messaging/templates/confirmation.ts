import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface ConfirmationData {
  name: string;
  /** Alone on its line in the plain text. */
  url: string;
  lifetimeMinutes: number;
}

/** Asks whoever made an account to confirm that the address is theirs. */
export function confirmationMail({ name, url, lifetimeMinutes }: ConfirmationData): MailContent {
  return renderMail({
    subject: "Confirm your address",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: "you have made an account at Paraph. Confirm that this address is yours, and documents sent to it will be shown to you:" },
      { kind: "link", label: "Confirm this address", url },
      { kind: "text", text: `The link works once, for ${lifetimeMinutes} minutes, together with your password.` },
      { kind: "text", text: "If you made no account, ignore this mail: nothing is shown to anybody without it." },
    ],
    footer: "You get this mail because somebody made an account with this address.",
  });
}
