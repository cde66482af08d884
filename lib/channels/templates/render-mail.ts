import { oneLine, severalLines, shortened, type InlineImage, type MailContent } from "@/lib/channels/messenger";
import type { Palette } from "@/lib/platform/brand";
import type { Direction } from "@/lib/platform/locale/languages";
import {
  html,
  mailColours,
  phraseHtml,
  phraseText,
  SafeHtml,
  type MailBrand,
  type MailTranslator,
  type Phrase,
} from "./mail-text";

/** The parts of an e-mail. Text and HTML are rendered from the same blocks, so that they always match. */
export type MailBlock =
  | { kind: "text"; text: Phrase }
  /** The main action. Alone on its line in the plain text. */
  | { kind: "button"; label: Phrase; url: string }
  /** A secondary action. */
  | { kind: "link"; label: Phrase; url: string }
  /** The document that the e-mail is about, as a card. */
  | { kind: "document"; card: DocumentCard }
  /** User text. */
  | { kind: "quote"; text: string }
  | { kind: "code"; code: string };

export interface DocumentCard {
  /** User text. */
  title: string;
  /** Lines below the title: pages, sender, deadline. */
  lines: Phrase[];
  /** The first page as a PNG, or null. */
  thumbnail: Buffer | null;
}

const thumbnailCid = "firstpage";
const logoCid = "logo";

interface MailDraft {
  subject: Phrase;
  blocks: MailBlock[];
  /** Small print: why the recipient got this e-mail. */
  footer: Phrase;
}

/**
 * Renders both parts in the language of the texts. Quotes may contain raw user text, which is cleaned and escaped here.
 */
export function renderMail(
  t: Pick<MailTranslator, "language" | "direction" | "brand" | "phrase">,
  { subject, blocks, footer }: MailDraft,
): MailContent {
  const title = phraseText(subject, t.direction);
  const links = legalLinks(t);
  const text = [
    ...blocks.map((block) => blockText(block, t)),
    [`--`, phraseText(footer, t.direction), ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
  ];
  const inline = inlineImages(t.brand, blocks);
  return {
    subject: shortened(title, 200),
    text: `${text.join("\n\n")}\n`,
    html: mailPage(t, { title, blocks, footer, links }),
    ...(inline.length > 0 && { inline }),
  };
}

function inlineImages({ logo }: MailBrand, blocks: readonly MailBlock[]): InlineImage[] {
  const image = (cid: string, content: Buffer): InlineImage => ({ cid, contentType: "image/png", content });
  const pages = blocks.flatMap((block) =>
    block.kind === "document" && block.card.thumbnail ? [image(thumbnailCid, block.card.thumbnail)] : [],
  );
  return [...(logo ? [image(logoCid, logo)] : []), ...pages];
}

interface LegalLink {
  label: string;
  url: string;
}

function legalLinks({ brand, phrase }: Pick<MailTranslator, "brand" | "phrase">): LegalLink[] {
  return (
    [
      ["privacy", brand.privacyUrl],
      ["terms", brand.termsUrl],
      ["imprint", brand.imprintUrl],
    ] as const
  ).flatMap(([name, url]) => (url === null ? [] : [{ label: phrase(`legal.${name}`), url }]));
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
    case "document":
      return [oneLine(block.card.title), ...block.card.lines.map((line) => phraseText(line, direction))].join("\n");
    case "code":
      return block.code;
  }
}

interface Page {
  title: string;
  blocks: readonly MailBlock[];
  footer: Phrase;
  links?: readonly LegalLink[];
}

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "ui-monospace,Menlo,Consolas,monospace";

