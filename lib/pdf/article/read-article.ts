import { marked } from "marked";
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from "parse5";
import { PdfError } from "@/lib/pdf/syntax/errors";
import type { Article, ArticleBlock, ArticleCell, CellAlignment, Inline } from "./article";

type Node = DefaultTreeAdapterTypes.ChildNode;

const largestText = 4 * 2 ** 20;
const deepest = 60;

/**
 * Reads HTML (WHATWG) or Markdown (GitHub's). Opens no resources that the text refers to. Throws PdfError
 * `too_large`.
 */
export function readArticle(bytes: Buffer, type: "html" | "markdown"): Article {
  if (bytes.length > largestText) throw new PdfError("too_large", `${bytes.length} bytes of text`);
  const text = decodeText(bytes);
  const html = type === "html" ? text : marked.parse(text, { async: false, gfm: true });
  const document = parse(html);
  const root = childrenOf(document).find(({ nodeName }) => nodeName === "html");
  const all = root ? childrenOf(root) : [];
  const head = all.find(({ nodeName }) => nodeName === "head");
  const body = all.find(({ nodeName }) => nodeName === "body");
  const title = head && childrenOf(head).find(({ nodeName }) => nodeName === "title");
  const language = root ? attributeOf(root, "lang") : null;
  return {
    title: title ? plain(textOf(title)).trim() || null : null,
    language: language && /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(language) ? language : "und",
    blocks: body ? blocksOf(childrenOf(body), 0) : [],
  };
}

