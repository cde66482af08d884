import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type File } from "@/db/schema/files";
import { getOwnPdf } from "@/lib/documents/access";
import { toCoordinates } from "@/lib/documents/fields/wire";
import { withPlaces } from "@/lib/documents/segments";
import { assertDraft } from "@/lib/documents/status";
import { withWholeVersion } from "@/lib/documents/whole-version";
import { withFileErrors } from "@/lib/engine/file-errors";
import type { TextLine, TextLines } from "@/lib/engine/text-lines";
import type { CharacterBox } from "@/lib/engine/text-page";
import type { Actor, Ctx } from "@/lib/platform/context";
import { fitOnPage, type PageSize } from "@/lib/platform/geometry/fit-box";
import type { Box } from "@/lib/platform/geometry/placement";
import { standardSizes } from "@/lib/platform/geometry/standard-size";
import { toUuid } from "@/lib/platform/ids";
import { suggestDrawn } from "./drawn-places";
import { anchorMarks, findAnchors, type Anchor } from "./find-anchors";
import { suggestFormFields, type FormSuggestions } from "./form-fields";
import type { SuggestionsAnswer, SuggestionWire } from "./schema";

const maxPages = 500;
const maxLines = 500;
const maxSuggestions = 500;

/**
 * The fields of an upload's form, then the places in a draft's text that ask for a field, in reading order; none in a document that carries signatures
 * already, where a signer may have one field only. Requester only. Throws `not_found`, `forbidden`, `file_not_draft`, `integrity_error`, `too_large`.
 */
export async function listSuggestions(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<SuggestionsAnswer> {
  const file = await getOwnPdf(ctx, actor, { uuid: toUuid(input.uuid) });
  assertDraft(file.status);
  if (file.alreadySigned) return { data: [], formFieldsLeft: 0, pagesSearched: 0 };
  const signers = await ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.envelopeId ?? file.id), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const { form, lines, drawn, pagesRead } = await readPlaces(ctx, actor, file);
  const inText = lines.flatMap((line) =>
    suggestionsOf(
      line,
      file,
      signers.map(({ id }) => id),
    ),
  );
  const besideForm = [...inText, ...suggestDrawn(drawn, file)].filter(
    (suggestion) => !form.suggestions.some((field) => isSamePlace(field, suggestion)),
  );
  return {
    data: [...form.suggestions, ...besideForm.slice(0, maxSuggestions)],
    formFieldsLeft: form.left,
    pagesSearched: pagesRead,
  };
}

/** A form often has a field on a line of underscores. */
function isSamePlace({ coordinates: a }: SuggestionWire, { coordinates: b }: SuggestionWire): boolean {
  if (a.page !== b.page) return false;
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0;
}

function readPlaces(ctx: Ctx, actor: Actor, file: File): Promise<TextLines & { form: FormSuggestions }> {
  return withWholeVersion(ctx, actor, file, "current", async ({ segments }) => {
    const form = await suggestFormFields(ctx, file, segments);
    const text = await withPlaces(ctx, file, segments, (places) =>
      withFileErrors(() => ctx.engine.textLines(places, { containing: anchorMarks, maxPages, maxLines })),
    );
    return { ...text, form };
  });
}

function suggestionsOf({ page, text, boxes }: TextLine, file: File, signers: readonly number[]): SuggestionWire[] {
  const size = file.pages[page - 1];
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
        signRequestId: signer === null ? null : (signers[signer - 1] ?? null),
        coordinates: toCoordinates({ page, ...box }, size.heightPt),
        label,
        group,
        rules,
        required,
        value,
        isOnPage: false,
        text: anchor.text,
      },
    ];
  });
}

/** How far a field may grow over a long line, as a multiple of its usual width. */
const longest = 1.5;

/**
 * The field for an anchor whose characters stand at `boxes`, of the usual size, with its lower-left corner on theirs: whoever sets the
 * text leaves room above a line, and text is drawn beside what was there. On a drawn line it is as wide as the line, within reason.
 * Null when none of the characters is on the page.
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
