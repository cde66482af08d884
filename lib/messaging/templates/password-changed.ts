import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface PasswordChangedData {
  name: string;
  resetUrl: string;
}

/** Tells an account's owner that its password was changed, in case it was somebody else. */
export function passwordChangedMail({ name, resetUrl }: PasswordChangedData): MailContent {
  return renderMail({
    subject: "Your password was changed",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: "the password of your account was changed, and you were logged out everywhere else." },
      { kind: "text", text: "If it was not you, set a new one at once:" },
      { kind: "link", label: "Set a new password", url: resetUrl },
    ],
    footer: "You get this mail because the password of your account was changed.",
  });
}
