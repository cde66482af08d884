import type { MailContent } from "../messenger";
import { renderMail } from "./render-mail";

export interface CodeData {
  signerName: string;
  documentName: string;
  /** Six digits. */
  code: string;
  lifetimeMinutes: number;
  /** What the code is for: the signature, or to be let in as the signer. */
  purpose: "sign" | "identify";
}

/**
 * The one-time code. Its plain text holds the six digits together and no other six-digit number, so that people and phones
 * pick the right one: a name or title that holds such a number is left out, and there is no link.
 */
export function codeMail(data: CodeData): MailContent {
  const greeting = holdsSixDigits(data.signerName) ? "Hello," : `Hello ${data.signerName},`;
  const document = holdsSixDigits(data.documentName) ? "your document" : `“${data.documentName}”`;
  const act = data.purpose === "sign" ? "sign" : "open";
  return renderMail({
    subject: `Your code to ${act}`,
    blocks: [
      { kind: "text", text: greeting },
      { kind: "text", text: `this is your code to ${act} ${document}:` },
      { kind: "code", code: data.code },
      { kind: "text", text: `It works once, for ${data.lifetimeMinutes} minutes. Enter it on the page where you asked for it.` },
      { kind: "text", text: `Nobody will ever ask you for it. If you did not ask for a code, do not use it: without it nothing is ${data.purpose === "sign" ? "signed" : "opened"}.` },
    ],
    footer: "You get this mail because a code was asked for on the signing page.",
  });
}

/** True for a text in which a person, or a phone that fills codes in, could take something for the code. */
export function holdsSixDigits(text: string): boolean {
  return /\d{6}/.test(text);
}
