import type { FieldType } from "@/db/schema/files";
import { isUnreadTag, readTag, type Tag } from "./read-tag";

/** A place in a line of text that asks for a field. */
export interface Anchor extends Tag {
  /** The text found there: `{{sig:1}}`, or the label before a line to write on. */
  text: string;
  /** The part of the line that the field covers: the whole of `{{…}}`, or only the line to write on. UTF-16 units. */
  start: number;
  end: number;
  /** A drawn line, whose length says how wide the field may be. */
  isRule: boolean;
}

/** A line without any of these cannot contain an anchor. */
export const anchorMarks = ["{{", "{ {", "__"] as const;

/** What `readTag` reads. Runs of text that were joined may have left a space anywhere. */
const tagged = /\{ ?\{([^{}]{1,300})\} ?\}/gu;

/** Three underscores or more are a line to write on; two may be a name from a program. */
const ruled = /_(?:\s?_){2,}/gu;
const longestWords = 80;

/** Words before such a line. A signature may say whose it is; the others end in the word, since "date of birth" is not a date of signing. */
const typesByWords: readonly (readonly [RegExp, FieldType])[] = [
  [
    /(?<!\p{L})(?:signature|signed|sign here|assinatura|assinado)(?!\p{L})(?:\s+(?:of|by|do|da|de|dos|das|por)\s[^:]{1,40})?\s*[:.]?\s*$/iu,
    "signature",
  ],
  [/(?<!\p{L})(?:initials?|rubricas?)\s*[:.]?\s*$/iu, "initial"],
  [/(?<!\p{L})(?:date|dated|data)\s*[:.]?\s*$/iu, "date"],
  [/(?<!\p{L})(?:name|nome)\s*[:.]?\s*$/iu, "name"],
  [/(?<!\p{L})e-?mail(?: address)?\s*[:.]?\s*$/iu, "email"],
];

/** The field that words before or below a line to write on ask for; null for other words. */
export function typeOfWords(words: string): FieldType | null {
  return typesByWords.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** All anchors of one line of text, from left to right. */
export function findAnchors(line: string): Anchor[] {
  return [...findTags(line), ...findRules(line)].sort((first, second) => first.start - second.start);
}

function findTags(line: string): Anchor[] {
  return [...line.matchAll(tagged)].flatMap((match) => {
    const tag = readTag(match[1] ?? "");
    if (!tag) return [];
    return [{ ...tag, text: match[0], start: match.index, end: match.index + match[0].length, isRule: false }];
  });
}

/** Tags of a line that ask for something which no field can be, such as a payment. */
export function findUnreadTags(line: string): string[] {
  return [...line.matchAll(tagged)].filter(([, inner = ""]) => isUnreadTag(inner)).map(([tag]) => tag);
}

function findRules(line: string): Anchor[] {
  let from = 0;
  return [...line.matchAll(ruled)].flatMap(({ 0: rule, index: start }) => {
    const end = start + rule.length;
    const words = line.slice(Math.max(from, start - longestWords), start);
    from = end;
    const type = typeOfWords(words);
    const plain = { signer: null, label: null, required: true, group: null, rules: null, value: null };
    return type ? [{ ...plain, type, text: words.trim(), start, end, isRule: true }] : [];
  });
}
