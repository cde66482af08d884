import type { File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { getReadableFile } from "./access";
import { asIntegrityError } from "./content";
import { toFileError } from "./engine-errors";
import { toId, toUuid } from "./identifiers";
import type { PageImageQuery } from "./schema";
import { readSegments, toBlobs, toPlaces } from "./segments";

export interface PageImage {
  bytes: Buffer;
  mediaType: "image/png" | "image/webp";
}

/** One page as people see it, for the requester and told signers. Throws `not_found` for a page that is not there. */
export async function drawPage(ctx: Ctx, actor: Actor, input: { uuid: string; n: number } & PageImageQuery): Promise<PageImage> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return drawPageOf(ctx, actor, file, input);
}

/** As `drawPage` for a caller who has authorised the reader. */
export async function drawPageOf(ctx: Ctx, actor: Actor, file: File, input: { n: number } & PageImageQuery): Promise<PageImage> {
  const page = toId(input.n);
  if (page > file.pages.length) throw new DomainError("not_found");
  const segments = await readSegments(ctx, file.id);
  try {
    for (const blob of toBlobs(file, segments)) await ctx.blobs.size(blob.key);
    const bytes = await ctx.engine.pageImage(toPlaces(ctx, file, segments), { page, widthPx: input.width, format: input.format });
    return { bytes, mediaType: `image/${input.format}` };
  } catch (error) {
    throw toFileError(await asIntegrityError(ctx, actor, file, error));
  }
}
