import { oneLine, shortened } from "../safe-text";
import { holdsSixDigits } from "./code";
import type { MailWords } from "./mail-words";

export interface CodeTextData {
  documentName: string;
  /** Six digits. */
  code: string;
  lifetimeMinutes: number;
  /** What the code is for: the signature, or to be let in as the signer. */
  purpose: "sign" | "identify";
}

const longestName = 40;

/**
 * The one-time code as a short message: the six digits together, and no other six-digit number. No link, so that nobody learns to trust links in
 * such messages; plain quotes and no dashes, so that the letters of most alphabets fit into one text of 160.
 */
export function codeText(
  words: MailWords,
  { documentName, code, lifetimeMinutes: minutes, purpose }: CodeTextData,
): string {
  const document = shortened(oneLine(documentName), longestName);
  return holdsSixDigits(document)
    ? words.sayPlain(`codeText.plain.${purpose}`, { code, minutes })
    : words.sayPlain(`codeText.named.${purpose}`, { code, document, minutes });
}
