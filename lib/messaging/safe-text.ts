// Controls, lone surrogates, line separators, and the marks that override the direction of writing: nobody's name needs them,
// and with them a name can forge a second line, a header, or a link that reads backwards.
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Somebody's words on one line: a name, a title, a subject. */
export function oneLine(text: string): string {
  return text.replace(unsafe, " ").replace(/\s+/gu, " ").trim();
}

/** Somebody's words on several lines, each clean in itself. */
export function severalLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(oneLine)
    .join("\n")
    .trim();
}

/** At most `length` characters, the cut marked. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
