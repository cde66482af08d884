import { indexOf, type ByteSource } from "@/lib/pdf/byte-source";
import type { PdfDocument } from "@/lib/pdf/document";
import type { Ambiguities } from "./ambiguity";
import type { PageTree } from "./page-tree";

/**
 * Some readers trust a linearization dictionary with the right /L: they start with the section after the first object (annex F), use /N as the number of
 * pages and /O as the first one. All others start with the section that `startxref` points to.
 */
export function judgeLinearization(
  { source, startXref }: PdfDocument,
  { nodes, root }: PageTree,
  found: Ambiguities,
): void {
  const head = source.read(0, Math.min(1024, source.size)).toString("latin1");
  const dict = /<<[^>]*\/Linearized\b[^>]*>>/.exec(head)?.[0];
  const says = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dict ?? "")?.[1] ?? -1);
  if (dict === undefined || says("L") !== source.size) {
    return;
  }
  const first = nodes.find(({ kids }) => kids === null)?.object.num;
  if (!beginsBehindFirstObject(source, startXref) || says("N") !== root?.count || says("O") !== first) {
    found.note("linearization", startXref);
  }
}

/** Whether nothing but blanks stands between the first object of a file and the place that `startxref` names. */
export function beginsBehindFirstObject(source: ByteSource, startXref: number): boolean {
  const end = indexOf(source, "endobj", 0, Math.min(2048, source.size));
  const between =
    end >= 0 && startXref > end ? source.read(end + 6, Math.min(64, startXref - end - 6)).toString("latin1") : "x";
  return /^\s*$/.test(between);
}
