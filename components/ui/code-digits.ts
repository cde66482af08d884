export const codeLength = 6;

/** The digits of what was typed or pasted, in ASCII, at most six: "123 456", "１２３-４５６" and "Code: 123456" are one code. */
export function codeDigits(text: string): string {
  return text.normalize("NFKC").replace(/\D/g, "").slice(0, codeLength);
}
