const urls = /https?:\/\/[^\s<>"]+/g;
const trailing = /[.,;:!?)\]]+$/;
const codes = /(?<![\d/-])\d{6}(?![\d/-])/;

export interface MessageLink {
  url: string;
  /** The path here, for a link to this service; null for one that leads elsewhere. */
  path: string | null;
}

/** The links in a message's text, each once, in their order. `origin` is this service's own. */
export function linksOf(text: string, origin: string): MessageLink[] {
  const found = [...new Set([...text.matchAll(urls)].map(([url]) => url.replace(trailing, "")))];
  return found
    .filter((url) => URL.canParse(url))
    .map((url) => {
      const { origin: its, pathname, search, hash } = new URL(url);
      return { url, path: its === origin ? `${pathname}${search}${hash}` : null };
    });
}

/** The six digits that a message tells, or null. */
export function codeOf(text: string): string | null {
  return codes.exec(text.replace(urls, ""))?.[0] ?? null;
}

/** A message's markup without its style sheet, which the policy of our pages refuses: the styles of its elements are the light ones already. */
export function withoutStyleSheet(markup: string): string {
  return markup.replace(/<style>[^<]*<\/style>/g, "");
}
