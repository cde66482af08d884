import type { Letter } from "@/lib/pdf/content/marks";
import type { PdfDocument } from "@/lib/pdf/document";
import { overlaps, type Rect } from "@/lib/pdf/fields/annotation-overlap";
import type { FormField } from "@/lib/pdf/fields/fields";
import type { ShownItem } from "@/lib/pdf/shadow/find-shadow-content";
import type { ChangedField } from "./changed-fields";
import { itemsOfPages, shownPlaces } from "./difference/shown-places";
import { orElse, orNothing, orWhenUnreadable } from "./file/account-bytes";
import type { Deadline } from "./file/deadline";
import { formFieldsOf } from "./file/read-once";
import type { RevisionStore } from "./file/revisions";
import type { LaterSignature } from "./former-and-later-signatures";
import { finding, type CoveredContent, type FilledContent, type Finding } from "./report/findings";
import type { SignatureRecord } from "./report/report";

/** A frame has at most four strokes, and a line to sign on is one. */
const mostStrokes = 4;

/**
 * A warning for each later signature that covers something that an earlier signer saw: text, pictures and drawings of
 * the page, its annotations, the signatures made before, and what its own field showed before it was signed. Also for
 * one that continues an adjacent text. If the place is unknown, there is only the notice and no warning.
 */
export function coveredContent(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  later: readonly LaterSignature[],
): Finding[] {
  return later.length === 0 ? [] : orNothing(() => findCovering(store, records, later));
}

function findCovering(
  store: RevisionStore,
  records: readonly SignatureRecord[],
  later: readonly LaterSignature[],
): Finding[] {
  const { document } = store;
  const itemsOf = itemsOfPages(document);
  const widgets = new Map(
    formFieldsOf(document)
      .filter(({ type }) => type === "Sig")
      .map((field) => [field.name, field.widgets.flatMap(({ num }) => num ?? [])]),
  );
  return later.flatMap(({ field, page, rect, unseenBy }) => {
    if (page === null || rect === null) {
      return [];
    }
    const seen = new Set(unseenBy.flatMap((name) => widgets.get(name) ?? []));
    const unseen = new Set([...widgets.values()].flat().filter((num) => !seen.has(num)));
    const isSeen = ({ annotation }: ShownItem): boolean => annotation === null || !unseen.has(annotation);
    const own = new Set(widgets.get(field));
    const items = itemsOf(page);
    const drawn = items?.filter(({ annotation, box }) => own.has(annotation ?? NaN) && overlaps(rect, box)) ?? [];
    const earlier = records.filter((record) => unseenBy.includes(record.field));
    const covers =
      coveredAt(rect, drawn, items?.filter(isSeen) ?? null) ?? replacedSince(store, earlier, { field, page, rect });
    const [left, bottom, right, top] = rect;
    return covers
      ? [finding("later_signature_covers", { field, page, covers, left, bottom, right, top, unseenBy })]
      : [];
  });
}

const byWorth = ["text", "picture", "drawing"] as const;

function coveredAt(rect: Rect, drawn: readonly ShownItem[], items: ShownItem[] | null): CoveredContent | null {
  const covered = items?.filter(({ box }) => overlaps(rect, box)) ?? [];
  const kinds = new Set(covered.map(({ what }) => what));
  const isDrawn = linesAmong(items ?? [], rect) > mostStrokes;
  const found = byWorth.find((what) => kinds.has(what)) ?? (isDrawn ? "drawing" : null);
  return items === null ? "unclear" : (found ?? (isBeside(drawn, items) ? "beside" : null));
}

interface FieldOnPage {
  field: string;
  page: number;
  rect: Rect;
}

/** The content of the unsigned field that the signed one shows differently, such as an amount in its appearance. */
function replacedSince(
  store: RevisionStore,
  earlier: readonly SignatureRecord[],
  place: FieldOnPage,
): CoveredContent | null {
  const now = JSON.stringify(contentOf(store.document, place));
  for (const { signedRevision } of earlier) {
    const revision = signedRevision && store.open(signedRevision.end);
    const before = revision ? contentOf(revision, place) : [];
    const replaced = before === null ? "unclear" : worthOf(before, place.rect);
    if (replaced && JSON.stringify(before) !== now) {
      return replaced;
    }
  }
  return null;
}

/** The letters of an amount may be lines. */
function worthOf(items: readonly ShownItem[], rect: Rect): CoveredContent | null {
  const kind = byWorth.find((what) => items.some((item) => item.what === what));
  return kind ?? (linesAmong(items, rect) > mostStrokes ? "drawing" : null);
}

/** Null if the page cannot be read. */
function contentOf(document: PdfDocument, { field: name, page }: FieldOnPage): ShownItem[] | null {
  const own = new Set(
    formFieldsOf(document)
      .filter((field) => field.type === "Sig" && field.name === name)
      .flatMap(({ widgets }) => widgets.flatMap(({ num }) => num ?? [])),
  );
  const items = orWhenUnreadable(() => itemsOfPages(document)(page), null);
  return items?.filter(({ annotation }) => own.has(annotation ?? NaN)) ?? null;
}

/** A signature can be any drawing, so digits that continue a number need not be text. */
function isBeside(drawn: readonly ShownItem[], items: readonly ShownItem[]): boolean {
  return items
    .filter(({ what }) => what === "text")
    .some((text) => drawn.some((one) => (one.letters ? isJoined(one, text) : continuesDigits(one.box, text))));
}

