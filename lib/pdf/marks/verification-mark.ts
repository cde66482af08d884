import { create } from "qrcode";
import { outlineText } from "@/lib/pdf/appearance/text-outlines";
import { paintFor, type Paint } from "@/lib/pdf/images/shared-images";
import type { PdfPage } from "@/lib/pdf/pages";
import type { Revision } from "@/lib/pdf/revision";
import { readClaimedStandards } from "@/lib/pdf/standards/claimed-standards";
import { pdfNumber, pdfNumbers } from "@/lib/pdf/syntax/serialize";
import { toUserSpaceRect, type Box } from "@/lib/platform/geometry/placement";
import { appendContent } from "./append-content";

export interface VerificationMark {
  /** URL of the verification page. */
  link: string;
  places: readonly { pageIndex: number; box: Box }[];
}

const textSizePt = 6;
const leadingPt = 8;
const quietModules = 4;

/**
 * Draws the mark into the pages' content as an artifact (ISO 32000-2, 14.8.2.2), in vectors and with the colours that the file's standards permit. Returns
 * the pages, from 0, that were left as they are because their content does not allow an addition.
 */
export function drawMarks(revision: Revision, pages: readonly PdfPage[], { link, places }: VerificationMark): number[] {
  const paint = paintFor(readClaimedStandards(revision.document));
  const forms = new Map<boolean, number>();
  const left: number[] = [];
  for (const { pageIndex, box } of places) {
    const page = pages[pageIndex];
    if (!page) continue;
    const hasText = box.widthPt > box.heightPt * 1.5;
    const form = forms.get(hasText) ?? drawForm(revision, paint, link, hasText);
    forms.set(hasText, form);
    const size = markSizes[hasText ? 0 : 1];
    const operators = (name: string) => `/Artifact BMC q ${matrixOf(page, box, size.widthPt)} cm /${name} Do Q EMC\n`;
    if (!appendContent(revision, page, form, operators)) left.push(pageIndex);
  }
  return left;
}

/** Maps the mark, upright on the displayed page, to user space (docs/spec/signing.md#page-geometry). */
function matrixOf({ box }: PdfPage, place: Box, widthPt: number): string {
  const [x0, y0, x1, y1] = toUserSpaceRect(box, place);
  const s = place.widthPt / widthPt / box.userUnit;
  const matrix = {
    0: [s, 0, 0, s, x0, y0],
    90: [0, s, -s, 0, x1, y0],
    180: [-s, 0, 0, -s, x1, y1],
    270: [0, -s, s, 0, x0, y1],
  }[box.rotation];
  return matrix.map((value) => pdfNumber(value, 6)).join(" ");
}

function drawForm(revision: Revision, paint: Paint, link: string, hasText: boolean): number {
  const { widthPt, heightPt } = markSizes[hasText ? 0 : 1];
  const bbox = pdfNumbers([0, 0, widthPt, heightPt]);
  const drawn = `q ${paint.black}\n${drawCode(link)}${hasText ? drawLink(link) : ""}Q`;
  return revision.addStream(`/Type/XObject/Subtype/Form/BBox${bbox}/Resources<<${paint.resources}>>`, drawn);
}

function drawCode(link: string): string {
  const { size, data } = create(link, { errorCorrectionLevel: "M" }).modules;
  const modulePt = codePt / (size + 2 * quietModules);
  const rectangles: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      let to = from;
      while (to < size && data[row * size + to]) to++;
      if (to === from) continue;
      const [x, y] = [(quietModules + from) * modulePt, codePt - (quietModules + row + 1) * modulePt];
      rectangles.push(`${[x, y, (to - from) * modulePt, modulePt].map((value) => pdfNumber(value)).join(" ")} re`);
      from = to;
    }
  }
  return `${rectangles.join("\n")}\nf\n`;
}

/** The address without its scheme, the document's identifier on a line of its own. */
function drawLink(link: string): string {
  const shown = link.replace(/^https?:\/\//, "");
  const cut = shown.lastIndexOf("/") + 1;
  const lines = [shown.slice(0, cut), shown.slice(cut)];
  return lines
    .map((line, index) => {
      const { path } = outlineText(line, { sizePt: textSizePt, maxWidthPt: textPt - 4 });
      return `q 1 0 0 1 ${pdfNumber(codePt + gapPt)} ${pdfNumber(codePt / 2 + 2 - index * leadingPt)} cm\n${path}\nQ\n`;
    })
    .join("");
}

/** Side of the QR code with its quiet zone of four modules (ISO/IEC 18004, 6.3.8), in points. */
const codePt = 45;
/** Width of the link beside it, and of the gap between the two. */
const gapPt = 2;
const textPt = 112;

/**
 * Sizes of the mark: code and link, or the code alone. A module of their own, because code that asks for places must not load the fonts that draw the
 * mark: Next cannot bundle them.
 */
export const markSizes = [
  { widthPt: codePt + gapPt + textPt, heightPt: codePt },
  { widthPt: codePt, heightPt: codePt },
] as const;
