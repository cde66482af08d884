import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type File } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context";
import { toCoordinates } from "@/lib/elements/wire";
import { getOwnFile } from "@/lib/files/access";
import { withFileErrors } from "@/lib/files/engine-errors";
import { toUuid } from "@/lib/files/identifiers";
import { toPlaces } from "@/lib/files/segments";
import { assertDraft } from "@/lib/files/status";
import { withWholeVersion } from "@/lib/files/whole-version";
import type { TextLine, TextLines } from "@/lib/pdf-pool/text-lines";
import { anchorMarks, findAnchors } from "./find-anchors";
import { placeAnchor } from "./place-anchor";
import type { SuggestionsAnswer, SuggestionWire } from "./schema";

const maxPages = 500;
const maxLines = 500;
const maxSuggestions = 500;

/**
 * The places in a draft's text that ask for a box, in reading order; none in a document that carries signatures already, where a signer
 * may have one box only. Requester only. Throws `not_found`, `forbidden`, `file_not_draft`, `integrity_error`, `too_large`.
 */
export async function listSuggestions(ctx: Ctx, actor: Actor, input: { uuid: string }): Promise<SuggestionsAnswer> {
  const file = await getOwnFile(ctx, actor, { uuid: toUuid(input.uuid) });
  assertDraft(file.status);
  if (file.alreadySigned) return { data: [], pagesSearched: 0 };
  const signers = await ctx.db
    .select({ id: signRequests.id })
    .from(signRequests)
    .where(and(eq(signRequests.fileId, file.id), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
  const { lines, pagesRead } = await readLines(ctx, actor, file);
  const data = lines.flatMap((line) =>
    suggestionsOf(
      line,
      file,
      signers.map(({ id }) => id),
    ),
  );
  return { data: data.slice(0, maxSuggestions), pagesSearched: pagesRead };
}

function readLines(ctx: Ctx, actor: Actor, file: File): Promise<TextLines> {
  return withWholeVersion(ctx, actor, file, "current", ({ segments }) => {
    const places = toPlaces(ctx, file, segments);
    return withFileErrors(() => ctx.engine.textLines(places, { containing: anchorMarks, maxPages, maxLines }));
  });
}

function suggestionsOf({ page, text, boxes }: TextLine, file: File, signers: readonly number[]): SuggestionWire[] {
  const size = file.pages[page - 1];
  if (!size) return [];
  return findAnchors(text).flatMap((anchor) => {
    const box = placeAnchor(anchor, boxes.slice(anchor.start, anchor.end), size);
    if (!box) return [];
    const { type, signer, label } = anchor;
    return [
      {
        type,
        signer,
        signRequestId: signer === null ? null : (signers[signer - 1] ?? null),
        coordinates: toCoordinates({ page, ...box }, size.heightPt),
        label,
        text: anchor.text,
      },
    ];
  });
}
