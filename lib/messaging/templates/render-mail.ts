import type { MailContent } from "../messenger";
import { severalLines, shortened } from "../safe-text";
import type { MailBlock } from "./mail-block";
import { mailPage } from "./mail-page";
import type { MailWords } from "./mail-words";
import { phraseText, type Phrase } from "./phrase";

export interface MailDraft {
  subject: Phrase;
  blocks: MailBlock[];
  /** Small print: why this mail came. */
  footer: Phrase;
}

/** Renders both parts in the language of the words. Quotes may hold users' words as they are: they are cleaned and escaped here. */
export function renderMail(
  words: Pick<MailWords, "language" | "direction">,
  { subject, blocks, footer }: MailDraft,
): MailContent {
  const title = phraseText(subject, words.direction);
  const text = [...blocks.map((block) => blockText(block, words)), `--\n${phraseText(footer, words.direction)}`];
  return {
    subject: shortened(title, 200),
    text: `${text.join("\n\n")}\n`,
    html: mailPage(words, { title, blocks, footer }),
  };
}

function blockText(block: MailBlock, { direction }: Pick<MailWords, "direction">): string {
  switch (block.kind) {
    case "text":
      return phraseText(block.text, direction);
    case "button":
    case "link":
      return `${phraseText(block.label, direction)}:\n${block.url}`;
    case "quote":
      return severalLines(block.text);
    case "code":
      return block.code;
  }
}
