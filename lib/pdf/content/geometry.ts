import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";

/** a, b, c, d, e, f of ISO 32000-2, 8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number];
/** x0, y0, x1, y1, sorted. */
export type Box = readonly [number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `first`, then `then`. */
export function multiply(first: Matrix, then: Matrix): Matrix {
  return [
    first[0] * then[0] + first[1] * then[2],
    first[0] * then[1] + first[1] * then[3],
    first[2] * then[0] + first[3] * then[2],
    first[2] * then[1] + first[3] * then[3],
    first[4] * then[0] + first[5] * then[2] + then[4],
    first[4] * then[1] + first[5] * then[3] + then[5],
  ];
}

export function pointAt(matrix: Matrix, x: number, y: number): [number, number] {
  return [x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]];
}

/** The smallest upright box around a rectangle transformed by a matrix. */
export function boxAround(matrix: Matrix, x0: number, y0: number, x1: number, y1: number): Box {
  const [a, b, c, d] = [
    pointAt(matrix, x0, y0),
    pointAt(matrix, x1, y0),
    pointAt(matrix, x0, y1),
    pointAt(matrix, x1, y1),
  ];
  return [
    Math.min(a[0], b[0], c[0], d[0]),
    Math.min(a[1], b[1], c[1], d[1]),
    Math.max(a[0], b[0], c[0], d[0]),
    Math.max(a[1], b[1], c[1], d[1]),
  ];
}

export function intersection(one: Box, other: Box): Box {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

/** The empty box. Its union with any other box is the other box. */
export const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];

export function union(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

export function isEmpty(box: Box): boolean {
  return !(box[0] < box[2] && box[1] < box[3]);
}

export function areaOf(box: Box): number {
  return isEmpty(box) ? 0 : (box[2] - box[0]) * (box[3] - box[1]);
}

/** Whether a matrix maps axis-aligned rectangles to axis-aligned ones. */
export function isUpright(matrix: Matrix): boolean {
  const small = 1e-6 * (Math.abs(matrix[0]) + Math.abs(matrix[1]) + Math.abs(matrix[2]) + Math.abs(matrix[3]));
  return (
    (Math.abs(matrix[1]) <= small && Math.abs(matrix[2]) <= small) ||
    (Math.abs(matrix[0]) <= small && Math.abs(matrix[3]) <= small)
  );
}

/** /Matrix of a form or a pattern, or the identity if it has none. */
export function matrixOf(document: PdfDocument, form: IndirectObject): Matrix {
  const [a, b, c, d, e, f] = numbersOf(document, form, "Matrix");
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? IDENTITY
    : [a, b, c, d, e, f];
}

/** The numbers of an array, with zero for any other value. */
export function numbersOf(document: PdfDocument, { value, bytes }: IndirectObject, key: string): number[] {
  const list = value.kind === "dict" ? document.array(value.entries.get(key), bytes) : null;
  return list?.value.items.map((item) => document.number(item) ?? 0) ?? [];
}
