/** A text to be laid out, as far as it can be written without another file: what a page of the web shows beyond that is left out. */
export interface Article {
  title: string | null;
  /** BCP 47. */
  language: string;
  blocks: readonly ArticleBlock[];
}

/** Text of one look. `\n` breaks the line. */
export interface Inline {
  text: string;
  isStrong?: boolean;
  isItalic?: boolean;
  isCode?: boolean;
  isLink?: boolean;
  /** Text that was taken out and is shown all the same. */
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
  /** `null`: as its text reads. */
  align: CellAlignment | null;
}

export type CellAlignment = "left" | "center" | "right";
