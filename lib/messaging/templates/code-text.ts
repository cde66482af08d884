import { oneLine, shortened } from "../safe-text";
import { holdsSixDigits } from "./code";

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
export function codeText({ documentName, code, lifetimeMinutes, purpose }: CodeTextData): string {
  const name = shortened(oneLine(documentName), longestName);
  const document = holdsSixDigits(name) ? "your document" : `"${name}"`;
  return `${code} is your code to ${purpose === "sign" ? "sign" : "open"} ${document}. It works for ${lifetimeMinutes} minutes. Do not pass it on.`;
}
