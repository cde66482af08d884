/**
 * Whether fonts with these `unicode-range` descriptors ("U+0-FF, U+131, U+4??") have every letter of `text` between them. `lacks` names
 * letters that they claim and do not have. Spaces and marks without a shape of their own count as drawn.
 */
export function covers(ranges: readonly string[], lacks: string, text: string): boolean {
  const intervals = ranges.flatMap((range) => range.split(",").map(parseInterval));
  const missing = new Set(lacks);
  return [...text.normalize("NFC")]
    .filter((letter) => !/[\s\p{Cf}]/u.test(letter))
    .every((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return !missing.has(letter) && intervals.some(([first, last]) => first <= code && code <= last);
    });
}

function parseInterval(text: string): [number, number] {
  const match = /^\s*u\+([0-9a-f?]+)(?:-([0-9a-f]+))?\s*$/i.exec(text);
  const first = match?.[1];
  if (first === undefined) return [1, 0];
  const last = match?.[2] ?? first.replaceAll("?", "f");
  return [Number.parseInt(first.replaceAll("?", "0"), 16), Number.parseInt(last, 16)];
}
