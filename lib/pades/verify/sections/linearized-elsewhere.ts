import type { PdfDocument } from "@/lib/pdf/document";
import { beginsBehindFirstObject } from "@/lib/pdf/strict/linearization";

const headWindow = 1024;
const escaped = /#([0-9A-Fa-f]{2})/g;

/**
 * Whether programs that believe a linearization dictionary (ISO 32000-2, annex F) begin with another section than `startxref` names. They believe it where
 * its /L is the size of the file, which grows with every revision: the same bytes are another document at another size.
 */
export function isLinearizedElsewhere({ source, startXref }: PdfDocument): boolean {
  const head = source
    .read(0, Math.min(headWindow, source.size))
    .toString("latin1")
    .replace(escaped, (_all, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)));
  const saysSize = [...head.matchAll(/\d+/g)].some(([digits]) => Number(digits) === source.size);
  return head.includes("/Linearized") && saysSize && !beginsBehindFirstObject(source, startXref);
}
