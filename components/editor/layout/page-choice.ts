/** Which pages something is repeated on. */
export type PageChoice = { kind: "all" | "odd" | "even" } | { kind: "range"; text: string };

/** The pages from 1 to `total` that are meant, in order; null when a range is written that cannot be read or names a page that is not there. */
export function pagesOfChoice(choice: PageChoice, total: number): number[] | null {
  const all = Array.from({ length: total }, (_, index) => index + 1);
  switch (choice.kind) {
    case "all":
      return all;
    case "odd":
      return all.filter((page) => page % 2 === 1);
    case "even":
      return all.filter((page) => page % 2 === 0);
    case "range": {
      const spans = choice.text.split(/[,;]/).map((part) => readSpan(part.trim(), total));
      return spans.includes(null)
        ? null
        : all.filter((page) => spans.some((span) => span && page >= span.from && page <= span.to));
    }
  }
}

/** "4" and "2-5", with whichever dash. */
function readSpan(text: string, total: number): { from: number; to: number } | null {
  const [, first, second] = /^(\d{1,5})(?:\s*[-–—]\s*(\d{1,5}))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  const [from, to] = [Number(first), Number(second ?? first)];
  return from >= 1 && from <= to && to <= total ? { from, to } : null;
}