/** Decodes UTF-8, or else the encoding of most pages that declare none. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Elements that are not shown, or that another program would show. */
const unseen: ReadonlySet<string> = new Set(
  "head script style template noscript iframe object embed applet svg math canvas audio video select datalist dialog frameset #comment".split(
    " ",
  ),
);
const inlineElements: ReadonlySet<string> = new Set(
  "#text a abbr b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

function blocksOf(nodes: readonly Node[], depth: number): ArticleBlock[] {
  if (depth > deepest) throw new PdfError("too_large", "the text is nested too deeply");
  const blocks: ArticleBlock[] = [];
  let run: Inline[] = [];
  const endRun = (): void => {
    const content = trimmed(run);
    if (content.length > 0) blocks.push({ kind: "paragraph", content });
    run = [];
  };
  for (const node of nodes) {
    if (isHidden(node)) continue;
    if (inlineElements.has(node.nodeName)) {
      run.push(...inlinesOf(node, {}, depth));
      continue;
    }
    endRun();
    blocks.push(...blockOf(node, depth + 1));
  }
  endRun();
  return blocks;
}

function blockOf(node: Node, depth: number): ArticleBlock[] {
  const children = childrenOf(node);
  const level = /^h([1-6])$/.exec(node.nodeName)?.[1];
  if (level !== undefined) {
    const content = trimmed(children.flatMap((child) => inlinesOf(child, {}, depth)));
    return content.length > 0 ? [{ kind: "heading", level: Number(level) as 1, content }] : [];
  }
  switch (node.nodeName) {
    case "ul":
    case "ol":
    case "menu":
      return [{ kind: "list", items: itemsOf(node, depth) }];
    case "pre":
      return [{ kind: "code", lines: textOf(node).replace(/\n$/, "").split("\n") }];
    case "blockquote":
      return [{ kind: "quote", blocks: blocksOf(children, depth) }];
    case "hr":
      return [{ kind: "rule" }];
    case "table":
      return [
        ...children.filter(({ nodeName }) => nodeName === "caption").flatMap((caption) => blockOf(caption, depth)),
        { kind: "table", rows: rowsOf(node, depth) },
      ];
    default:
      return blocksOf(children, depth);
  }
}

function itemsOf(list: Node, depth: number): { label: string; blocks: ArticleBlock[] }[] {
  const items = childrenOf(list).filter((node) => node.nodeName !== "#text" && !isHidden(node));
  const isReversed = attributeOf(list, "reversed") !== null;
  const type = attributeOf(list, "type");
  let number = integerOf(list, "start") ?? (isReversed ? items.length : 1);
  return items.map((node) => {
    number = integerOf(node, "value") ?? number;
    const label = list.nodeName === "ol" ? `${ordinal(number, type)}.` : "•";
    number += isReversed ? -1 : 1;
    return { label, blocks: node.nodeName === "li" ? blocksOf(childrenOf(node), depth) : blockOf(node, depth) };
  });
}

function integerOf(node: Node, name: string): number | null {
  const given = attributeOf(node, name)?.trim() ?? "";
  return /^-?\d{1,9}$/.test(given) ? Number(given) : null;
}

const numerals: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/** Other clauses may refer to "b" or "iv", so the style of numbering is kept (WHATWG, 4.4.5). */
function ordinal(number: number, type: string | null): string {
  const isLetter = type === "a" || type === "A";
  const isNumeral = type === "i" || type === "I";
  if (number < 1 || (!isLetter && !isNumeral) || (isNumeral && number > 3999)) return String(number);
  const written = isLetter ? lettersOf(number) : numeralOf(number);
  return type === "A" || type === "I" ? written.toUpperCase() : written;
}

function lettersOf(number: number): string {
  const rest = number - 1;
  return (rest >= 26 ? lettersOf(Math.floor(rest / 26)) : "") + String.fromCodePoint(97 + (rest % 26));
}

function numeralOf(number: number): string {
  let [left, written] = [number, ""];
  for (const [value, letters] of numerals) for (; left >= value; left -= value) written += letters;
  return written;
}

function rowsOf(node: Node, depth: number): ArticleCell[][] {
  return childrenOf(node).flatMap((child) => {
    if (["thead", "tbody", "tfoot"].includes(child.nodeName)) return rowsOf(child, depth);
    if (child.nodeName !== "tr") return [];
    const cells = childrenOf(child).filter(({ nodeName }) => nodeName === "td" || nodeName === "th");
    return [
      cells.map((cell) => ({
        isHead: cell.nodeName === "th",
        align: alignmentOf(cell) ?? alignmentOf(child),
        content: trimmed(childrenOf(cell).flatMap((inside) => inlinesOf(inside, {}, depth))),
      })),
    ];
  });
}

/** Markdown's column alignment becomes `align`. Other programs write a style. */
function alignmentOf(node: Node): CellAlignment | null {
  const style = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(attributeOf(node, "style") ?? "")?.[1];
  const given = (style ?? attributeOf(node, "align") ?? "").trim().toLowerCase();
  return given === "left" || given === "center" || given === "right" ? given : null;
}

type Look = Omit<Inline, "text">;

const looks: Readonly<Record<string, Look>> = {
  b: { isStrong: true },
  strong: { isStrong: true },
  th: { isStrong: true },
  i: { isItalic: true },
  em: { isItalic: true },
  cite: { isItalic: true },
  dfn: { isItalic: true },
  var: { isItalic: true },
  code: { isCode: true },
  kbd: { isCode: true },
  samp: { isCode: true },
  tt: { isCode: true },
  del: { isStruck: true },
  s: { isStruck: true },
  strike: { isStruck: true },
};

const raised: ReadonlyMap<string, string> = new Map([
  ["1", "¹"],
  ["2", "²"],
  ["3", "³"],
]);

/**
 * 10⁶ must not be read as 106, so numbers are set behind a sign where the bundled fonts lack raised digits. Letters,
 * as in 1st, and notes in brackets cannot be mistaken for part of the number.
 */
function shifted(content: readonly Inline[], sign: "^" | "_"): Inline[] {
  const text = content
    .map((inline) => inline.text)
    .join("")
    .trim();
  const [look] = content;
  if (!look || !/\p{N}/u.test(text) || /^\[.*\]$/.test(text)) return [...content];
  const character = sign === "^" ? raised.get(text) : undefined;
  if (character !== undefined) return [{ ...look, text: character }];
  const [before, after] = text.length === 1 ? [sign, ""] : [`${sign}(`, ")"];
  return [{ ...look, text: before }, ...content, { ...look, text: after }];
}

function inlinesOf(node: Node, look: Look, depth: number): Inline[] {
  if (depth > deepest * 2) throw new PdfError("too_large", "the text is nested too deeply");
  if (node.nodeName === "#text") return [{ ...look, text: plain(textOf(node)) }];
  if (isHidden(node)) return [];
  if (node.nodeName === "br") return [{ ...look, text: "\n" }];
  if (node.nodeName === "img") return pictureText(node, look);
  if (node.nodeName === "input") return tickText(node, look);
  if (node.nodeName === "a") return linkOf(node, look, depth);
  const inside = childrenOf(node).flatMap((child) => inlinesOf(child, { ...look, ...looks[node.nodeName] }, depth + 1));
  if (node.nodeName === "sup") return shifted(inside, "^");
  if (node.nodeName === "sub") return shifted(inside, "_");
  if (node.nodeName === "q") return [{ ...look, text: "“" }, ...inside, { ...look, text: "”" }];
  // A block inside a line, as in a table cell, starts a separate line.
  return inlineElements.has(node.nodeName) ? inside : [{ ...look, text: "\n" }, ...inside, { ...look, text: "\n" }];
}

/** Pictures are separate files. Their alternative text is shown instead. */
function pictureText(node: Node, look: Look): Inline[] {
  const alternative = plain(attributeOf(node, "alt") ?? "").trim();
  return alternative === "" ? [] : [{ ...look, isItalic: true, text: `[${alternative}]` }];
}

/** The state of a checkbox or radio button is shown. Other inputs only make sense in a browser. */
function tickText(node: Node, look: Look): Inline[] {
  const type = attributeOf(node, "type")?.toLowerCase();
  if (type !== "checkbox" && type !== "radio") return [];
  return [{ ...look, text: attributeOf(node, "checked") === null ? "[ ]" : "[x]" }];
}

/** Paper has no links, so the address is printed. */
function linkOf(node: Node, look: Look, depth: number): Inline[] {
  const address = attributeOf(node, "href")?.trim() ?? "";
  const inside = childrenOf(node).flatMap((child) => inlinesOf(child, { ...look, isLink: true }, depth + 1));
  const shown = inside.map(({ text }) => text).join("");
  const isTold = address.replace(/^mailto:/i, "") === shown.trim();
  const isAddress = /^(?:https?|mailto):/i.test(address);
  return isAddress && !isTold ? [...inside, { ...look, text: ` (${address.replace(/^mailto:/i, "")})` }] : inside;
}

function isHidden(node: Node): boolean {
  return unseen.has(node.nodeName) || attributeOf(node, "hidden") !== null;
}

/** Collapses white space, as browsers do. */
function plain(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, " ");
}

/** Removes spaces and breaks at the ends, and spaces around breaks. */
function trimmed(run: readonly Inline[]): Inline[] {
  const content = run.filter(({ text }) => text !== "");
  const isBlank = (inline: Inline | undefined): boolean => inline !== undefined && inline.text.trim() === "";
  while (isBlank(content[0])) content.shift();
  while (isBlank(content.at(-1))) content.pop();
  return content;
}

function childrenOf(node: Node | DefaultTreeAdapterTypes.Document): Node[] {
  return "childNodes" in node ? node.childNodes : [];
}

function attributeOf(node: Node, name: string): string | null {
  if (!defaultTreeAdapter.isElementNode(node)) return null;
  return node.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

function textOf(node: Node): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  return childrenOf(node).map(textOf).join("");
}
