import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface PhoneChangedData {
  name: string;
  /** The number that counts now, masked; null when there is none any more. */
  phone: string | null;
  resetUrl: string;
}

/** Tells an account's owner that the number for codes was changed, in case it was somebody else. */
export function phoneChangedMail({ name, phone, resetUrl }: PhoneChangedData): MailContent {
  return renderMail({
    subject: "Your telephone number was changed",
    blocks: [
      { kind: "text", text: `Hello ${name},` },
      { kind: "text", text: phone === null ? "the telephone number of your account was removed." : `the telephone number of your account was changed to ${phone}. Codes to sign may be sent there.` },
      { kind: "text", text: "If it was not you, set a new password at once, then put the number right on your account page:" },
      { kind: "link", label: "Set a new password", url: resetUrl },
    ],
    footer: "You get this mail because the telephone number of your account was changed.",
  });
}

/** The same to the old number, as a short message. */
export function phoneChangedText(address: string): string {
  return `The telephone number of the account ${address} was changed, and this number gets no more codes. If it was not you, set a new password at once.`;
}
