import type { TemplateDocument, TemplateRole } from "@/db/schema/templates";
import type { Actor, Ctx } from "@/lib/context/context";
import type { FileContent } from "@/lib/documents/content";
import { engineTurn } from "@/lib/documents/engine-turn";
import type { PageImage } from "@/lib/documents/pages";
import { withIntactBlobs, withIntactPlaces } from "@/lib/documents/storage/damaged-blobs";
import { toBlobs } from "@/lib/documents/storage/segments";
import { findSuggestions, nothingSuggested } from "@/lib/documents/suggestions/find";
import type { TemplateSuggestionsAnswer } from "@/lib/documents/suggestions/schema";
import { withFileErrors } from "@/lib/engine/file-errors";
import { DomainError } from "@/lib/platform/errors";
import { withoutPdfEnding } from "@/lib/platform/plain-text";
import { getOwnTemplate } from "./access";

/**
 * `GET /templates/{id}/pages/{n}/image`: a page of the current version. Throws `not_found`, `integrity_error`,
 * `too_large`.
 */
export async function drawTemplatePage(
  ctx: Ctx,
  actor: Actor,
  { id, n, width, format }: { id: number; n: number; width: number; format: "png" | "webp" },
): Promise<PageImage> {
  const { document } = await getOwnTemplate(ctx, actor, { id });
  return drawPageOf(ctx, document, { n, width, format }, engineTurn(ctx, actor, document));
}

/** A page of a template's document for a caller who may see it. Throws `not_found` for a page that it does not have. */
export function drawPageOf(
  ctx: Ctx,
  document: TemplateDocument,
  { n, width, format }: { n: number; width: number; format: "png" | "webp" },
  turn: ReturnType<typeof engineTurn>,
): PageImage {
  if (!document.pages[n - 1]) throw new DomainError("not_found");
  return {
    mediaType: `image/${format}`,
    etag: `${document.sha256.slice(0, 32)}-${n}-${width}-${format}`,
    bytes: () =>
      withFileErrors(async () => {
        const segments = contentOf(document);
        return withIntactPlaces(ctx, document, segments, (places) =>
          ctx.engine.pageImage(places, { page: n, widthPx: width, format }, turn),
        );
      }),
  };
}

/** `GET /templates/{id}/content`: the document of the current version. Throws `not_found`, `integrity_error`. */
export async function downloadTemplate(ctx: Ctx, actor: Actor, { id }: { id: number }): Promise<FileContent> {
  const { template, document } = await getOwnTemplate(ctx, actor, { id });
  return withFileErrors(async () => {
    const segments = contentOf(document);
    const stream = await withIntactBlobs(ctx, document, segments, () => ctx.blobs.openAll(toBlobs(document, segments)));
    return {
      stream,
      sizeBytes: document.size,
      sha256: document.sha256,
      fileName: `${withoutPdfEnding(template.name)}.pdf`,
      mediaType: "application/pdf",
    };
  });
}

/** The parts of the document in order, without the original of an upload that was repaired. */
function contentOf({ segments }: TemplateDocument): TemplateDocument["segments"] {
  return segments.filter(({ role }) => role === "content").sort((a, b) => a.position - b.position);
}

/**
 * `GET /templates/{id}/suggestions`: the fields of the form of a template's document, and the places in its text and
 * drawings that call for a field. A signer named by number in the text is the role with that place in the signing
 * order. Throws `not_found`, `integrity_error`, `too_large`.
 */
export async function listTemplateSuggestions(
  ctx: Ctx,
  actor: Actor,
  { id }: { id: number },
): Promise<TemplateSuggestionsAnswer> {
  const { version, document } = await getOwnTemplate(ctx, actor, { id });
  if (document.alreadySigned) return nothingSuggested;
  const segments = contentOf(document);
  const { found, ...searched } = await withFileErrors(() =>
    withIntactBlobs(ctx, document, segments, () => findSuggestions(ctx, document, segments)),
  );
  const names = namesInOrder(version.roles);
  const data = found.map((one) => ({ ...one, role: one.signer === null ? null : (names[one.signer - 1] ?? null) }));
  return { data, ...searched };
}

/** In the order in which a request from the template numbers its people. Only signers have fields. */
function namesInOrder(roles: readonly TemplateRole[]): (string | null)[] {
  return roles
    .toSorted((a, b) => a.signingOrder - b.signingOrder)
    .map(({ name, role = "signer" }) => (role === "signer" ? name : null));
}
