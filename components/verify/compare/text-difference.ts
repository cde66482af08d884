import type { DrawnPage } from "./draw-page";

/** Text lines of a page that only one version has, in order. */
export interface TextDifference {
  was: readonly string[];
  is: readonly string[];
}

/** Beyond this number pictures are clearer. */
const mostLines = 6;
const mostCharacters = 200;

/** The lines in a page's text layer; text drawn as a picture or outlines is missing. */
export async function textOf(page: DrawnPage["page"]): Promise<string[]> {
  const { items } = await page.getTextContent();
  const lines = [""];
  for (const item of items) {
    if (!("str" in item)) continue;
    lines.push((lines.pop() ?? "") + item.str);
    if (item.hasEOL) lines.push("");
  }
  return lines.map(readable).filter((line) => line !== "");
}

/** Lines that only one of two versions has; null if both are equal. */
export function textDifference(before: readonly string[], after: readonly string[]): TextDifference | null {
  const [was, is] = [without(before, after), without(after, before)];
  return was.length === 0 && is.length === 0 ? null : { was: shortened(was), is: shortened(is) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function shortened(lines: readonly string[]): string[] {
  return lines
    .slice(0, mostLines)
    .map((line) => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line));
}

// Control characters, and those that change the direction of text, could disguise a line.
function readable(line: string): string {
  return line
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
