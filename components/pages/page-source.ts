/** A page as `GET …/pages` tells of it: its number from 1, and its size in points as a reader sees it. */
export interface PageBox {
  page: number;
  width: number;
  height: number;
}

/** Where the pages come from: a file that the session may read, the same as it was at a signed revision, or a sign link that needs no session. */
export type PageSource =
  { kind: "file"; uuid: string } | { kind: "revision"; uuid: string; revision: number } | { kind: "link"; u: string };

/** The widths that page images are asked for in: few, so that the same picture serves many windows. */
export const imageWidths = [480, 800, 1200, 1600] as const;
export const thumbnailWidth = 160;

export function pageImageUrl(source: PageSource, page: number, width: number): string {
  return `${addressOf(source)}/pages/${page}/image?width=${width}&format=webp`;
}

/** The whole document, to keep. */
export function contentUrl(source: PageSource): string {
  return `${addressOf(source)}/content`;
}

/** The same for showing it, which the document's history does not call a download. */
export function viewUrl(source: PageSource): string {
  return source.kind === "link" ? contentUrl(source) : `${contentUrl(source)}?purpose=view`;
}

function addressOf(source: PageSource): string {
  switch (source.kind) {
    case "file":
      return `/api/v1/file/${source.uuid}`;
    case "revision":
      return `/api/v1/file/${source.uuid}/revisions/${source.revision}`;
    case "link":
      return `/api/v1/sign/uuid/${source.u}`;
  }
}
