/** Bytes from elsewhere as text that any log, page or database column can hold: no control characters but line ends and tabs. */
export function printable(bytes: Buffer): string {
  return new TextDecoder("utf-8").decode(bytes).replace(/[^\P{C}\n\t]/gu, "\uFFFD");
}
