import { graphemes } from "@/lib/pdf/fonts/shape-text";

/**
 * Breaks one paragraph into lines of at most `width`. Breaks at spaces and after hyphens and slashes, between East Asian characters, and inside
 * a word only where the word alone is wider than a line. Never answers an empty list.
 */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.split(/(?<=[\s/-])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u)) {
    if (widthOf((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    const parts = splitWord(piece, width, widthOf);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return [...lines, line.trimEnd()];
}

function splitWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = "";
  for (const cluster of graphemes(word)) {
    if (part !== "" && widthOf((part + cluster).trimEnd()) > width) {
      parts.push(part);
      part = "";
    }
    part += cluster;
  }
  return [...parts, part];
}
