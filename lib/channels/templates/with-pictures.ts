import type { InlineImage } from "@/lib/channels/messenger";

/** A mail's HTML with its pictures in itself, for places that show a mail without its parts. */
export function withPictures(html: string, inline: readonly InlineImage[] = []): string {
  return inline.reduce(
    (page, { cid, contentType, content }) =>
      page.replaceAll(`src="cid:${cid}"`, `src="data:${contentType};base64,${content.toString("base64")}"`),
    html,
  );
}
