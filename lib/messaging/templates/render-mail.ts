import type { MailContent } from "../messenger";
import { oneLine, severalLines, shortened } from "../safe-text";
import { html, type SafeHtml } from "./html";

/** What a mail is made of. Both parts, text and HTML, are rendered from the same blocks, so neither can say what the other does not. */
export type MailBlock =
  | { kind: "text"; text: string }
  /** Alone on its line in the plain text. */
  | { kind: "link"; label: string; url: string }
  /** Somebody else's words. */
  | { kind: "quote"; text: string }
  | { kind: "code"; code: string };

export interface MailDraft {
  subject: string;
  blocks: MailBlock[];
  /** Small print: why this mail came. */
  footer: string;
}

/** Renders both parts. Texts may hold users' words: they are cleaned and escaped here. */
export function renderMail({ subject, blocks, footer }: MailDraft): MailContent {
  const title = oneLine(subject);
  return {
    subject: shortened(title, 200),
    text: `${[...blocks.map(blockText), `--\n${oneLine(footer)}`].join("\n\n")}\n`,
    html: `<!doctype html>\n${page(title, blocks.map(blockHtml), oneLine(footer)).markup}\n`,
  };
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case "text":
      return oneLine(block.text);
    case "link":
      return `${oneLine(block.label)}:\n${block.url}`;
    case "quote":
      return severalLines(block.text);
    case "code":
      return block.code;
  }
}

// Mail programs know inline styles only. Colours are the light tokens of the pages; a mail is paper in dark mode too.
function blockHtml(block: MailBlock): SafeHtml {
  switch (block.kind) {
    case "text":
      return html`<p style="margin:0 0 16px">${oneLine(block.text)}</p>`;
    case "link":
      return html`<p style="margin:24px 0 8px"><a href="${block.url}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:#3B3FD8;color:#FFFFFF;font-weight:600;text-decoration:none">${oneLine(block.label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;line-height:20px;color:#55607A;word-break:break-all">${block.url}</p>`;
    case "quote":
      return html`<p style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #828CA1;white-space:pre-line">${severalLines(block.text)}</p>`;
    case "code":
      return html`<p style="margin:24px 0;font-size:32px;line-height:40px;font-weight:600;letter-spacing:0.2em;font-family:ui-monospace,Menlo,Consolas,monospace">${block.code}</p>`;
  }
}

function page(title: string, blocks: SafeHtml[], footer: string): SafeHtml {
  return html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#F6F7F9">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;border-radius:10px;background:#FFFFFF;color:#0B1220;font:16px/26px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
${blocks}
</div>
<p style="max-width:560px;margin:16px auto 0;padding:0 24px;font:13px/20px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#55607A">${footer}</p>
</body></html>`;
}
