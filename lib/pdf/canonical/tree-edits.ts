import type { PdfDocument } from "@/lib/pdf/document";
import type { PageTree, TreeNode } from "@/lib/pdf/strict/page-tree";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import type { Edits, Renumber } from "./canonical-value";

/** Makes a page that is listed again a page of its own; `page` and `parent` are old numbers, answers its new one. */
type CopyPage = (page: number, parent: number) => number;

/** What the nodes of the page tree are to say (ISO 32000-2, 7.7.3), by their old numbers. */
export class TreeEdits {
  private readonly nodes: ReadonlyMap<number, TreeNode>;
  private readonly catalog: number;

  constructor(document: PdfDocument, { nodes, isPlain }: PageTree) {
    this.nodes = new Map(isPlain ? [] : nodes.map((node) => [node.object.num, node]));
    this.catalog = document.catalog().num;
  }

  of(num: number, renumber: Renumber, copyPage: CopyPage): Edits {
    if (num === this.catalog) {
      return { Type: "/Catalog" };
    }
    const node = this.nodes.get(num);
    if (node === undefined) {
      return {};
    }
    const parent = node.parent === null ? null : renumber(node.parent);
    const above = { Parent: parent === null ? null : pdfRef(parent) };
    if (node.kids === null) {
      return { ...above, Type: "/Page", Kids: null, Count: null };
    }
    const shown = node.kids.filter((kid) => kid.node.count > 0);
    const kids = shown.map((kid) => pdfRef(kid.again ? copyPage(kid.node.object.num, num) : (renumber(kid.node.object.num) ?? 0)));
    return { ...above, Type: "/Pages", Kids: `[${kids.join(" ")}]`, Count: String(node.count) };
  }
}
