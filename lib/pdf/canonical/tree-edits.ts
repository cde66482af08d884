import type { PdfDocument } from "@/lib/pdf/document";
import type { PageTree, TreeNode } from "@/lib/pdf/strict/page-tree";
import type { Located, PdfDict } from "@/lib/pdf/syntax/objects";
import { pdfNumber, pdfNumbers, pdfRef } from "@/lib/pdf/syntax/serialize";
import type { PageBox } from "@/lib/platform/geometry/placement";
import { canonicalDict, type Edits, type Renumber } from "./canonical-value";

/** Copies a page that is listed twice. `page` and `parent` are old numbers. Returns the new number. */
type CopyPage = (page: number, parent: number) => number;

/** New entries for the page tree nodes (ISO 32000-2, 7.7.3), by their old numbers. */
export class TreeEdits {
  private readonly nodes: ReadonlyMap<number, TreeNode>;
  private readonly boxes: ReadonlyMap<number, PageBox>;
  /** A page that the catalog names as the whole page tree. */
  readonly lonePage: number | null;
  private readonly catalog: number;
  private readonly layers: Located<PdfDict> | null;

  constructor(document: PdfDocument, { nodes, isPlain, root }: PageTree) {
    this.nodes = new Map(isPlain ? [] : nodes.map((node) => [node.object.num, node]));
    this.boxes = new Map(nodes.flatMap(({ object, box }) => (box === null ? [] : [[object.num, box]])));
    this.lonePage = root?.kids === null ? root.object.num : null;
    const catalog = document.catalog();
    this.catalog = catalog.num;
    this.layers = document.dict(catalog.value.entries.get("OCProperties"), catalog.bytes);
  }

  /** Keeps a single configuration of layers (8.11.4.3), so that every reader starts with the same one. */
  private layerEdit(renumber: Renumber): Edits {
    return this.layers === null || this.layers.num !== null
      ? {}
      : { OCProperties: canonicalDict(this.layers.value, this.layers.bytes, renumber, { Configs: null }) };
  }

  of(num: number, renumber: Renumber, copyPage: CopyPage): Edits {
    if (num === this.catalog) {
      return { Type: "/Catalog", ...this.layerEdit(renumber) };
    }
    if (num === this.layers?.num) {
      return { Configs: null };
    }
    const boxes = boxEdits(this.boxes.get(num));
    const node = this.nodes.get(num);
    if (node === undefined) {
      return boxes;
    }
    const parent = node.parent === null ? null : renumber(node.parent);
    const above = { Parent: parent === null ? null : pdfRef(parent) };
    if (node.kids === null) {
      // If a page were also an action, it would be removed together with the action.
      return { ...above, ...boxes, Type: "/Page", Kids: null, Count: null, S: null, JS: null };
    }
    const shown = node.kids.filter((kid) => kid.node.count > 0);
    const kids = shown.map((kid) =>
      pdfRef(kid.again ? copyPage(kid.node.object.num, num) : (renumber(kid.node.object.num) ?? 0)),
    );
    return { ...above, Type: "/Pages", Kids: `[${kids.join(" ")}]`, Count: String(node.count) };
  }
}

function boxEdits(box: PageBox | undefined): Edits {
  if (box === undefined) {
    return {};
  }
  const shown = pdfNumbers([box.x0, box.y0, box.x1, box.y1]);
  return {
    MediaBox: shown,
    CropBox: shown,
    Rotate: String(box.rotation),
    UserUnit: box.userUnit === 1 ? null : pdfNumber(box.userUnit),
  };
}
