import type { PageSize } from "@/db/schema/files";
import { bytesPerRow } from "@/lib/accounts/stored-bytes";
import { invalid, invalidAt, violationAt } from "@/lib/platform/errors";
import { isInside, type Box } from "@/lib/platform/geometry/placement";
import type { FieldContent } from "./field-content";
import type { SignerField } from "./schema";

/** A field and its page, counted from 1. */
export interface PlacedBox extends Box {
  page: number;
}

/**
 * The field that a client requests, in points. Percentages refer to the displayed page. With `fit: "shrink"`, a field
 * too large for its page is scaled down and moved onto it. Throws what `assertOnPage` throws.
 */
export function placeOnPage(
  pages: readonly PageSize[],
  { coordinates, fit }: Pick<SignerField, "coordinates" | "fit">,
  pointer = "/coordinates",
): PlacedBox {
  const page = pages[coordinates.page - 1];
  const wanted = page && coordinates.unit === "percent" ? fromPercent(page, coordinates) : coordinates;
  const box = {
    page: coordinates.page,
    leftPt: wanted.left,
    topPt: wanted.top,
    widthPt: wanted.width,
    heightPt: wanted.height,
  };
  const placed = page && fit === "shrink" && box.widthPt > 0 && box.heightPt > 0 ? shrink(page, box) : box;
  assertOnPage(pages, placed, {
    pointer,
    hint: `. Send fit: "shrink" to have the field scaled down and moved onto the page`,
  });
  return placed;
}

type Sides = Pick<SignerField["coordinates"], "left" | "top" | "width" | "height">;

function fromPercent({ widthPt, heightPt }: PageSize, { left, top, width, height }: Sides): Sides {
  return {
    left: (left * widthPt) / 100,
    width: (width * widthPt) / 100,
    top: (top * heightPt) / 100,
    height: (height * heightPt) / 100,
  };
}

function shrink(page: PageSize, box: PlacedBox): PlacedBox {
  const scale = Math.min(1, page.widthPt / box.widthPt, page.heightPt / box.heightPt);
  const [widthPt, heightPt] = [box.widthPt * scale, box.heightPt * scale];
  const leftPt = Math.max(0, Math.min(box.leftPt, page.widthPt - widthPt));
  const topPt = Math.max(0, Math.min(box.topPt, page.heightPt - heightPt));
  return { page: box.page, leftPt, topPt, widthPt, heightPt };
}

/**
 * A field must have a size and lie on its displayed page (0.5 pt tolerance, docs/spec/api.md#coordinates). Throws
 * `page_out_of_range`, `element_outside_page` with the allowed range, `validation_failed` for an empty box.
 */
export function assertOnPage(
  pages: readonly PageSize[],
  box: PlacedBox,
  { pointer = "/coordinates", hint = "" }: { pointer?: string; hint?: string } = {},
): void {
  const page = pages[box.page - 1];
  if (!page) {
    const detail = (member: string): string => `${member} must be between 1 and ${pages.length}`;
    throw invalidAt([violationAt(`${pointer}/page`, "page_out_of_range", detail)], "page_out_of_range");
  }
  if (box.widthPt <= 0) throw invalid(`${pointer}/width`, "too_small", (member) => `${member} must be greater than 0`);
  if (box.heightPt <= 0)
    throw invalid(`${pointer}/height`, "too_small", (member) => `${member} must be greater than 0`);
  const shown = { x0: 0, y0: 0, x1: page.widthPt, y1: page.heightPt, rotation: 0, userUnit: 1 } as const;
  if (isInside(shown, box)) return;
  const detail = (member: string): string =>
    `${member}: page ${box.page} is ${round(page.widthPt)} x ${round(page.heightPt)} points: left 0 to ${round(page.widthPt)}, top 0 to ${round(page.heightPt)}, the whole box inside${hint}`;
  throw invalidAt([violationAt(pointer, "element_outside_page", detail)], "element_outside_page");
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

/** The stored size of a field in bytes. */
export function sizeOfField(content: FieldContent): number {
  const { label, value, rules, help, placeholder, showWhen, requireWhen, calculate } = content;
  const texts = [label, value, help, placeholder, showWhen, requireWhen, calculate, rules && JSON.stringify(rules)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), bytesPerRow);
}
