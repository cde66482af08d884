import { deviceSide, structOf, type CharacterBox, type IndexedLine, type Pdfium } from "./pdfium";

/** A line to write on, or a box to tick, that is drawn on a page, with the text beside it. */
export interface DrawnPlace {
  /** Counted from 1. */
  page: number;
  kind: "line" | "box";
  box: CharacterBox;
  /**
   * For a line: the text that ends where it begins, and the text right below it. For a box: the text after it. Empty
   * if there is none.
   */
  before: string;
  below: string;
  after: string;
}

const maxObjects = 20_000;
const maxCandidates = 1_000;
const maxPlacesPerPage = 100;
const pathObject = 2;

/** In points. A thicker line is a bar, a shorter one a dash, and a longer one separates parts of the page. */
const lineLength = { least: 60, most: 500 };
/** Share of the page's width. A longer line above text separates parts of the page. */
const longestAboveWords = 0.65;
const thickest = 2.5;
/** Side of a box to tick, in points. */
const boxSide = { least: 6, most: 18 };
/** The distance up to which text belongs to a line or a box, in points. */
const nearBy = { before: 30, beside: 14, below: 14, inside: 4 };
/** Space above a line that must be free, in points. Text there is underlined, or the line belongs to a table. */
const roomAbove = 12;
/** Text on one line with a wider gap, in points, belongs to different places. */
const wordGap = 14;

interface Segment {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The places of a page that look like blanks to fill in: horizontal lines with space above, and small empty squares.
 * `lines` is the page's text, and `placeOf` returns the position of a character as shares of the page.
 */
export function drawnPlaces(
  pdfium: Pdfium,
  page: number,
  number: number,
  lines: readonly IndexedLine[],
  placeOf: (index: number) => CharacterBox | null,
): DrawnPlace[] {
  const [width, height] = [pdfium.call.FPDF_GetPageWidthF(page), pdfium.call.FPDF_GetPageHeightF(page)];
  const shapes = shapesOf(pdfium, page).map(([left, top, right, bottom]): Shape => {
    return { left: left * width, top: top * height, right: right * width, bottom: bottom * height };
  });
  const [rules, boxes] = [unique(shapes.filter(isRule)), unique(shapes.filter(isBox))];
  if (rules.length + boxes.length === 0) return [];
  const segments = lines.flatMap((line) => segmentsOf(line, placeOf, width, height));
  const at = ({ left, top, right, bottom }: Shape): CharacterBox => [
    left / width,
    top / height,
    right / width,
    bottom / height,
  ];
  const onLines = rules
    .filter((rule) => isFree(rule, segments, rules))
    .map((rule): DrawnPlace => ({
      page: number,
      kind: "line",
      box: at(rule),
      before: wordsBefore(rule, segments),
      below: rule.right - rule.left <= longestAboveWords * width ? wordsBelow(rule, segments) : "",
      after: "",
    }))
    .filter(({ before, below }) => before !== "" || below !== "");
  const toTick = boxes
    .filter((box) => !segments.some((segment) => overlaps(segment, box)))
    .map((box): DrawnPlace => ({
      page: number,
      kind: "box",
      box: at(box),
      before: "",
      below: "",
      after: wordsAfter(box, segments),
    }))
    .filter(({ after }) => after !== "");
  return [...onLines, ...toTick].slice(0, maxPlacesPerPage);
}

type Shape = Omit<Segment, "text">;

/** Removes duplicates: a shape that is both filled and outlined is drawn twice. */
function unique(shapes: readonly Shape[]): Shape[] {
  const kept: Shape[] = [];
  for (const shape of shapes.slice(0, maxCandidates)) {
    const isThere = kept.some((other) =>
      (["left", "top", "right", "bottom"] as const).every((edge) => Math.abs(other[edge] - shape[edge]) < 3),
    );
    if (!isThere) kept.push(shape);
  }
  return kept;
}

function isRule({ left, top, right, bottom }: Shape): boolean {
  const length = right - left;
  return length >= lineLength.least && length <= lineLength.most && bottom - top <= thickest;
}

function isBox({ left, top, right, bottom }: Shape): boolean {
  const [width, height] = [right - left, bottom - top];
  const isSmall = [width, height].every((side) => side >= boxSide.least && side <= boxSide.most);
  return isSmall && Math.abs(width - height) <= 2;
}

/**
 * The bounding boxes of the page's paths, as shares of the displayed page. A table drawn as one path has a single
 * box, which matches neither a line nor a tick box.
 */
function shapesOf({ call, runtime }: Pdfium, page: number): CharacterBox[] {
  const shapes: CharacterBox[] = [];
  const count = Math.min(call.FPDFPage_CountObjects(page), maxObjects);
  // Four floats: left, bottom, right, top in user space. Two integers for the result of PageToDevice.
  const room = structOf(runtime, new Array<number>(6).fill(0));
  try {
    for (let index = 0; index < count; index += 1) {
      const object = call.FPDFPage_GetObject(page, index);
      if (call.FPDFPageObj_GetType(object) !== pathObject) continue;
      if (!call.FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12)) continue;
      const [left, bottom, right, top] = [0, 4, 8, 12].map((offset) => runtime.getValue(room + offset, "float"));
      const [x0, y0] = toShare(left ?? 0, bottom ?? 0);
      const [x1, y1] = toShare(right ?? 0, top ?? 0);
      shapes.push([Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]);
    }
    return shapes;
  } finally {
    runtime.wasmExports.free(room);
  }

