import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps, type Rect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import type { Letter } from "@/lib/pdf/shadow/marks";
import { orNothing } from "./account-bytes";
import type { ChangedField } from "./changed-fields";
import { finding, type FilledContent, type Finding } from "./findings";
import { itemsOfPages } from "./shown-items";
import { shownPlaces } from "./shown-places";

/** Listing more does not help. */
const mostFields = 40;

/**
 * A warning for each place of a field, filled or cleared after a signature, that stands on text or a picture that its signer saw, or whose
 * text joins a text beside it: `.000` behind `EUR 100`. Grounds and lines are no content, because forms have them in their fields.
 */
export function filledContent(document: PdfDocument, changed: readonly ChangedField[]): Finding[] {
  return changed.length === 0 ? [] : orNothing(() => findFilled(document, changed));
}

function findFilled(document: PdfDocument, changed: readonly ChangedField[]): Finding[] {
  const itemsOf = itemsOfPages(document);
  const unseen = new Set(changed.flatMap(({ field }) => widgetsOf(field)));
  return changed.slice(0, mostFields).flatMap(({ field, unseenBy }) => {
    const own = new Set(widgetsOf(field));
    return shownPlaces(document, field).flatMap(({ page, rect }) => {
      if (page === null || rect === null) {
        return [];
      }
      const items = itemsOf(page);
      const seen = items?.filter(({ annotation }) => annotation === null || !unseen.has(annotation)) ?? null;
      const value = items?.filter(({ annotation, box }) => own.has(annotation ?? NaN) && overlaps(rect, box)) ?? [];
      const covers = seen === null ? "unclear" : contentAt(rect, value, seen);
      const [left, bottom, right, top] = rect;
      return covers
        ? [finding("filled_field_covers", { field: field.name, page, covers, left, bottom, right, top, unseenBy })]
        : [];
    });
  });
}

function widgetsOf({ widgets }: FormField): number[] {
  return widgets.flatMap(({ num }) => num ?? []);
}

function contentAt(
  rect: Rect,
  value: readonly ShownItem[],
  seen: readonly ShownItem[],
): Exclude<FilledContent, "unclear"> | null {
  const texts = seen.filter(({ what }) => what === "text");
  if (texts.some((text) => standsOn(rect, text))) {
    return "text";
  }
  if (seen.some(({ what, box }) => what === "picture" && overlaps(rect, box))) {
    return "picture";
  }
  return value.some((shown) => texts.some((text) => isJoined(shown, text))) ? "beside" : null;
}

function standsOn(rect: Rect, { box, letters }: ShownItem): boolean {
  return letters === null
    ? overlaps(rect, box)
    : letters.some((letter, index) => !isRoom(letters, index) && overlaps(rect, inner(letter)));
}

/** Widths of standard fonts are rounded and kerning is left out: the sides of a letter do not count. */
function inner({ box: [x0, y0, x1, y1] }: Letter): Rect {
  const side = (x1 - x0) / 4;
  return [x0 + side, y0, x1 - side, y1];
}

/** Letters that forms print where something is to be filled in. */
const room = /^[_.…·\-[\]()|/☐□○]$/u;
const leastRun = 3;

/** Room to fill in: a run of the same letter, or a pair of brackets and the like that stand alone. */
function isRoom(letters: readonly Letter[], index: number): boolean {
  const { character, code } = letters[index] ?? {};
  if (character == null || !room.test(character)) {
    return false;
  }
  let [from, to] = [index, index];
  while (letters[from - 1]?.code === code) {
    from -= 1;
  }
  while (letters[to + 1]?.code === code) {
    to += 1;
  }
  return to - from + 1 >= leastRun || letters.every(({ character: other }) => room.test(other ?? "x"));
}

/** Parts of a letter's height: how far baselines may differ, and the room between digits, and between any letters, of one text. */
const sameLine = 0.3;
const betweenDigits = 0.7;
const betweenLetters = 0.2;
const digit = /[\d.,'%]/;
const alphanumeric = /[\p{L}\p{N}]/u;

function isJoined({ letters: one }: ShownItem, { letters: other }: ShownItem): boolean {
  return areJoined(one?.at(-1), other?.[0]) || areJoined(other?.at(-1), one?.[0]);
}

function areJoined(left: Letter | undefined, right: Letter | undefined): boolean {
  if (!left || !right) {
    return false;
  }
  const height = Math.max(left.box[3] - left.box[1], right.box[3] - right.box[1]);
  const gap = right.box[0] - left.box[2];
  const [before, after] = [left.character ?? "0", right.character ?? "0"];
  return (
    Math.abs(left.box[1] - right.box[1]) < sameLine * height &&
    gap > -height &&
    ((gap < betweenDigits * height && digit.test(before) && digit.test(after)) ||
      (gap < betweenLetters * height && alphanumeric.test(before) && alphanumeric.test(after)))
  );
}
