import type { FieldType, File } from "@/db/schema/files";
import { toCoordinates } from "@/lib/documents/fields/wire";
import type { DrawnPlace } from "@/lib/engine/drawn-places";
import { fitOnPage } from "@/lib/platform/geometry/fit-box";
import { standardSizes } from "@/lib/platform/geometry/standard-size";
import { typeOfWords } from "./find-anchors";
import type { FoundSuggestion } from "./schema";

const longestLabel = 255;
/** A caption is short; a sentence below a line is text of the page. */
const longestCaption = 60;

/** Fields for the lines to write on whose words say what belongs there, and for boxes to tick. */
export function suggestDrawn(places: readonly DrawnPlace[], file: Pick<File, "pages">): FoundSuggestion[] {
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
        required: type !== "checkbox",
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
