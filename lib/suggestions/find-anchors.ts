import type { ElementType } from "@/db/schema/files";

/** A place in a line of text that asks for a box. */
export interface Anchor {
  type: ElementType;
  /** Which signer by order, counted from 1; null where the text does not say. */
  signer: number | null;
  label: string | null;
  /** What stands there: `{{sig:1}}`, or the words before a line to write on. */
  text: string;
  /** The part of the line that the box covers: the whole of `{{…}}`, or only the line to write on. UTF-16 units. */
  start: number;
  end: number;
  /** A drawn line, whose length says how wide the box may be. */
  isRule: boolean;
}

/** What a line must hold one of to hold an anchor at all. */
export const anchorMarks = ["{{", "{ {", "__"] as const;

const typesByTag = new Map<string, ElementType>([
  ["sig", "signature"],
  ["sign", "signature"],
  ["signature", "signature"],
  ["assinatura", "signature"],
  ["initial", "initial"],
  ["initials", "initial"],
  ["rubrica", "initial"],
  ["date", "date"],
  ["data", "date"],
  ["name", "name"],
  ["nome", "name"],
  ["email", "email"],
  ["text", "text"],
  ["texto", "text"],
  ["checkbox", "checkbox"],
  ["check", "checkbox"],
]);

/** `{{type:signer:label}}`; number and label may be missing. Runs of text that were joined may have left a space anywhere. */
const tagged = /\{ ?\{([^{}]{1,300})\} ?\}/gu;

/** Three underscores or more are a line to write on; two may be a name from a program. */
const ruled = /_(?:\s?_){2,}/gu;
const longestWords = 80;

/** Words before such a line. A signature may say whose it is; the others end in the word, since "date of birth" is no date of signing. */
const typesByWords: readonly (readonly [RegExp, ElementType])[] = [
  [
    /(?<!\p{L})(?:signature|signed|sign here|assinatura|assinado)(?!\p{L})(?:\s+(?:of|by|do|da|de|dos|das|por)\s[^:]{1,40})?\s*[:.]?\s*$/iu,
    "signature",
  ],
  [/(?<!\p{L})(?:initials?|rubricas?)\s*[:.]?\s*$/iu, "initial"],
  [/(?<!\p{L})(?:date|dated|data)\s*[:.]?\s*$/iu, "date"],
  [/(?<!\p{L})(?:name|nome)\s*[:.]?\s*$/iu, "name"],
  [/(?<!\p{L})e-?mail(?: address)?\s*[:.]?\s*$/iu, "email"],
];

/** All anchors of one line of text, from left to right. */
export function findAnchors(line: string): Anchor[] {
  return [...findTags(line), ...findRules(line)].sort((first, second) => first.start - second.start);
}

function findTags(line: string): Anchor[] {
  return [...line.matchAll(tagged)].flatMap((match) => {
    const [name = "", number, ...rest] = (match[1] ?? "").split(":");
    const type = typesByTag.get(squeeze(name).toLowerCase());
    const signer = readSigner(number);
    if (!type || signer === undefined) return [];
    const label = rest.join(":").replace(/\s+/g, " ").trim();
    return [
      {
        type,
        signer,
        label: label === "" ? null : label.slice(0, 255),
        text: match[0],
        start: match.index,
        end: match.index + match[0].length,
        isRule: false,
      },
    ];
  });
}

/** Null for none; undefined for what is no number of a signer. */
function readSigner(given: string | undefined): number | null | undefined {
  const digits = squeeze(given ?? "");
  if (digits === "") return null;
  return /^[1-9]\d{0,2}$/.test(digits) ? Number(digits) : undefined;
}

function findRules(line: string): Anchor[] {
  let from = 0;
  return [...line.matchAll(ruled)].flatMap(({ 0: rule, index: start }) => {
    const end = start + rule.length;
    const words = line.slice(Math.max(from, start - longestWords), start);
    from = end;
    const type = typesByWords.find(([pattern]) => pattern.test(words))?.[1];
    return type ? [{ type, signer: null, label: null, text: words.trim(), start, end, isRule: true }] : [];
  });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
