import type { Phrase } from "./phrase";

/** What a mail is made of. Both parts, text and HTML, are rendered from the same blocks, so neither can say what the other does not. */
export type MailBlock =
  | { kind: "text"; text: Phrase }
  /** The one thing to do. Alone on its line in the plain text. */
  | { kind: "button"; label: Phrase; url: string }
  /** Another thing that can be done. */
  | { kind: "link"; label: Phrase; url: string }
  /** Somebody else's words. */
  | { kind: "quote"; text: string }
  | { kind: "code"; code: string };
