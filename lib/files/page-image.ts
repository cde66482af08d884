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
  bytes: Buffer;
  mediaType: "image/png" | "image/webp";
}

/** One page as people see it, for the requester and told signers. Throws `not_found` for a page that is not there, `integrity_error`. */
export async function drawPage(ctx: Ctx, actor: Actor, input: { uuid: string; n: number } & PageImageQuery): Promise<PageImage> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return drawPageOf(ctx, actor, file, input);
}

/** As `drawPage` for a caller who has authorised the reader. */
export async function drawPageOf(ctx: Ctx, actor: Actor, file: File, input: { n: number } & PageImageQuery): Promise<PageImage> {
  const page = toId(input.n);
  if (page > file.pages.length) throw new DomainError("not_found");
  return withWholeVersion(ctx, actor, file, "current", async ({ segments }) => {
    const places = toPlaces(ctx, file, segments);
    const bytes = await withFileErrors(() => ctx.engine.pageImage(places, { page, widthPx: input.width, format: input.format }));
    return { bytes, mediaType: `image/${input.format}` };
  });
}
