const urlPattern = /https?:\/\/[^\s<>"]+/g;
const trailingPunctuation = /[.,;:!?)\]]+$/;
const codePattern = /(?<![\d/-])\d{6}(?![\d/-])/;

interface MessageLink {
  url: string;
  /** The path of a link to this service; null for a link elsewhere. */
  path: string | null;
}

/** The links in a message's text, in order and without duplicates. `origin` is this service's own. */
export function linksOf(text: string, origin: string): MessageLink[] {
  const found = [...new Set([...text.matchAll(urlPattern)].map(([url]) => url.replace(trailingPunctuation, "")))];
  return found
    .filter((url) => URL.canParse(url))
    .map((url) => {
      const link = new URL(url);
      return { url, path: link.origin === origin ? `${link.pathname}${link.search}${link.hash}` : null };
    });
}

/** The six-digit code in a message, or null. */
export function codeOf(text: string): string | null {
  return codePattern.exec(text.replace(urlPattern, ""))?.[0] ?? null;
}

/**
 * A message's markup without its style sheet, which the content policy blocks. Its elements carry the light theme
 * inline.
 */
export function withoutStyleSheet(markup: string): string {
  return markup.replace(/<style>[^<]*<\/style>/g, "");
}

/** The links of a preview lead nowhere, so they must not take the focus. */
export function withoutLinks(html: string): string {
  return html.replaceAll(/<a\s[^>]*?href="[^"]*"/g, (start) => start.replace(/\shref="[^"]*"/, ""));
}
