import { formFieldsOf } from "@/lib/pades/verify/form-fields";
import type { ReadSignature } from "@/lib/pades/verify/read-signature";
import type { PdfDocument } from "@/lib/pdf/document";
import { indexOf } from "@/lib/pdf/scan-bytes";

const word = "/ByteRange";

/**
 * Whether a signature stands in the file that no field leads to, behind everything that the sound signatures cover: somebody spoiled the newest
 * revision so that its signature looks as if it had never been made. Only where something is signed soundly: elsewhere nothing turns green.
 */
export function holdsStrandedSignature(document: PdfDocument, reads: readonly ReadSignature[]): boolean {
  const covered = Math.max(
    0,
    ...reads.filter(({ findings }) => findings.invalid.length === 0).map(({ range }) => range?.end ?? 0),
  );
  if (covered === 0 || covered >= document.source.size) {
    return false;
  }
  return countWords(document, covered) > reachedAfter(document, covered);
}

function countWords({ source }: PdfDocument, from: number): number {
  let count = 0;
  for (
    let at = indexOf(source, word, from, source.size);
    at >= 0;
    at = indexOf(source, word, at + word.length, source.size)
  ) {
    count += 1;
  }
  return count;
}

/** Signature dictionaries that fields lead to, filled or waiting. */
function reachedAfter(document: PdfDocument, from: number): number {
  const objects = new Set<number>();
  for (const field of formFieldsOf(document)) {
    const dictionary = field.type === "Sig" ? document.dict(field.value, field.valueBytes) : null;
    const num = dictionary ? (dictionary.num ?? field.object.num) : null;
    const entry = num === null ? null : document.entry(num);
    if (
      num !== null &&
      entry?.type === "offset" &&
      entry.offset >= from &&
      dictionary?.value.entries.has(word.slice(1))
    ) {
      objects.add(num);
    }
  }
  return objects.size;
}
