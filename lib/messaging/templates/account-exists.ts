import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface AccountExistsData {
  name: string;
  logInUrl: string;
  resetUrl: string;
}

/** Tells the owner of an account that somebody tried to make another one with its address. */
export function accountExistsMail({ name, logInUrl, resetUrl }: AccountExistsData): MailContent {
  return renderMail({
    subject: "You have an account already",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: "somebody, probably you, tried to make an account with this address, but it has one. Nothing was changed." },
      { kind: "link", label: "Log in", url: logInUrl },
      { kind: "text", text: "If you have forgotten the password, set a new one:" },
      { kind: "link", label: "Set a new password", url: resetUrl },
    ],
    footer: "You get this mail because somebody tried to make an account with this address.",
  });
}
