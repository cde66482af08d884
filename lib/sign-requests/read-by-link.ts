import type { Actor, Ctx } from "@/lib/context";
import { drawPageWithBoxes } from "@/lib/elements/draw-page";
import { openContent, type FileContent } from "@/lib/files/content";
import type { PageImage } from "@/lib/files/page-image";
import { readPageOf } from "@/lib/files/page-text";
import { pagesOf } from "@/lib/files/pages";
import type { ContentQuery, PageImageQuery, PageTextWire, PageWire } from "@/lib/files/schema";
import { getByLink } from "./find-by-link";

/** The document's bytes for the holder of a sign link. Throws what `getByLink` throws, `integrity_error`. */
export async function downloadByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string } & ContentQuery,
): Promise<FileContent> {
  const { file } = await getByLink(ctx, actor, input.u);
  return openContent(ctx, actor, file, input.version);
}

/** The document's pages for the holder of a sign link. */
export async function listPagesByLink(ctx: Ctx, actor: Actor, input: { u: string }): Promise<{ data: PageWire[] }> {
  const { file } = await getByLink(ctx, actor, input.u);
  return { data: pagesOf(file) };
}

/** The text of one page for the holder of a sign link: for browsers that cannot draw the document, and who cannot see it drawn. */
export async function readPageByLink(ctx: Ctx, actor: Actor, input: { u: string; n: number }): Promise<PageTextWire> {
  const { file } = await getByLink(ctx, actor, input.u);
  return readPageOf(ctx, actor, file, input.n);
}

/** One page for the holder of a sign link. */
export async function drawPageByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string; n: number } & PageImageQuery,
): Promise<PageImage> {
  const { file } = await getByLink(ctx, actor, input.u);
  return drawPageWithBoxes(ctx, actor, file, input);
}
