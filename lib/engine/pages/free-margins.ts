import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import type { Bitmap } from "./bitmap";
import { withDocument, type Pdfium } from "./pdfium";
import { drawBitmap, imageSize, openForm } from "./render-page";
import { characterBoxes } from "./text-lines";

export interface FreeMarginsRequest {
  /** Sizes in points, most preferred first. */
  sizes: readonly { widthPt: number; heightPt: number }[];
  /** Boxes that fields will occupy: points from the top-left corner of the displayed page, pages counted from 1. */
  taken: readonly (PlaceInPoints & { page: number })[];
  /** The page to start from, counted from 1. */
  firstPage: number;
  maxPages: number;
  /** No further page is started after this time. */
  budgetMs: number;
}

interface PlaceInPoints {
  leftPt: number;
  topPt: number;
  widthPt: number;
  heightPt: number;
}

/** A blank place in a page's margin as shares of the displayed page, from its top-left corner. */
export interface FreeMargin {
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface FreeMargins {
  /** One for each page that has a blank margin. */
  margins: FreeMargin[];
  /** The page after the last one read. */
  nextPage: number;
  pageCount: number;
}

const pixelsPerPt = 1.5;
/** Distances from the page's edge, in points. Printers do not print the outermost 4 mm. */
const edgePts = [14, 7] as const;
/** Blank space around the place, in points. */
const clearancePt = 2;
/** A pixel with a component below this is ink. A line of 0.05 pt is darker. */
const blankFrom = 250;

/**
 * Finds a blank place in a margin of each page, as PDFium draws it with annotations and form fields. Invisible text,
 * such as that of a scan, counts as well. Throws `damaged`, `encrypted`.
 */
export function findFreeMargins(pdfium: Pdfium, source: ByteSource, request: FreeMarginsRequest): FreeMargins {
  const endsAt = performance.now() + request.budgetMs;
  return withDocument(pdfium, source, (document) => {
    const pageCount = pdfium.call.FPDF_GetPageCount(document);
    const last = Math.min(pageCount, request.maxPages);
    const margins: FreeMargin[] = [];
    const form = openForm(pdfium.call, document);
    let page = request.firstPage;
    try {
      for (; page <= last && (page === request.firstPage || performance.now() < endsAt); page++) {
        const found = marginOf(pdfium, { document, form: form.pointer, page }, request);
        if (found) margins.push(found);
      }
    } finally {
      form.close();
    }
    return { margins, nextPage: page, pageCount };
  });
}

function marginOf(
  pdfium: Pdfium,
  { document, form, page }: { document: number; form: number; page: number },
  { sizes, taken }: FreeMarginsRequest,
): FreeMargin | null {
  const { call } = pdfium;
  const loaded = call.FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return null;
  try {
    const [widthPt, heightPt] = [call.FPDF_GetPageWidthF(loaded), call.FPDF_GetPageHeightF(loaded)];
    const bitmap = drawBitmap(
      pdfium,
      { page: loaded, form },
      imageSize(widthPt, heightPt, Math.max(16, Math.min(2400, Math.round(widthPt * pixelsPerPt)))),
    );
    const fields = taken.filter((box) => box.page === page);
    const isFree = (place: PlaceInPoints): boolean =>
      isBlank(bitmap, place, bitmap.width / widthPt) && !fields.some((field) => overlap(place, field));
    const blank = candidates({ widthPt, heightPt }, sizes).filter(isFree);
    if (blank.length === 0) return null;
    const texts = characterBoxes(pdfium, document, page).map(([left, top, right, bottom]) => ({
      leftPt: left * widthPt,
      topPt: top * heightPt,
      widthPt: (right - left) * widthPt,
      heightPt: (bottom - top) * heightPt,
    }));
    const place = blank.find((one) => !texts.some((text) => overlap(one, text)));
    if (!place) return null;
    return {
      page,
      left: place.leftPt / widthPt,
      top: place.topPt / heightPt,
      width: place.widthPt / widthPt,
      height: place.heightPt / heightPt,
    };
  } finally {
    call.FPDF_ClosePage(loaded);
  }
}

/** Positions at the bottom and at the top: right, left and middle, then in between. Larger sizes come first. */
function candidates(page: { widthPt: number; heightPt: number }, sizes: FreeMarginsRequest["sizes"]): PlaceInPoints[] {
  return sizes.flatMap((size) =>
    edgePts.flatMap((edge) => {
      const [right, bottom] = [page.widthPt - edge - size.widthPt, page.heightPt - edge - size.heightPt];
      // The mark must not take more than a third of a small page.
      if (right < edge || bottom < edge || size.heightPt * 3 > page.heightPt || size.widthPt > page.widthPt * 0.6)
        return [];
      return [bottom, edge].flatMap((topPt) =>
        [right, edge, (edge + right) / 2, (edge + right) / 4, ((edge + right) * 3) / 4].map((leftPt) => ({
          leftPt,
          topPt,
          ...size,
        })),
      );
    }),
  );
}

function isBlank({ pixels, width, height }: Bitmap, place: PlaceInPoints, scale: number): boolean {
  const left = Math.max(0, Math.floor((place.leftPt - clearancePt) * scale));
  const right = Math.min(width, Math.ceil((place.leftPt + place.widthPt + clearancePt) * scale));
  const top = Math.max(0, Math.floor((place.topPt - clearancePt) * scale));
  const bottom = Math.min(height, Math.ceil((place.topPt + place.heightPt + clearancePt) * scale));
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      if ((pixels[at] ?? 0) < blankFrom || (pixels[at + 1] ?? 0) < blankFrom || (pixels[at + 2] ?? 0) < blankFrom)
        return false;
    }
  }
  return true;
}

function overlap(one: PlaceInPoints, other: PlaceInPoints): boolean {
  return (
    one.leftPt < other.leftPt + other.widthPt + clearancePt &&
    other.leftPt < one.leftPt + one.widthPt + clearancePt &&
    one.topPt < other.topPt + other.heightPt + clearancePt &&
    other.topPt < one.topPt + one.heightPt + clearancePt
  );
}
