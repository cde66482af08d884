import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type FieldType, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnPdf } from "@/lib/documents/access";
import { toCoordinates } from "@/lib/documents/fields/stored-fields";
import { assertDraft } from "@/lib/documents/status";
import { withPlaces } from "@/lib/documents/storage/segments";
import type { UploadSegment } from "@/lib/documents/upload/ingest-upload";
import { withWholeVersion } from "@/lib/documents/whole-version";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { DrawnPlace } from "@/lib/engine/pages/drawn-places";
import type { CharacterBox } from "@/lib/engine/pages/pdfium";
import type { TextLine } from "@/lib/engine/pages/text-lines";
import { isRequiredByDefault } from "@/lib/platform/field-rules/details";
import { fitOnPage, standardSizes, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import { toUuid } from "@/lib/platform/ids";
import { anchorMarks, findAnchors, findUnreadTags, typeOfWords, type Anchor } from "./find-anchors";
import { suggestFormFields, type SuggestionSource } from "./form-fields";
import type { FoundSuggestion, SuggestionsAnswer } from "./schema";

const maxPages = 500;
const maxLines = 500;
const maxSuggestions = 500;
const maxUnreadTags = 50;

/** For a document that already has signatures. */
export const nothingSuggested = { data: [], formFieldsLeft: 0, unreadTags: [], pagesSearched: 0 };

type Found = Omit<SuggestionsAnswer, "data"> & { found: FoundSuggestion[] };

/**
 * The fields of an upload's form, followed by the places in its text and drawings that call for a field, in reading
 * order. `segments`: the whole document, with verified bytes. Throws `too_large` and the other errors of
 * `withFileErrors`.
 */
export async function findSuggestions(
  ctx: Ctx,
  document: SuggestionSource,
  segments: readonly UploadSegment[],
): Promise<Found> {
  const form = await suggestFormFields(ctx, document, segments);
  const { lines, drawn, pagesRead } = await withPlaces(ctx, document, segments, (places) =>
    withFileErrors(() => ctx.engine.textLines(places, { containing: anchorMarks, maxPages, maxLines })),
  );
  const inText = lines.flatMap((line) => suggestionsOf(line, document));
  const besideForm = [...inText, ...suggestDrawn(drawn, document)].filter(
    (suggestion) => !form.suggestions.some((field) => isSamePlace(field, suggestion)),
  );
  return {
    found: [...form.suggestions, ...besideForm.slice(0, maxSuggestions)],
    formFieldsLeft: form.left,
    unreadTags: lines
      .flatMap(({ page, text }) => findUnreadTags(text).map((tag) => ({ page, text: tag })))
      .slice(0, maxUnreadTags),
    pagesSearched: pagesRead,
  };
}

/** A form often has a field on a line of underscores. */
function isSamePlace({ coordinates: a }: FoundSuggestion, { coordinates: b }: FoundSuggestion): boolean {
  if (a.page !== b.page) return false;
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0;
}

function suggestionsOf({ page, text, boxes }: TextLine, { pages }: SuggestionSource): FoundSuggestion[] {
  const size = pages[page - 1];
  if (!size) return [];
  return findAnchors(text).flatMap((anchor) => {
    const box = placeAnchor(anchor, boxes.slice(anchor.start, anchor.end), size);
    if (!box) return [];
    const { type, signer, label, group, rules, required, value } = anchor;
    return [
      {
        type,
        source: "text" as const,
        signer,
        coordinates: toCoordinates({ page, ...box }, size.heightPt),
        label,
        group,
        rules,
        dateFormat: null,
        required,
        value,
        isOnPage: false,
        text: anchor.text,
      },
    ];
  });
}

/** Maximum growth of a field over a long blank, as a multiple of its usual width. */
const longest = 1.5;

/**
 * The field for an anchor whose characters are at `boxes`, in the usual size, aligned to their lower-left corner,
 * because typesetting leaves room above a blank. Text is drawn next to the existing text. On a drawn blank it is as
 * wide as the blank, within limits. Null if none of the characters is on the page.
 */
export function placeAnchor(
  { type, isRule }: Pick<Anchor, "type" | "isRule">,
  boxes: readonly (CharacterBox | null)[],
  page: PageSize,
): Box | null {
  const seen = boxes.filter((box) => box !== null);
  if (seen.length === 0) return null;
  const left = Math.min(...seen.map((box) => box[0])) * page.widthPt;
  const right = Math.max(...seen.map((box) => box[2])) * page.widthPt;
  const bottom = Math.max(...seen.map((box) => box[3])) * page.heightPt;
  if (right <= 0 || left >= page.widthPt || bottom <= 0 || Math.min(...seen.map((box) => box[1])) >= 1) return null;
  const { widthPt: usual, heightPt } = standardSizes[type];
  const widthPt = isRule ? Math.min(Math.max(right - left, usual / 2), usual * longest) : usual;
  return fitOnPage({ leftPt: left, topPt: bottom - heightPt, widthPt, heightPt }, page);
}

const longestLabel = 255;
/** A caption is short. A full sentence below a blank is ordinary text. */
const longestCaption = 60;

/** Fields for drawn blanks with a label, and for boxes to tick. */
function suggestDrawn(places: readonly DrawnPlace[], file: Pick<File, "pages">): FoundSuggestion[] {
  return places.flatMap((place) => {
    const size = file.pages[place.page - 1];
    const type = typeOf(place);
    if (!size || !type) return [];
    const [left, top, right, bottom] = place.box;
    const [leftPt, widthPt, bottomPt] = [left * size.widthPt, (right - left) * size.widthPt, bottom * size.heightPt];
    const heightPt = place.kind === "box" ? (bottom - top) * size.heightPt : standardSizes[type].heightPt;
    const box = fitOnPage({ leftPt, topPt: bottomPt - heightPt, widthPt, heightPt }, size);
    return [
      {
        type,
        source: "drawing",
        signer: null,
        coordinates: toCoordinates({ page: place.page, ...box }, size.heightPt),
        label: place.kind === "box" ? place.after.slice(0, longestLabel) : null,
        group: null,
        rules: null,
        dateFormat: null,
        required: isRequiredByDefault(type),
        value: null,
        isOnPage: false,
        text: place.kind === "box" ? place.after : typeOfWords(place.before) ? place.before : place.below,
      },
    ];
  });
}

function typeOf({ kind, before, below }: DrawnPlace): FieldType | null {
  if (kind === "box") return "checkbox";
  const caption = below.replace(/^[(\[]|[)\]]$/g, "");
  return typeOfWords(before) ?? (caption.length <= longestCaption ? typeOfWords(caption) : null);
}

/**
 * The fields of an upload's form, followed by the places in a draft's text that call for a field, in reading order.
 * Empty for a document that already has signatures, where a signer may have only one field. Requester only. Throws
 * `not_found`, `forbidden`, `file_not_draft`, `integrity_error`, `too_large`.
 */
export async function listSuggestions(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<SuggestionsAnswer> {
  const file = await getOwnPdf(ctx, actor, { uuid: toUuid(input.uuid) });
  assertDraft(file.status);
  if (file.alreadySigned) return nothingSuggested;
  const signers = await ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.envelopeId ?? file.id), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const { found, ...searched } = await withWholeVersion(ctx, actor, file, "current", ({ segments }) =>
    findSuggestions(ctx, file, segments),
  );
  const data = found.map((one) => ({
    ...one,
    signRequestId: one.signer === null ? null : (signers[one.signer - 1]?.id ?? null),
  }));
  return { data, ...searched };
}
