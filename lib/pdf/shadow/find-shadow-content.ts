import type { PdfDocument } from "@/lib/pdf/document";
import { DocumentDrawing } from "@/lib/pdf/drawing/document-drawing";
import { PdfError } from "@/lib/pdf/errors";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { LookBudget, LookedEnough, type LookLimits } from "./budget";
import { ContentReader, type ReadingRoom } from "./content-reader";
import { findAnnotations } from "./find-annotations";
import { findCovered } from "./find-covered";
import { findInvisible } from "./find-invisible";
import { findLayered } from "./find-layered";
import { findOffPage } from "./find-off-page";
import type { Box } from "./geometry";
import { layerStates } from "./layer-states";
import { PageView } from "./page-view";
import { readAnnotations } from "./read-annotations";
import { FontCache } from "./resources";
import { shadowCodes, type ShadowCode, type ShadowFinding } from "./shadow-finding";

/** At an upload: some 100 ms. */
export const UPLOAD_LOOK: LookLimits = {
  pages: 200,
  operators: 120_000,
  pageOperators: 60_000,
  bytes: 6 * 2 ** 20,
  comparisons: 50_000_000,
  drawing: true,
};
/** At a verification, which takes little longer than hashing the file: fifty pages took as long as half of it. */
export const VERIFICATION_LOOK: LookLimits = {
  pages: 20,
  operators: 10_000,
  pageOperators: 5_000,
  bytes: 2 ** 19,
  comparisons: 1_000_000,
  drawing: false,
};

/** Findings of one kind that are listed by page; the others are counted. */
const LISTED_PAGES = 20;
const MAX_ANCESTORS = 32;

/**
 * What the pages hold beyond what a screen shows, by page and kind. Nothing here refuses a file or decides a verdict.
 * @param pages those to look at, from the first on
 * @param pageCount pages of the document, where `pages` are fewer
 */
export function findShadowContent(
  document: PdfDocument,
  pages: readonly PdfPage[],
  limits: LookLimits,
  pageCount = pages.length,
): ShadowFinding[] {
  const budget = new LookBudget(limits);
  const drawing = limits.drawing ? new DocumentDrawing(document, budget) : null;
  const room: ReadingRoom = {
    document,
    layers: layerStates(document),
    fonts: new FontCache(document),
    budget,
    drawing,
  };
  const findings: ShadowFinding[] = [];
  const missed: number[] = [];
  let looked = 0;
  for (const page of pages.slice(0, limits.pages)) {
    const outcome = lookAt(room, page);
    if (outcome === "document") {
      break;
    }
    looked += 1;
    if (outcome === "page") {
      missed.push(page.index + 1);
    } else {
      findings.push(...outcome);
    }
  }
  const unseen = missed.length + pageCount - looked;
  const first = missed[0] ?? looked + 1;
  return [
    ...listed(findings),
    ...(unseen > 0 ? [{ code: "page_not_looked_at" as const, page: first, count: unseen }] : []),
  ];
}

function lookAt(room: ReadingRoom, page: PdfPage): ShadowFinding[] | "page" | "document" {
  try {
    room.budget.beginPage();
    room.drawing?.beginPage();
    const reader = new ContentReader(room);
    reader.page(page.object, resourcesOf(room.document, page), visibleBox(page));
    const view = new PageView(page, reader.marks, readAnnotations(room, reader, page), room.budget);
    return findingsOf(view, page.index + 1, room.drawing?.found.length ?? 0);
  } catch (error) {
    if (error instanceof LookedEnough) {
      return error.scope;
    }
    // A page that cannot be read is the concern of whoever draws it.
    if (error instanceof PdfError) {
      return "page";
    }
    throw error;
  }
}

function findingsOf(view: PageView, page: number, oddities: number): ShadowFinding[] {
  const counts: Partial<Record<ShadowCode, number>>[] = [
    findLayered(view),
    findAnnotations(view),
    { covered_text: findCovered(view) },
    { invisible_text: findInvisible(view) },
    { off_page: findOffPage(view) },
    { drawn_differently: oddities },
  ];
  return shadowCodes
    .map((code) => ({ code, page, count: counts.reduce((sum, count) => sum + (count[code] ?? 0), 0) }))
    .filter(({ count }) => count > 0);
}

/** A mark on each of a thousand pages is told once. */
function listed(findings: readonly ShadowFinding[]): ShadowFinding[] {
  return shadowCodes.flatMap((code) => {
    const own = findings.filter((finding) => finding.code === code);
    const rest = own.slice(LISTED_PAGES);
    return [
      ...own.slice(0, LISTED_PAGES),
      ...(rest[0] ? [{ code: "more_pages" as const, page: rest[0].page, count: rest.length }] : []),
    ];
  });
}

function visibleBox({ box }: PdfPage): Box {
  // Clipping by the page comes last, so that text outside it is told from text that was clipped away.
  const far = 1e6;
  return [box.x0 - far, box.y0 - far, box.x1 + far, box.y1 + far];
}

/** /Resources of the page, else of the nearest ancestor (7.7.3.4). */
function resourcesOf(document: PdfDocument, page: PdfPage): Located<PdfDict> | null {
  let level: Located<PdfDict> | null = page.object;
  for (let depth = 0; level !== null && depth < MAX_ANCESTORS; depth += 1) {
    const own: Located<PdfDict> | null = document.dict(level.value.entries.get("Resources"), level.bytes);
    if (own !== null) {
      return own;
    }
    level = document.dict(level.value.entries.get("Parent"), level.bytes);
  }
  return null;
}
