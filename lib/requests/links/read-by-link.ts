import type { Actor, Ctx } from "@/lib/context/context";
import { openContent, type FileContent } from "@/lib/documents/content";
import { getPdf } from "@/lib/documents/envelopes/pdfs";
import { drawPageWithFields } from "@/lib/documents/fields/draw-page";
import { pagesOf, readPageOf, type PageImage } from "@/lib/documents/pages";
import type { LinkContentQuery, PageImageQuery, PageTextWire, PageWire } from "@/lib/documents/schema";
import { toUuid } from "@/lib/platform/ids";
import { getByLink } from "./find-by-link";

/**
 * The document's bytes, or those of a file of the envelope, for the holder of a sign link. Throws what `getByLink`
 * throws, `integrity_error`, `is_envelope`.
 */
export async function downloadByLink(
  ctx: Ctx,
  actor: Actor,
  input: { u: string } & LinkContentQuery,
): Promise<FileContent> {
  const { file } = await getByLink(ctx, actor, input.u);
  const pdf = input.file === undefined ? file : await getPdf(ctx, file, toUuid(input.file));
  return openContent(ctx, actor, pdf, input.version);
}

/** The document's pages for the holder of a sign link. */
export async function listPagesByLink(ctx: Ctx, actor: Actor, input: { u: string }): Promise<{ data: PageWire[] }> {
  const { file } = await getByLink(ctx, actor, input.u);
  return { data: pagesOf(file) };
}

/**
 * The text of one page for the holder of a sign link, for browsers that cannot draw the document and for screen
 * readers.
 */
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
  return drawPageWithFields(ctx, actor, file, input);
}