/** Strokes under a rectangle. Those along one upright line, such as dots to sign on, count once. */
function linesAmong(items: readonly ShownItem[], rect: Rect): number {
  const lines = new Set<string>();
  for (const { what, box } of items) {
    if (what === "stroke" && touches(rect, box)) {
      lines.add(lineOf(box));
    }
  }
  return lines.size;
}

/** A stroke thinner than this, in points, is upright. */
const thin = 2;

function lineOf([x0, y0, x1, y1]: Rect): string {
  if (y1 - y0 < thin) {
    return `y ${Math.round((y0 + y1) / 2)}`;
  }
  return x1 - x0 < thin ? `x ${Math.round((x0 + x1) / 2)}` : [x0, y0, x1, y1].map(Math.round).join(" ");
}

function touches(one: Rect, other: Rect): boolean {
  return (
    Math.min(one[2], other[2]) > Math.max(one[0], other[0]) && Math.min(one[3], other[3]) > Math.max(one[1], other[1])
  );
}

/** Limit of listed places. More would not help. */
const mostPlaces = 40;

/**
 * A warning for each place of a field that was filled in or cleared after a signature: even if the rules for
 * appearances miss something, its signer did not see the value. Places over text or a picture come first, and those
 * whose text joins adjacent text, such as `.000` after `EUR 100`. Backgrounds and lines do not count as content,
 * because forms have them in their fields.
 */
export function filledContent(document: PdfDocument, changed: readonly ChangedField[], deadline: Deadline): Finding[] {
  const unseen = new Set(changed.flatMap(({ field }) => widgetsOf(field)));
  const look = (one: ChangedField): Finding[] => {
    deadline.check();
    return placesFilled(document, one, unseen);
  };
  const places = changed.flatMap((one) => orElse(() => look(one), [filledSince(one, null)]));
  const covering = places.filter(({ code }) => code === "filled_field_covers");
  const listed = [...covering, ...places.filter((place) => !covering.includes(place))].slice(0, mostPlaces);
  const more = places.length - listed.length;
  return more > 0 ? [...listed, finding("more_fields_filled_since", { count: more })] : listed;
}

function placesFilled(document: PdfDocument, changed: ChangedField, unseen: ReadonlySet<number>): Finding[] {
  const { field, unseenBy } = changed;
  const itemsOf = itemsOfPages(document);
  const own = new Set(widgetsOf(field));
  return shownPlaces(document, field).map(({ page, rect }): Finding => {
    if (page === null || rect === null) {
      return filledSince(changed, null);
    }
    const items = itemsOf(page);
    const seen = items?.filter(({ annotation }) => annotation === null || !unseen.has(annotation)) ?? null;
    const value = items?.filter(({ annotation, box }) => own.has(annotation ?? NaN) && overlaps(rect, box)) ?? [];
    const covers = seen === null ? "unclear" : contentAt(rect, value, seen);
    const [left, bottom, right, top] = rect;
    return covers
      ? finding("filled_field_covers", { field: field.name, page, covers, left, bottom, right, top, unseenBy })
      : filledSince(changed, { page, rect });
  });
}

function filledSince({ field, unseenBy }: ChangedField, place: { page: number; rect: Rect } | null): Finding {
  const [left, bottom, right, top] = place?.rect ?? [null, null, null, null];
  return finding("field_filled_since", {
    ...{ field: field.name, page: place?.page ?? null },
    ...{ left, bottom, right, top, unseenBy },
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
  if (texts.some((text) => overlapsItem(rect, text))) {
    return "text";
  }
  if (seen.some(({ what, box }) => what === "picture" && overlaps(rect, box))) {
    return "picture";
  }
  return value.some((shown) => texts.some((text) => isJoined(shown, text))) ? "beside" : null;
}

function overlapsItem(rect: Rect, { box, letters }: ShownItem): boolean {
  return letters === null
    ? overlaps(rect, box)
    : letters.some((letter, index) => !isRoom(letters, index) && overlaps(rect, inner(letter)));
}

/** Widths of standard fonts are rounded and kerning is ignored, so the sides of a letter do not count. */
function inner({ box: [x0, y0, x1, y1] }: Letter): Rect {
  const side = (x1 - x0) / 4;
  return [x0 + side, y0, x1 - side, y1];
}

/** Characters that forms print where something is to be filled in. */
const room = /^[_.…·\-[\]()|/☐□○]$/u;
const leastRun = 3;

/** Room to fill in: a run of the same character, or an isolated pair of brackets or the like. */
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

/**
 * Shares of a letter's height: the maximum difference of baselines, and the maximum gap between digits, and between
 * any letters, of one text.
 */
const sameLine = 0.3;
const betweenDigits = 0.7;
const betweenLetters = 0.2;
const digit = /[\d.,'%]/;
const alphanumeric = /[\p{L}\p{N}]/u;

/** Whether two texts on one line read as one, such as `EUR 100` and `.000`. */
function isJoined({ letters: one }: ShownItem, { letters: other }: ShownItem): boolean {
  return areJoined(one?.at(-1), other?.[0]) || areJoined(other?.at(-1), one?.[0]);
}

/** Whether something is drawn next to a digit at an end of a text, where it could be read as another digit. */
function continuesDigits(drawn: Rect, { letters }: ShownItem): boolean {
  return [letters?.at(0), letters?.at(-1)].some((letter) => {
    if (!letter || !digit.test(letter.character ?? "0")) {
      return false;
    }
    const [x0, y0, x1, y1] = letter.box;
    const gap = Math.max(drawn[0] - x1, x0 - drawn[2]);
    const shared = Math.min(drawn[3], y1) - Math.max(drawn[1], y0);
    return gap < betweenDigits * (y1 - y0) && shared > (y1 - y0) / 2;
  });
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
