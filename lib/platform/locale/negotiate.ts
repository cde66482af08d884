import { languageCodes, standardLanguage, type Language } from "./languages";

interface Wish {
  range: string;
  /** 0 to 1; 0 means: not this one. */
  weight: number;
}

const longestHeader = 1000;
const range = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The language that a browser wants most among ours (`Accept-Language`, RFC 9110 section 12.5.4), by the look-up of RFC 4647 section 3.4:
 * `pt-BR` finds `pt`. Null when it wants none of them; what cannot be read is passed over.
 */
export function negotiateLanguage(acceptLanguage: string | null): Language | null {
  const wishes = (acceptLanguage ?? "").slice(0, longestHeader).toLowerCase().split(",").flatMap(toWish);
  const refused = new Set(wishes.filter(({ weight }) => weight === 0).map(({ range }) => range));
  const wanted = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const wish of wanted) {
    const found = wish.range === "*" ? anyOf(refused) : languageCodes.find((code) => isWithin(wish.range, code));
    if (found && !refused.has(found)) return found;
  }
  return null;
}

function toWish(text: string): Wish[] {
  const parts = range.exec(text.trim());
  return parts?.[1] ? [{ range: parts[1], weight: Number(parts[2] ?? 1) }] : [];
}

function isWithin(range: string, code: Language): boolean {
  return range === code || range.startsWith(`${code}-`);
}

function anyOf(refused: ReadonlySet<string>): Language | undefined {
  return [standardLanguage, ...languageCodes].find((code) => !refused.has(code));
}