  function toShare(x: number, y: number): [number, number] {
    call.FPDF_PageToDevice(page, 0, 0, deviceSide, deviceSide, 0, x, y, room + 16, room + 20);
    return [runtime.getValue(room + 16, "i32") / deviceSide, runtime.getValue(room + 20, "i32") / deviceSide];
  }
}

/** Splits a line of text at wide gaps. */
function segmentsOf(
  { text, indexes }: IndexedLine,
  placeOf: (index: number) => CharacterBox | null,
  width: number,
  height: number,
): Segment[] {
  const segments: Segment[] = [];
  let last: Segment | null = null;
  for (const [unit, index] of indexes.entries()) {
    const place = placeOf(index);
    const sign = text[unit] ?? "";
    if (!place || sign.trim() === "") {
      if (last) last.text += sign;
      continue;
    }
    const [left, top, right, bottom] = [place[0] * width, place[1] * height, place[2] * width, place[3] * height];
    if (last && left - last.right <= wordGap && left >= last.left) {
      last.text += sign;
      last.right = Math.max(last.right, right);
      last.top = Math.min(last.top, top);
      last.bottom = Math.max(last.bottom, bottom);
    } else {
      last = { text: sign, left, top, right, bottom };
      segments.push(last);
    }
  }
  return segments.map((segment) => ({ ...segment, text: segment.text.replace(/\s+/g, " ").trim() }));
}

function overlaps(one: Shape, other: Shape): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** No text right above and no other line nearby. */
function isFree(rule: Shape, segments: readonly Segment[], rules: readonly Shape[]): boolean {
  const above = { ...rule, top: rule.top - roomAbove, bottom: rule.top - 0.5 };
  const around = { ...rule, top: rule.top - roomAbove, bottom: rule.bottom + nearBy.below };
  return (
    !segments.some((segment) => overlaps(segment, above)) &&
    !rules.some((other) => other !== rule && overlaps(other, around))
  );
}

function wordsBefore(rule: Shape, segments: readonly Segment[]): string {
  const near = segments.filter(({ right, top, bottom }) => {
    const gap = rule.left - right;
    return gap >= -nearBy.inside && gap <= nearBy.before && top < rule.top && bottom >= rule.top - nearBy.inside;
  });
  return near.find(({ bottom }) => bottom <= rule.top + roomAbove)?.text ?? "";
}

function wordsBelow(rule: Shape, segments: readonly Segment[]): string {
  const near = segments.filter(({ left, right, top }) => {
    const gap = top - rule.bottom;
    const isUnder = left >= rule.left - nearBy.inside && right <= rule.right + nearBy.beside;
    return gap >= -1 && gap <= nearBy.below && isUnder;
  });
  return near.sort((one, other) => one.top - other.top)[0]?.text ?? "";
}

function wordsAfter(box: Shape, segments: readonly Segment[]): string {
  const middle = (box.top + box.bottom) / 2;
  const near = segments.filter(({ left, top, bottom }) => {
    const gap = left - box.right;
    return gap >= -1 && gap <= nearBy.beside && top <= middle && bottom >= middle;
  });
  return near[0]?.text ?? "";
}
