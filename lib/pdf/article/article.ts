/**
 * A text to be laid out, limited to what can be rendered without other files. Everything else that a web page would
 * show is omitted.
 */
export interface Article {
  title: string | null;
  /** BCP 47. */
  language: string;
  blocks: readonly ArticleBlock[];
}

/** Text of one style. `\n` breaks the line. */
export interface Inline {
  text: string;
  isStrong?: boolean;
  isItalic?: boolean;
  isCode?: boolean;
  isLink?: boolean;
  /** Deleted text that is still shown. */
  isStruck?: boolean;
}

export type ArticleBlock =
  | { kind: "heading"; level: 1 | 2 | 3 | 4 | 5 | 6; content: readonly Inline[] }
  | { kind: "paragraph"; content: readonly Inline[] }
  | { kind: "code"; lines: readonly string[] }
  | { kind: "quote"; blocks: readonly ArticleBlock[] }
  | { kind: "list"; items: readonly { label: string; blocks: readonly ArticleBlock[] }[] }
  | { kind: "table"; rows: readonly (readonly ArticleCell[])[] }
  | { kind: "rule" };

export interface ArticleCell {
  content: readonly Inline[];
  isHead: boolean;
  /** `null`: by the direction of the text. */
  align: CellAlignment | null;
}

export type CellAlignment = "left" | "center" | "right";
