import { oneLine, shortened, type MailContent } from "@/lib/channels/messenger";
import type { MailTranslator } from "./mail-text";
import { renderMail } from "./render-mail";

export type CodePurpose = "sign" | "identify" | "both" | "approve" | "openApprove";

interface CodeData {
  signerName: string;
  documentName: string;
  /** Six digits. */
  code: string;
  lifetimeMinutes: number;
  /** The purpose of the code: the signature or approval, access to the document, or both. */
  purpose: CodePurpose;
}

/**
 * The one-time code. Subject and plain text contain the six digits together and no other six-digit number, so that
 * people and phones pick the right one. A name or title with such a number is left out, and there is no link.
 */
export function codeMail(
  t: MailTranslator,
  { signerName, documentName, code, lifetimeMinutes, purpose }: CodeData,
): MailContent {
  const isNamed = !holdsSixDigits(documentName);
  const document = isNamed ? documentName : "";
  return renderMail(t, {
    subject: t.phrase(isNamed ? `code.subject.${purpose}` : `code.subjectPlain.${purpose}`, { document }),
    blocks: [
      {
        kind: "text",
        text: holdsSixDigits(signerName) ? t.phrase("greetingPlain") : t.phrase("greeting", { name: signerName }),
      },
      { kind: "text", text: t.phrase(isNamed ? `code.body.${purpose}` : `code.bodyPlain.${purpose}`, { document }) },
      { kind: "code", code },
      { kind: "text", text: t.phrase("code.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: t.phrase(`code.caution.${purpose}`) },
    ],
    footer: t.phrase("code.footer"),
  });
}

interface VisitorCodeData {
  documentName: string;
  senderName: string;
  code: string;
  lifetimeMinutes: number;
}

/**
 * The code for an address that was entered at a direct link. The greeting has no name: until the address is proved, a
 * stranger may have entered it and could use the name to write to its owner.
 */
export function visitorCodeMail(
  t: MailTranslator,
  { documentName, senderName, code, lifetimeMinutes }: VisitorCodeData,
): MailContent {
  const isNamed = !holdsSixDigits(documentName) && !holdsSixDigits(senderName);
  const values = isNamed ? { document: documentName, sender: senderName } : { document: "", sender: "" };
  return renderMail(t, {
    subject: t.phrase(isNamed ? "visitorCode.subject" : "visitorCode.subjectPlain", values),
    blocks: [
      { kind: "text", text: t.phrase("greetingPlain") },
      { kind: "text", text: t.phrase(isNamed ? "visitorCode.body" : "visitorCode.bodyPlain", values) },
      { kind: "code", code },
      { kind: "text", text: t.phrase("code.lifetime", { minutes: lifetimeMinutes }) },
      { kind: "text", text: t.phrase("visitorCode.caution") },
    ],
    footer: t.phrase("visitorCode.footer"),
  });
}

/** True for a text that a person, or a phone's autofill, could mistake for the code. */
function holdsSixDigits(text: string): boolean {
  return /\d{6}/.test(text);
}

interface CodeTextData {
  documentName: string;
  /** Six digits. */
  code: string;
  lifetimeMinutes: number;
  /** The purpose of the code: the signature or approval, access to the document, or both. */
  purpose: CodePurpose;
}

const longestName = 40;

/**
 * The one-time code as a short message: the six digits together, and no other six-digit number. No link, so that
 * recipients do not learn to trust links in such messages. Plain quotes and no dashes, so that most alphabets fit into
 * one 160-character message.
 */
export function codeText(
  t: MailTranslator,
  { documentName, code, lifetimeMinutes: minutes, purpose }: CodeTextData,
): string {
  const document = shortened(oneLine(documentName), longestName);
  return holdsSixDigits(document)
    ? t.plainText(`codeText.plain.${purpose}`, { code, minutes })
    : t.plainText(`codeText.named.${purpose}`, { code, document, minutes });
}
