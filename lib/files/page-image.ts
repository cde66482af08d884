import { createHash } from "node:crypto";
import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import type { PageBox } from "@/lib/pdf-pool/draw-boxes";
import type { PageImageRequest } from "@/lib/pdf-pool/render-page";
import { withFileErrors } from "./engine-errors";
import { engineTurn } from "./engine-turn";
import { toId } from "./identifiers";
import { toPlaces } from "./segments";
import type { SignedRevision } from "./signed-revisions";
import { withWholeVersion } from "./whole-version";

export interface PageImage {
  mediaType: "image/png" | "image/webp";
  /** The same for the same picture: the document's revision, the page, the size, and how we draw. */
  etag: string;
  /** Draws it: throws `integrity_error`, `too_large`. Not called when whoever asks has the picture already. */
  bytes: () => Promise<Buffer>;
}

/** To be raised when the same page comes out differently, so that no browser goes on showing what it has. */
const drawing = 1;

/** What to draw of a page. */
interface Drawing {
  n: number;
  width: number;
  format: "png" | "webp";
  boxes: readonly PageBox[];
}

/**
 * One page as people see it, for a caller who has authorised the reader: of the document as it is now, or as it was at `revision`, which has the
 * same pages. Throws `not_found` for a page that is not there.
 */
export function drawPageOf(
  ctx: Ctx,
  actor: Actor,
  file: File,
  { n, width, format, boxes }: Drawing,
  revision?: SignedRevision,
): PageImage {
  const page = toId(n);
  const size = file.pages[page - 1];
  if (!size) throw new DomainError("not_found");
  return {
    mediaType: `image/${format}`,
    etag: `${(revision ?? file).sha256.slice(0, 32)}-${page}-${width}-${format}-${drawing}${boxes.length === 0 ? "" : `-${digest(boxes)}`}`,
    bytes: () =>
      draw(ctx, actor, file, revision ?? "current", {
        page,
        widthPx: width,
        format,
        ...(boxes.length === 0 ? {} : { overlay: { boxes, pageWidthPt: size.widthPt } }),
      }),
  };
}

function digest(boxes: readonly PageBox[]): string {
  return createHash("sha256").update(JSON.stringify(boxes)).digest("hex").slice(0, 16);
}

function draw(
  ctx: Ctx,
  actor: Actor,
  file: File,
  version: "current" | SignedRevision,
  request: PageImageRequest,
): Promise<Buffer> {
  return withWholeVersion(ctx, actor, file, version, ({ segments }) => {
    const places = toPlaces(ctx, file, segments);
    return withFileErrors(() => ctx.engine.pageImage(places, request, engineTurn(ctx, actor, file)));
  });
}