// E-mail clients support inline styles and tables, so the light theme's tokens are inlined. Clients with media queries
// follow the system's dark mode.
const darkStyle = ({
  primary,
  onPrimary,
  tint,
  onTint,
}: Palette): string => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background-color:#0C0F16!important}
.paper{background-color:#141925!important;border-color:#252C3C!important}
.ink{color:#E8ECF4!important}
.muted{color:#9AA6BD!important}
.accent{color:${primary}!important;border-color:${primary}!important}
.button{background-color:${primary}!important}
.on-button{color:${onPrimary}!important}
.code{background-color:${tint}!important;color:${onTint}!important}
.card{border-color:#252C3C!important}
.logo{background-color:#FFFFFF!important;padding:4px!important;border-radius:6px!important}
.quote{border-color:#667089!important}
}`;

/**
 * The HTML part: a sheet of paper with the name above it, at most one button, and no remote content, because images are
 * embedded in the e-mail.
 */
export function mailPage(
  { language, direction, brand }: Pick<MailTranslator, "language" | "direction" | "brand">,
  { title, blocks, footer, links = [] }: Page,
): string {
  const colours = mailColours(brand);
  return `<!doctype html>\n${
    html`<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${new SafeHtml(darkStyle(colours.dark))}</style></head>
<body class="ground" style="margin:0;padding:0;background-color:#F6F7F9">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#F6F7F9"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 24px 16px">${brandMark(brand, colours.light)}</td></tr>
<tr><td class="paper ink" style="padding:32px 24px 16px;border:1px solid #E3E7EE;border-radius:10px;background-color:#FFFFFF;color:#0B1220;font:16px/26px ${sans};overflow-wrap:anywhere">
${blocks.map((block) => blockHtml(block, direction, colours.light))}
</td></tr>
<tr><td class="muted" style="padding:16px 24px 0;font:13px/20px ${sans};color:#55607A;overflow-wrap:anywhere">${phraseHtml(footer)}${links.map(({ label, url }) => html`<br><a class="muted" href="${url}" style="color:#55607A;text-decoration:underline">${label}</a>`)}</td></tr>
</table>
</td></tr></table>
</body></html>`.markup
  }\n`;
}

/** The name above its flourish as text, because images may be blocked. */
const ownMark = ({ primary }: Palette): SafeHtml =>
  html`<span dir="ltr" class="ink" style="font:600 20px/26px ${sans};letter-spacing:-0.01em;color:#0B1220"><span class="accent" style="display:inline-block;padding:0 2px 2px;border-bottom:2px solid ${primary};border-radius:0 0 12px 6px"><span class="ink" style="color:#0B1220">Paraph</span></span></span>`;

/** The instance's logo and name, or the product's own mark. */
function brandMark({ name, logo }: MailBrand, colours: Palette): SafeHtml {
  const logoHtml = logo
    ? html`<img class="logo" src="cid:${logoCid}" alt="${name ?? ""}" height="32" style="display:block;height:32px;max-width:200px;border:0">`
    : null;
  if (logoHtml) return logoHtml;
  if (name === null) return ownMark(colours);
  return html`<span class="ink" style="font:600 20px/26px ${sans};letter-spacing:-0.01em;color:#0B1220"><bdi>${name}</bdi></span>`;
}

/** The document next to its first page. */
function cardHtml({ title, lines, thumbnail }: DocumentCard): SafeHtml {
  const page = thumbnail
    ? html`<td width="80" valign="top" style="padding:12px 0 12px 12px"><img src="cid:${thumbnailCid}" alt="" width="80" style="display:block;width:80px;height:auto;border:1px solid #E3E7EE;background-color:#FFFFFF"></td>`
    : html``;
  return html`<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border:1px solid #E3E7EE;border-radius:8px"><tr>${page}<td valign="top" style="padding:12px 16px"><p dir="auto" style="margin:0 0 4px;font-weight:600">${oneLine(title)}</p>${lines.map((line) => html`<p class="muted" style="margin:0;font-size:14px;line-height:22px;color:#55607A">${phraseHtml(line)}</p>`)}</td></tr></table>`;
}

function blockHtml(block: MailBlock, direction: Direction, colours: Palette): SafeHtml {
  switch (block.kind) {
    case "text":
      return html`<p style="margin:0 0 16px">${phraseHtml(block.text)}</p>`;
    case "button":
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0"><tr><td class="button" bgcolor="${colours.primary}" style="border-radius:6px;background-color:${colours.primary}"><a class="on-button" href="${block.url}" style="display:inline-block;padding:12px 24px;font:600 16px/22px ${sans};color:${colours.onPrimary};text-decoration:none">${phraseHtml(block.label)}</a></td></tr></table>
<p dir="ltr" class="muted" style="margin:0 0 20px;font-size:13px;line-height:20px;color:#55607A;text-align:${sideOf(direction)};word-break:break-all">${block.url}</p>`;
    case "link":
      return html`<p style="margin:0 0 16px"><a class="accent" href="${block.url}" style="color:${colours.primary};text-decoration:underline">${phraseHtml(block.label)}</a><br><span dir="ltr" class="muted" style="display:block;font-size:13px;line-height:20px;color:#55607A;text-align:${sideOf(direction)};word-break:break-all">${block.url}</span></p>`;
    case "document":
      return cardHtml(block.card);
    case "quote":
      return html`<p dir="auto" class="quote" style="margin:0 0 16px;padding-${sideOf(direction)}:16px;border-${sideOf(direction)}:3px solid #828CA1;white-space:pre-line">${severalLines(block.text)}</p>`;
    case "code":
      return html`<p dir="ltr" class="code" style="margin:8px 0 24px;padding:16px 24px;border-radius:6px;background-color:${colours.tint};color:${colours.onTint};text-align:center;font:600 32px/40px ${mono};letter-spacing:0.2em">${block.code}</p>`;
  }
}

/** The start side of lines. E-mail clients do not support logical properties. */
function sideOf(direction: Direction): "left" | "right" {
  return direction === "ltr" ? "left" : "right";
}

/** An e-mail's HTML with its images inlined, for places that show an e-mail without its parts. */
export function withPictures(html: string, inline: readonly InlineImage[] = []): string {
  return inline.reduce(
    (page, { cid, contentType, content }) =>
      page.replaceAll(`src="cid:${cid}"`, `src="data:${contentType};base64,${content.toString("base64")}"`),
    html,
  );
}
