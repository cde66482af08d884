import type { Operand } from "@/lib/pdf/content/content-tokens";
import type { TextFont } from "@/lib/pdf/content/fonts";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Located, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import { decodeString, textOf } from "@/lib/pdf/syntax/text-string";
import type { SpokenElement, SpokenElements } from "./spoken-elements";

/** A marked-content sequence that declares its text, and the text shown in it so far. */
interface Claim {
  alternative: string;
  /** A different wording, as for an abbreviation. Only numbers are compared. */
  isOtherWords: boolean;
  /** Null once an unknown character occurs. */
  shown: string | null;
}

/**
 * Empty text, or only invisible characters: controls, format characters and lone surrogates (9.10.3 lets a program
 * use any text).
 */
const isUnseen = /^[\p{Cc}\p{Cf}\p{Cs}]*$/u;

/** Marked content that is still open. */
interface OpenContent {
  own: Claim | null;
  ofElements: readonly Claim[];
}

/** Elements whose /Alt describes their content in other words (14.8.4.8). */
const DESCRIBED: ReadonlySet<string> = new Set(["Figure", "Formula", "Form", "Link", "Annot"]);

const [PLAIN, REMAPPED] = [1, 2];

type Property = { value: PdfValue; bytes: Buffer } | null;

/**
 * Counts the texts of a page that are copied, searched and read aloud as a text other than the visible one (14.9.2 to
 * 14.9.5, 9.10.3).
 */
export class CopiedText {
  private readonly open: OpenContent[] = [];
  /** Claims of structure elements, whose content may be in several places of the page. */
  private readonly ofElements = new Map<number, Claim | null>();
  /** The page or form whose content is being read. */
  private owner: Located<PdfDict> | null = null;
  /** By font and code. 0 means not determined yet. */
  private readonly remapped = new Map<TextFont, Uint8Array>();
  private found = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly elements: SpokenElements,
  ) {}

  /** Read after the page was read. */
  get count(): number {
    const ofElements = [...this.ofElements.values()].filter((claim) => claim !== null && differs(claim));
    return this.found + ofElements.length;
  }

  /**
   * Called at the start of the content of a page or form. Returns a function that returns to the surrounding content.
   */
  begin(owner: Located<PdfDict>): () => void {
    const around = this.owner;
    this.owner = owner;
    return () => {
      this.owner = around;
    };
  }

  /** Called at the start of marked content. `named` is the property list from the resources. */
  enter(properties: Operand | undefined, named: Property): void {
    const own =
      properties instanceof Map ? claimOf((key) => textIn(properties.get(`/${key}`))) : this.namedClaim(named);
    const mcid = properties instanceof Map ? properties.get("/MCID") : this.namedNumber(named);
    const spoken = this.owner && typeof mcid === "number" ? this.elements.above(this.owner, mcid) : [];
    this.open.push({ own, ofElements: spoken.flatMap((one) => this.elementClaim(one) ?? []) });
  }

  leave(): void {
    const claim = this.open.pop()?.own;
    if (claim && differs(claim)) {
      this.found += 1;
    }
  }

  /** Called when a string is shown. */
  show(codes: Uint8Array, font: TextFont): void {
    this.found += this.isRemapped(codes, font) ? 1 : 0;
    const claims = new Set(this.open.flatMap(({ own, ofElements }) => (own ? [own, ...ofElements] : ofElements)));
    if (claims.size === 0) {
      return;
    }
    const text = shownText(codes, font);
    for (const claim of claims) {
      claim.shown = claim.shown === null || text === null ? null : claim.shown + text;
    }
  }

  /**
   * Whether one of the codes is copied as a text other than the visible one. A page repeats a few letters, so results
   * are cached.
   */
  private isRemapped(codes: Uint8Array, font: TextFont): boolean {
    const { codeBytes } = font;
    const answers = this.remapped.get(font) ?? new Uint8Array(256 ** codeBytes);
    this.remapped.set(font, answers);
    for (let at = 0; at + codeBytes <= codes.length; at += codeBytes) {
      const code = codeAt(codes, at, codeBytes);
      let answer = answers[code] ?? 0;
      if (answer === 0) {
        answer = remapsCode(font, code) ? REMAPPED : PLAIN;
        answers[code] = answer;
      }
      if (answer === REMAPPED) {
        return true;
      }
    }
    return false;
  }

  /** Null for an element without text to compare. */
  private elementClaim({ num, element }: SpokenElement): Claim | null {
    const known = this.ofElements.get(num);
    if (known !== undefined) {
      return known;
    }
    const claim = claimOf((key) =>
      key === "Alt" && isDescribed(this.document, element) ? null : entryText(this.document, element, key),
    );
    this.ofElements.set(num, claim);
    return claim;
  }

  private namedNumber(named: Property): number | null {
    const entries = named && this.document.dict(named.value, named.bytes);
    return entries && this.document.number(entries.value.entries.get("MCID"));
  }

  private namedClaim(named: Property): Claim | null {
    const entries = named && this.document.dict(named.value, named.bytes);
    return entries && claimOf((key) => entryText(this.document, entries, key));
  }
}

