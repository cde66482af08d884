import { create } from "qrcode";
import { outlineText } from "@/lib/pdf/appearance/text-outlines";
import { ContentTokens } from "@/lib/pdf/content/content-tokens";
import type { PdfDocument } from "@/lib/pdf/document";
import { paintFor, type Paint } from "@/lib/pdf/images/shared-images";
import { resourcesOf, type PdfPage } from "@/lib/pdf/pages";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { readClaimedStandards } from "@/lib/pdf/standards";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { sliceOf, type Located, type PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfNumber, pdfNumbers, pdfRef } from "@/lib/pdf/syntax/serialize";
import { toUserSpaceRect, type Box } from "@/lib/platform/geometry/placement";
import { codePt, gapPt, markSizes, textPt } from "./mark-sizes";

export interface VerificationMark {
  /** URL of the verification page. */
  link: string;
  places: readonly { pageIndex: number; box: Box }[];
}

const textSizePt = 6;
const leadingPt = 8;
const quietModules = 4;

/**
 * Draws the mark into the pages' content as an artifact (ISO 32000-2, 14.8.2.2), as vector graphics and with the
 * colours that the file's standards permit. Returns the pages, counted from 0, that were left unchanged because their
 * content does not allow an addition.
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

/** The address without its scheme, with the document's identifier on a separate line. */
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

const resourceName = "ParaphMark";
const mostLevels = 64;

/**
 * Appends operators to a page's content, in the page's initial graphics state, and a form XObject to its resources
 * under the name that is passed to `operators`. Returns false, without a change, for a page whose content leaves text
 * or marked content open, closes more graphics states than it opens, or cannot be read.
 */
export function appendContent(
  revision: Revision,
  page: PdfPage,
  form: number,
  operators: (name: string) => string,
): boolean {
  const { document } = revision;
  const parts = contentParts(document, page);
  if (parts === null) return false;
  const open = openStates(parts.decoded);
  if (open === null) return false;
  const resources = resourcesOf(document, page.object);
  const xobjects = resources && document.dict(resources.value.entries.get("XObject"), resources.bytes);
  const name = freeName(xobjects);
  const entry = { [name]: pdfRef(form) };
  const xobject = xobjects ? editDict(xobjects, entry) : `<</${name} ${pdfRef(form)}>>`;
  const before = revision.addStream("", "q\n");
  const after = revision.addStream("", `\n${"Q ".repeat(open)}\n${operators(name)}`);
  revision.change(page.object, {
    Contents: `[${pdfRef(before)} ${parts.references.join(" ")} ${pdfRef(after)}]`,
    Resources: resources ? editDict(resources, { XObject: xobject }) : `<</XObject${xobject}>>`,
  });
  return true;
}

interface ContentParts {
  /** As written. */
  references: string[];
  decoded: Buffer;
}

/**
 * The streams of a page's content, which form one sequence (ISO 32000-2, 7.7.3.3), or null if one of them cannot be
 * read.
 */
function contentParts(document: PdfDocument, { object }: PdfPage): ContentParts | null {
  const contents = object.value.entries.get("Contents");
  const several = document.array(contents, object.bytes);
  const items = several ? several.value.items : contents === undefined || contents.kind === "null" ? [] : [contents];
  const bytes = several?.bytes ?? object.bytes;
  try {
    const decoded = items.map((item) => {
      const stream = item.kind === "ref" ? document.load(item.num) : null;
      if (stream === null || stream.streamStart < 0) throw new PdfError("damaged", "a content stream is missing");
      return Buffer.concat([document.decodedStream(stream), Buffer.from("\n")]);
    });
    return {
      references: items.map((item) => sliceOf(bytes, item).toString("latin1")),
      decoded: Buffer.concat(decoded),
    };
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/**
 * The number of graphics states that are open at the end, including one around the whole content, or null if the
 * page's initial state cannot be restored.
 */
function openStates(content: Buffer): number | null {
  const tokens = new ContentTokens(content);
  let [states, marked, isText] = [1, 0, false];
  for (let operator = tokens.next(); operator !== null; operator = tokens.next()) {
    if (operator === "q") states += 1;
    else if (operator === "Q") states -= 1;
    else if (operator === "BT") isText = true;
    else if (operator === "ET") isText = false;
    else if (operator === "BMC" || operator === "BDC") marked += 1;
    else if (operator === "EMC") marked -= 1;
    if (states < 1) return null;
  }
  return isText || marked !== 0 || states > mostLevels ? null : states;
}

function freeName(xobjects: Located<PdfDict> | null): string {
  let name = resourceName;
  for (let count = 2; xobjects?.value.entries.has(name); count++) name = `${resourceName}${count}`;
  return name;
}
