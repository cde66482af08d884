import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface ResetData {
  name: string;
  /** Alone on its line in the plain text. */
  url: string;
  lifetimeMinutes: number;
}

/** Leads to the page where a new password is set. */
export function resetMail({ name, url, lifetimeMinutes }: ResetData): MailContent {
  return renderMail({
    subject: "Set a new password",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: "somebody, probably you, asked to set a new password for your account:" },
      { kind: "link", label: "Set a new password", url },
      { kind: "text", text: `The link works once, for ${lifetimeMinutes} minutes. It logs you out everywhere and ends your API tokens.` },
      { kind: "text", text: "If it was not you, ignore this mail: your password stays as it is." },
    ],
    footer: "You get this mail because a new password was asked for with this address.",
  });
}