function remapsCode(font: TextFont, code: number): boolean {
  const [letter, copied] = [font.letterOf(code), font.copiedAs(code)];
  return letter !== null && copied !== null && isOther(letter, copied);
}

/** Null if a character is unknown. */
function shownText(codes: Uint8Array, font: TextFont): string | null {
  let text = "";
  for (let at = 0; at + font.codeBytes <= codes.length; at += font.codeBytes) {
    const code = codeAt(codes, at, font.codeBytes);
    const known = font.letterOf(code) ?? font.copiedAs(code);
    if (known === null) {
      return null;
    }
    text += known;
  }
  return text;
}

function codeAt(codes: Uint8Array, at: number, codeBytes: TextFont["codeBytes"]): number {
  return codeBytes === 1 ? (codes[at] ?? 0) : (codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0);
}

function isDescribed(document: PdfDocument, { value }: Located<PdfDict>): boolean {
  return DESCRIBED.has(document.name(value.entries.get("S")) ?? "");
}

function claimOf(read: (key: string) => string | null): Claim | null {
  const actual = read("ActualText");
  const alternative = actual ?? read("Alt") ?? read("E");
  return alternative === null ? null : { alternative: alternative, isOtherWords: actual === null, shown: "" };
}

function textIn(operand: Operand | undefined): string | null {
  return operand instanceof Uint8Array ? textOf(Buffer.from(operand)) : null;
}

function entryText(document: PdfDocument, { value, bytes }: Located<PdfDict>, key: string): string | null {
  const found = document.locate(value.entries.get(key), bytes);
  return found?.value.kind === "string" ? textOf(decodeString(found.bytes, found.value)) : null;
}

/**
 * Compares letters and digits in any order, because programs join bidirectional lines and hyphenated words
 * differently. Digits among themselves are compared in order.
 */
function differs({ alternative: alternative, isOtherWords, shown }: Claim): boolean {
  if (shown === null || !isWord(shown) || (!isWord(alternative) && isOtherWords)) {
    return false;
  }
  const [one, other] = [wordOf(shown), wordOf(alternative)];
  const [digits, saidDigits] = [digitsOf(one), digitsOf(other)];
  const areNumbersOther = digits !== saidDigits && digits !== [...saidDigits].reverse().join("");
  return isOtherWords
    ? digits !== "" && saidDigits !== "" && areNumbersOther
    : areNumbersOther || sorted(one) !== sorted(other);
}

function isWord(text: string): boolean {
  return wordOf(text) !== "";
}

/**
 * A letter that is copied as a symbol may be drawn as that symbol in its font. A letter that is copied as nothing is
 * omitted when the text is read aloud.
 */
function isOther(letter: string, copied: string): boolean {
  return isWord(letter) && (isUnseen.test(copied) || (isWord(copied) && !sameWord(letter, copied)));
}

function sameWord(one: string, other: string): boolean {
  return wordOf(one) === wordOf(other);
}

/** Without ligatures, accents, capitals and punctuation, which can be written in more than one way. */
function wordOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, "");
}

function digitsOf(word: string): string {
  return word.replace(/\P{Nd}/gu, "");
}

function sorted(word: string): string {
  return [...word].sort().join("");
}
