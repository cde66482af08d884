import type { File, SignRequest } from "@/db/schema/files";
import { systemActor, type Actor, type Ctx } from "@/lib/context/context";
import type { PdfEngine } from "@/lib/engine/engine";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { PageField, PageImageRequest } from "@/lib/engine/pages/render-page";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { toId, toUuid } from "@/lib/platform/ids";
import { getReadableFile } from "./access";
import { engineTurn } from "./engine-turn";
import { findPage } from "./envelopes/pdfs";
import type { PageTextWire, PageWire } from "./schema";
import type { SignedRevision } from "./signed-revisions";
import { withPlaces } from "./storage/segments";
import { withWholeVersion } from "./whole-version";

/** The pages of a document for its requester and notified signers, with sizes in points as displayed. */
export async function listPages(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<{ data: PageWire[] }> {
  const { file } = await getReadableFile(ctx, actor, { uuid: toUuid(input.uuid) });
  return { data: pagesOf(file) };
}

export function pagesOf(file: Pick<File, "pages">): PageWire[] {
  return file.pages.map((page, index) => ({
    page: index + 1,
    width: page.widthPt,
    height: page.heightPt,
    rotation: page.rotation,
  }));
}

export interface PageImage {
  mediaType: "image/png" | "image/webp";
  /** Identifies the image by the document's revision, the page, the size, and the version of our rendering. */
  etag: string;
  /** Draws the image. Throws `integrity_error`, `too_large`. Not called if the client already has the image. */
  bytes: () => Promise<Buffer>;
}

/**
 * To be increased when the same page is rendered differently, so that browsers do not keep showing the cached image.
 */
const drawing = 1;

/** The part of a page to draw. */
interface Drawing {
  n: number;
  width: number;
  format: "png" | "webp";
  fields: readonly PageField[];
}

/** Like `drawPageOf`, for a document or an envelope, whose pages are numbered across its files. Throws `not_found`. */
export async function drawAnyPageOf(
  ctx: Ctx,
  actor: Actor,
  file: File,
  drawing: Omit<Drawing, "fields">,
  fieldsOn: (pdf: File, page: number) => Promise<readonly PageField[]>,
): Promise<PageImage> {
  const { pdf, page } = await findPage(ctx, file, toId(drawing.n));
  return drawPageOf(ctx, actor, pdf, { ...drawing, n: page, fields: await fieldsOn(pdf, page) });
}

/**
 * One page as displayed, for a caller who has authorised the reader: of the current document, or of the document at
 * `revision`, which has the same pages. Throws `not_found` for a page that does not exist.
 */
export function drawPageOf(
  ctx: Ctx,
  actor: Actor,
  file: File,
  { n, width, format, fields }: Drawing,
  revision?: SignedRevision,
): PageImage {
  const page = toId(n);
  const size = file.pages[page - 1];
  if (!size) throw new DomainError("not_found");
  return {
    mediaType: `image/${format}`,
    etag: `${(revision ?? file).sha256.slice(0, 32)}-${page}-${width}-${format}-${drawing}${fields.length === 0 ? "" : `-${digest(fields)}`}`,
    bytes: () =>
      draw(ctx, actor, file, revision ?? "current", {
        page,
        widthPx: width,
        format,
        ...(fields.length === 0 ? {} : { overlay: { fields, pageWidthPt: size.widthPt } }),
      }),
  };
}

function digest(fields: readonly PageField[]): string {
  return sha256Hex(JSON.stringify(fields)).slice(0, 16);
}

function draw(
  ctx: Ctx,
  actor: Actor,
  file: File,
  version: "current" | SignedRevision,
  request: PageImageRequest,
): Promise<Buffer> {
  return withWholeVersion(ctx, actor, file, version, ({ segments }) =>
    withPlaces(ctx, file, segments, (places) =>
      withFileErrors(() => ctx.engine.pageImage(places, request, engineTurn(ctx, actor, file))),
    ),
  );
}

/**
 * The text of one page, for a caller who has authorised the reader. Throws `not_found` for a page that does not exist,
 * `integrity_error`, `too_large`.
 */
export async function readPageOf(ctx: Ctx, actor: Actor, file: File, n: number): Promise<PageTextWire> {
  const { pdf, page } = await findPage(ctx, file, toId(n));
  const lines = await withWholeVersion(ctx, actor, pdf, "current", ({ segments }) =>
    withPlaces(ctx, pdf, segments, (places) =>
      withFileErrors(() => ctx.engine.pageText(places, page, engineTurn(ctx, actor, pdf))),
    ),
  );
  return { page: n, lines };
}

/** Too small to read text, large enough to recognise a document (decision 73). */
const widthPx = 160;

/** Only if the mailbox alone gives access to the document: not for signers who need an account or a code by SMS. */
export function mayHaveThumbnail({ identifyMethods }: Pick<SignRequest, "identifyMethods">): boolean {
  return identifyMethods.every((method) => method === "email");
}

/**
 * The first page as a small PNG for an e-mail. Null for signers who may not have it, and if it cannot be drawn. The
 * e-mail is then sent without it.
 */
export async function readThumbnail(ctx: Ctx, file: File, signer: SignRequest | null): Promise<Buffer | null> {
  if (signer && !mayHaveThumbnail(signer)) return null;
  try {
    return await drawOnce(ctx, file);
  } catch (error) {
    ctx.log.warn({ err: error, file: file.id }, "a mail goes out without its thumbnail");
    return null;
  }
}

/** Drawings in progress, by file and hash. */
const underWay = new WeakMap<PdfEngine, Map<string, Promise<Buffer>>>();

/** The e-mails about a completed document are created at the same time, so they wait for one drawing. */
function drawOnce(ctx: Ctx, file: File): Promise<Buffer> {
  const drawing = underWay.get(ctx.engine) ?? new Map<string, Promise<Buffer>>();
  underWay.set(ctx.engine, drawing);
  const key = `${file.uuid} ${file.sha256}`;
  const running = drawing.get(key);
  if (running) return running;
  const started = drawAnyPageOf(ctx, systemActor, file, { n: 1, width: widthPx, format: "png" }, () =>
    Promise.resolve([]),
  )
    .then((page) => page.bytes())
    .then((bytes) => Buffer.from(bytes))
    .finally(() => drawing.delete(key));
  drawing.set(key, started);
  return started;
}
