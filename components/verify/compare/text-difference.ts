import type { DrawnPage } from "./draw-page";

/** Lines of a page's own text that only one version has, in their order. */
export interface TextDifference {
  was: readonly string[];
  is: readonly string[];
}

/** Beyond these the pictures say more. */
const mostLines = 6;
const mostCharacters = 200;

/** The lines of a page as its text says them; what is drawn as a picture or as outlines is not among them. */
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

/** Lines that only one of two versions has; null when both say the same. */
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

// Control characters, and those that turn the direction of what follows, could make one line read as another.
function readable(line: string): string {
  return line
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
