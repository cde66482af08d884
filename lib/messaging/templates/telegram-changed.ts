import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface TelegramChangedData {
  name: string;
  isLinked: boolean;
  accountUrl: string;
  resetUrl: string;
}

/** Tells an account's owner that a chat was linked, or that none is any more, in case it was somebody else. */
export function telegramChangedMail({ name, isLinked, accountUrl, resetUrl }: TelegramChangedData): MailContent {
  return renderMail({
    subject: isLinked ? "A Telegram chat was linked with your account" : "Your Telegram chat was unlinked",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: isLinked ? "a Telegram chat was linked with your account. Codes to sign may be sent there." : "no Telegram chat is linked with your account any more." },
      { kind: "text", text: "If it was not you, set a new password at once:" },
      { kind: "link", label: "Set a new password", url: resetUrl },
      { kind: "text", text: `Then put the chat right on your account page: ${accountUrl}` },
    ],
    footer: "You get this mail because the Telegram chat of your account was changed.",
  });
}
