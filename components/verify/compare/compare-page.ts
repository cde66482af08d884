import { drawPage, type DrawnPage } from "./draw-page";
import type { Versions } from "./open-versions";
import { fieldAt, fieldsOf } from "./page-fields";
import type { PagePair } from "./pair-pages";
import { pixelDifference } from "./pixel-difference";
import type { Place } from "./place";
import { textDifference, textOf, type TextDifference } from "./text-difference";

export type PageResult =
  | { kind: "same" }
  | { kind: "differs"; places: readonly Place[]; isResized: boolean; text: TextDifference | null }
  | { kind: "added" }
  | { kind: "gone" }
  | { kind: "undrawn" };

/** Draws a page as it was signed and as it is now and tells where they differ. Rejects when one cannot be drawn, or when `signal` ended it. */
export async function comparePage({ signed, now }: Versions, pair: PagePair, signal: AbortSignal): Promise<PageResult> {
  if (pair.now === null) return { kind: "gone" };
  if (pair.signed === null) return { kind: "added" };
  const [before, after] = await Promise.all([drawPage(signed, pair.signed, signal), drawPage(now, pair.now, signal)]);
  const [wasText, isText] = await Promise.all([textOf(before.page), textOf(after.page)]);
  const text = textDifference(wasText, isText);
  const fields = await fieldsOf(after);
  for (const { page } of [before, after]) page.cleanup();
  if (before.width !== after.width || before.height !== after.height)
    return { kind: "differs", places: [], isResized: true, text };
  const places = placesOf(before, after).map((place) => ({ ...place, field: fieldAt(fields, place) }));
  return places.length === 0 && text === null ? { kind: "same" } : { kind: "differs", places, isResized: false, text };
}

function placesOf(before: DrawnPage, after: DrawnPage): Omit<Place, "field">[] {
  const { width, height } = after;
  return pixelDifference(before.pixels, after.pixels, width, height).map(({ left, top, right, bottom }) => ({
    left: left / width,
    top: top / height,
    width: (right - left) / width,
    height: (bottom - top) / height,
  }));
}
