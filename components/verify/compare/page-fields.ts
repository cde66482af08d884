import type { DrawnPage } from "./draw-page";
import type { Place } from "./place";

/** A form field's rectangle on a page, in shares of the page. */
export interface PageField {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Lines are drawn around a rectangle, not only in it: about two points. */
const slack = 0.004;

/** The form fields of a page, signature fields too. */
export async function fieldsOf({ page, shareOf }: DrawnPage): Promise<PageField[]> {
  const annotations = (await page.getAnnotations()) as { subtype?: string; fieldName?: string; rect?: number[] }[];
  return annotations.flatMap(({ subtype, fieldName, rect }) =>
    subtype === "Widget" && fieldName && rect ? [{ name: fieldName, ...shareOf(rect) }] : [],
  );
}

/** The smallest field that holds all of a place; null where it reaches beyond any. */
export function fieldAt(fields: readonly PageField[], place: Omit<Place, "field">): string | null {
  const holding = fields.filter(
    (field) =>
      place.left >= field.left - slack &&
      place.left + place.width <= field.right + slack &&
      place.top >= field.top - slack &&
      place.top + place.height <= field.bottom + slack,
  );
  const areaOf = (field: PageField): number => (field.right - field.left) * (field.bottom - field.top);
  return holding.sort((a, b) => areaOf(a) - areaOf(b))[0]?.name ?? null;
}
