import type { PdfDocument } from "@/lib/pdf/document";
import type { IndirectObject } from "@/lib/pdf/syntax/objects";
import { IDENTITY, type Matrix } from "./geometry";

/** /Matrix of a form or a pattern; identity where it has none. */
export function matrixOf(document: PdfDocument, form: IndirectObject): Matrix {
  const [a, b, c, d, e, f] = numbersOf(document, form, "Matrix");
  return a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined
    ? IDENTITY
    : [a, b, c, d, e, f];
}

/** Numbers of an array; zero for any other value. */
export function numbersOf(document: PdfDocument, { value, bytes }: IndirectObject, key: string): number[] {
  const list = value.kind === "dict" ? document.array(value.entries.get(key), bytes) : null;
  return list?.value.items.map((item) => document.number(item) ?? 0) ?? [];
}
