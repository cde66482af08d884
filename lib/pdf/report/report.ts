/**
 * A report to be laid out: text blocks in reading order. Any text may be untrusted, and is sanitised when it is
 * drawn.
 */
export interface Report {
  title: string;
  /** BCP 47. */
  language: string;
  /** On every page, next to the page number. */
  footer: string;
  createdAt: Date;
  blocks: readonly ReportBlock[];
}

export type ReportBlock =
  | {
      kind: "title";
      product: string;
      /** `own`: the product's wordmark. */
      mark: { kind: "own" } | { kind: "text" } | { kind: "logo"; png: Buffer };
      document: string;
      text: string;
      subtitle: string;
    }
  | { kind: "notice"; tone: Tone; text: string; detail: string }
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string; link?: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "facts"; rows: readonly Fact[]; code?: { text: string; caption: string } }
  | {
      kind: "card";
      title: string;
      subtitle: string;
      badge: { text: string; tone: Tone };
      rows: readonly Fact[];
      image?: { png: Buffer; alternative: string };
    }
  | { kind: "table"; columns: readonly Column[]; rows: readonly (readonly string[])[] };

export type Tone = "good" | "neutral" | "bad";

export interface Fact {
  label: string;
  value: string;
}

export interface Column {
  label: string;
  /** Share of the width, from 0 to 1. */
  share: number;
  isMuted?: boolean;
}
