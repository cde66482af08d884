import type { MailContent } from "../messenger";
import type { MailWords } from "./mail-words";
import { renderMail } from "./render-mail";

/** Changes of an account that a thief would make first. */
export type CredentialNotice = "passwordChanged" | "signingPasswordSet" | "roleChanged";

export interface CredentialNoticeData {
  name: string;
  resetUrl: string;
}

/** Tells an account's owner that a credential or the role of the account was changed, in case it was somebody else. */
export function credentialNoticeMail(
  words: MailWords,
  notice: CredentialNotice,
  { name, resetUrl }: CredentialNoticeData,
): MailContent {
  return renderMail(words, {
    subject: words.say(`${notice}.subject`),
    blocks: [
      { kind: "text", text: words.say("greeting", { name }) },
      { kind: "text", text: words.say(`${notice}.body`) },
      { kind: "text", text: words.say(`${notice}.caution`) },
      { kind: "button", label: words.say("setPassword"), url: resetUrl },
    ],
    footer: words.say(`${notice}.footer`),
  });
}
