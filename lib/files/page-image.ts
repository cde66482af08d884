import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getReadableFile } from "./access";
import { withFileErrors } from "./engine-errors";
import { toId, toUuid } from "./identifiers";
import type { PageImageQuery } from "./schema";
import { toPlaces } from "./segments";
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

/** One page as people see it, for the requester and told signers. Throws `not_found` for a page that is not there. */
export async function drawPage(ctx: Ctx, actor: Actor, input: { uuid: string; n: number } & PageImageQuery): Promise<PageImage> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return drawPageOf(ctx, actor, file, input);
}

/** As `drawPage` for a caller who has authorised the reader. */
export function drawPageOf(ctx: Ctx, actor: Actor, file: File, input: { n: number } & PageImageQuery): PageImage {
  const page = toId(input.n);
  if (page > file.pages.length) throw new DomainError("not_found");
  return {
    mediaType: `image/${input.format}`,
    etag: `${file.sha256.slice(0, 32)}-${page}-${input.width}-${input.format}-${drawing}`,
    bytes: () => draw(ctx, actor, file, { page, widthPx: input.width, format: input.format }),
  };
}

function draw(ctx: Ctx, actor: Actor, file: File, request: { page: number; widthPx: number; format: "png" | "webp" }): Promise<Buffer> {
  return withWholeVersion(ctx, actor, file, "current", ({ segments }) => {
    const places = toPlaces(ctx, file, segments);
    return withFileErrors(() => ctx.engine.pageImage(places, request));
  });
}
