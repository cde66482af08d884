import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, Revision } from "@/lib/pdf/revision";
import { sliceOf, type Located, type PdfArray, type PdfDict, type PdfValue } from "@/lib/pdf/syntax/objects";
import { pdfRef } from "@/lib/pdf/syntax/serialize";

const MAX_NODES = 20_000;

/**
 * Turns pages written directly inside their parent's /Kids into indirect objects, as ISO 32000-2, 7.7.3.2 requires: only
 * such a page can be given an annotation. Null if there are none.
 */
export function promoteDirectPages(document: PdfDocument): Buffer | null {
  const revision = new Revision(document);
  const seen = new Set<number>();
  const catalog = document.catalog();
  const waiting: { value: PdfValue | undefined; bytes: Buffer }[] = [
    { value: catalog.value.entries.get("Pages"), bytes: catalog.bytes },
  ];
  let isChanged = false;
  for (let next = waiting.pop(); next !== undefined && seen.size < MAX_NODES; next = waiting.pop()) {
    const node = document.dict(next.value, next.bytes);
    if (node === null || node.num === null || seen.has(node.num)) {
      continue;
    }
    seen.add(node.num);
    const kids = document.array(node.value.entries.get("Kids"), node.bytes);
    if (kids === null) {
      continue;
    }
    if (kids.value.items.some(({ kind }) => kind === "dict")) {
      replaceKids(revision, { ...node, num: node.num }, kids);
      isChanged = true;
    }
    waiting.push(...kids.value.items.map((value) => ({ value, bytes: kids.bytes })));
  }
  return isChanged ? revision.build() : null;
}

function replaceKids(revision: Revision, node: Located<PdfDict> & { num: number }, kids: Located<PdfArray>): void {
  const parent = pdfRef(node.num, node.gen);
  const items = kids.value.items.map((kid) => {
    const isDirect = kid.kind === "dict";
    return isDirect
      ? pdfRef(revision.add(editDict({ value: kid, bytes: kids.bytes, num: null, gen: 0 }, { Parent: parent })))
      : sliceOf(kids.bytes, kid).toString("latin1");
  });
  revision.replace(node.num, node.gen, editDict(node, { Kids: `[${items.join(" ")}]` }));
}
