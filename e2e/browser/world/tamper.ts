import { PdfDocument } from "@/lib/pdf/document";
import { readPages, type PdfPage } from "@/lib/pdf/pages";
import { editDict, Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";

/** Changes a signed PDF like an attacker: appends a revision and keeps all earlier bytes. */
type Change = (revision: Revision, pages: readonly PdfPage[], document: PdfDocument) => void;

function append(pdf: Buffer, change: Change): Buffer {
  const document = PdfDocument.open(fromBuffer(pdf));
  const revision = new Revision(document);
  change(revision, readPages(document, { maxPages: 1000 }), document);
  return Buffer.concat([pdf, revision.build()]);
}

/** Replaces the text of a page, in the same place and font. */
export function rewritePage(pdf: Buffer, pageNumber: number, text: string): Buffer {
  return append(pdf, (revision, pages) => {
    const page = pages[pageNumber - 1];
    if (!page) throw new Error(`no page ${pageNumber}`);
    const content = revision.addStream("", Buffer.from(`BT /F 12 Tf 20 20 Td (${text}) Tj ET`));
    revision.replace(page.object.num, 0, editDict(page.object, { Contents: `${content} 0 R` }));
  });
}

/** Inserts a page before the others. */
export function insertFirstPage(pdf: Buffer): Buffer {
  return append(pdf, (revision, pages, document) => {
    const [first] = pages;
    const tree = document.catalog().value.entries.get("Pages");
    if (!first || tree?.kind !== "ref") throw new Error("no page tree");
    const node = document.load(tree.num);
    if (node?.value.kind !== "dict") throw new Error("no page tree");
    const page = revision.add(editDict(first.object, { Contents: null, Annots: null, StructParents: null }));
    const kids = [page, ...pages.map(({ object }) => object.num)].map((num) => `${num} 0 R`);
    revision.replace(
      tree.num,
      0,
      editDict({ ...node, value: node.value }, { Kids: `[${kids.join(" ")}]`, Count: String(kids.length) }),
    );
  });
}
