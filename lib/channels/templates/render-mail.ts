import { severalLines, shortened } from "@/lib/channels/assert-message";
import type { MailContent } from "@/lib/channels/messenger";
import type { Direction } from "@/lib/platform/locale/languages";
import { html, phraseHtml, phraseText, type MailTranslator, type Phrase, type SafeHtml } from "./mail-text";

/** The parts of a mail. Text and HTML are rendered from the same blocks, so that they always match. */
export type MailBlock =
  | { kind: "text"; text: Phrase }
  /** The main action. Alone on its line in the plain text. */
  | { kind: "button"; label: Phrase; url: string }
  /** A secondary action. */
  | { kind: "link"; label: Phrase; url: string }
  /** User text. */
  | { kind: "quote"; text: string }
  | { kind: "code"; code: string };

interface MailDraft {
  subject: Phrase;
  blocks: MailBlock[];
  /** Small print: why the recipient got this mail. */
  footer: Phrase;
}

/** Renders both parts in the language of the texts. Quotes may contain raw user text: they are cleaned and escaped here. */
export function renderMail(
  t: Pick<MailTranslator, "language" | "direction">,
  { subject, blocks, footer }: MailDraft,
): MailContent {
  const title = phraseText(subject, t.direction);
  const text = [...blocks.map((block) => blockText(block, t)), `--\n${phraseText(footer, t.direction)}`];
  return {
    subject: shortened(title, 200),
    text: `${text.join("\n\n")}\n`,
    html: mailPage(t, { title, blocks, footer }),
  };
}

function blockText(block: MailBlock, { direction }: Pick<MailTranslator, "direction">): string {
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

interface Page {
  title: string;
  blocks: readonly MailBlock[];
  footer: Phrase;
}

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "ui-monospace,Menlo,Consolas,monospace";

// Mail clients support inline styles and tables, so the light theme's tokens are inlined. Clients with media queries follow the system's
// dark mode.
const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:#0C0F16!important}
.paper{background-color:#141925!important;border-color:#252C3C!important}
.ink{color:#E8ECF4!important}
.muted{color:#9AA6BD!important}
.accent{color:#9EA3FF!important;border-color:#9EA3FF!important}
.button{background-color:#9EA3FF!important}
.on-button{color:#0C0F16!important}
.code{background-color:#23264A!important;color:#C3C6FF!important}
.quote{border-color:#667089!important}
}`;

/** The HTML part: a sheet of paper with the name above it, at most one button, and no remote content. */
export function mailPage(
  { language, direction }: Pick<MailTranslator, "language" | "direction">,
  { title, blocks, footer }: Page,
): string {
  return `<!doctype html>\n${
    html`<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${dark}</style></head>
<body class="ground" style="margin:0;padding:0;background-color:#F6F7F9">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#F6F7F9"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 24px 16px">${wordmark}</td></tr>
<tr><td class="paper ink" style="padding:32px 24px 16px;border:1px solid #E3E7EE;border-radius:10px;background-color:#FFFFFF;color:#0B1220;font:16px/26px ${sans};overflow-wrap:anywhere">
${blocks.map((block) => blockHtml(block, direction))}
</td></tr>
<tr><td class="muted" style="padding:16px 24px 0;font:13px/20px ${sans};color:#55607A;overflow-wrap:anywhere">${phraseHtml(footer)}</td></tr>
</table>
</td></tr></table>
</body></html>`.markup
  }\n`;
}

/** The name over its flourish as text, because images may be blocked. */
const wordmark = html`<span dir="ltr" class="ink" style="font:600 20px/26px ${sans};letter-spacing:-0.01em;color:#0B1220"><span class="accent" style="display:inline-block;padding:0 2px 2px;border-bottom:2px solid #3B3FD8;border-radius:0 0 12px 6px"><span class="ink" style="color:#0B1220">Paraph</span></span></span>`;

function blockHtml(block: MailBlock, direction: Direction): SafeHtml {
  switch (block.kind) {
    case "text":
      return html`<p style="margin:0 0 16px">${phraseHtml(block.text)}</p>`;
    case "button":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0"><tr><td class="button" bgcolor="#3B3FD8" style="border-radius:6px;background-color:#3B3FD8"><a class="on-button" href="${block.url}" style="display:inline-block;padding:12px 24px;font:600 16px/22px ${sans};color:#FFFFFF;text-decoration:none">${phraseHtml(block.label)}</a></td></tr></table>
<p dir="ltr" class="muted" style="margin:0 0 20px;font-size:13px;line-height:20px;color:#55607A;text-align:${sideOf(direction)};word-break:break-all">${block.url}</p>`;
    case "link":
      return html`<p style="margin:0 0 16px"><a class="accent" href="${block.url}" style="color:#3B3FD8;text-decoration:underline">${phraseHtml(block.label)}</a><br><span dir="ltr" class="muted" style="display:block;font-size:13px;line-height:20px;color:#55607A;text-align:${sideOf(direction)};word-break:break-all">${block.url}</span></p>`;
    case "quote":
      return html`<p dir="auto" class="quote" style="margin:0 0 16px;padding-${sideOf(direction)}:16px;border-${sideOf(direction)}:3px solid #828CA1;white-space:pre-line">${severalLines(block.text)}</p>`;
    case "code":
      return html`<p dir="ltr" class="code" style="margin:8px 0 24px;padding:16px 24px;border-radius:6px;background-color:#ECECFD;color:#2F33B5;text-align:center;font:600 32px/40px ${mono};letter-spacing:0.2em">${block.code}</p>`;
  }
}

/** The start side of lines; mail clients have no logical properties. */
function sideOf(direction: Direction): "left" | "right" {
  return direction === "ltr" ? "left" : "right";
}
