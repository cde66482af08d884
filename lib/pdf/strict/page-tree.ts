import type { PdfDocument } from "@/lib/pdf/document";
import { hasPlainBox, inherit, readPageBox, type Inherited } from "@/lib/pdf/pages";
import type { Located, PdfArray, PdfDict, PdfValue } from "@/lib/pdf/syntax/objects";
import type { PageBox } from "@/lib/platform/geometry/placement";

/** A page tree node as readers should find it. */
export interface TreeNode {
  object: Located<PdfDict> & { num: number };
  parent: number | null;
  /** Null for a page. */
  kids: TreeKid[] | null;
  /** The number of pages below it, or 1 for a page. */
  count: number;
  /** Its own /Resources, or those of the nearest ancestor (7.7.3.4). */
  resources: Located | null;
  /** Box, rotation and unit to write into the page. Null if it has them in plain form, and for nodes. */
  box: PageBox | null;
}

/** `again`: the page occurs in the tree a second time, and is shown a second time. */
export interface TreeKid {
  node: TreeNode;
  again: boolean;
}

export interface PageTree {
  root: TreeNode | null;
  /** Every node once, parents first. */
  nodes: TreeNode[];
  /** Whether /Type, /Kids, /Count and /Parent all match the tree (ISO 32000-2, 7.7.3). */
  isPlain: boolean;
}

const MAX_KIDS = 200_000;
const MAX_DEPTH = 256;

/**
 * Walks the page tree by /Kids, as most readers do, and compares it with the /Type, /Parent and /Count of its nodes.
 */
export function readPageTree(document: PdfDocument): PageTree {
  const catalog = document.catalog();
  const walk = new TreeWalk(document);
  const root = walk.visit(catalog.value.entries.get("Pages"), catalog.bytes, { node: null, inherited: new Map() }, 0);
  // Not every program shows a page that is the root of the tree.
  const isPlain =
    walk.isPlain &&
    (root === null || root.node.kids !== null) &&
    document.name(catalog.value.entries.get("Type")) === "Catalog";
  return { root: root?.node ?? null, nodes: walk.nodes, isPlain };
}

/** The parent, and the attributes that its pages inherit from it. */
interface Above {
  node: TreeNode | null;
  inherited: Inherited;
}

class TreeWalk {
  readonly nodes: TreeNode[] = [];
  isPlain = true;
  private readonly known = new Map<number, TreeNode>();
  private readonly open = new Set<number>();
  private kids = 0;

  constructor(private readonly document: PdfDocument) {}

  /** Null if it is not a node: missing, part of a loop, or a page that is a direct object. */
  visit(value: PdfValue | undefined, bytes: Buffer, above: Above, depth: number): TreeKid | null {
    const object = this.document.dict(value, bytes);
    if (object?.num == null || this.open.has(object.num) || depth > MAX_DEPTH) {
      this.isPlain = false;
      return null;
    }
    const known = this.known.get(object.num);
    if (known !== undefined) {
      this.isPlain = false;
      return known.kids === null ? { node: known, again: true } : null;
    }
    return { node: this.enter({ ...object, num: object.num }, above, depth), again: false };
  }

  private enter(object: TreeNode["object"], { node: parent, inherited: given }: Above, depth: number): TreeNode {
    const { document } = this;
    const kids = document.array(object.value.entries.get("Kids"), object.bytes);
    const type = document.name(object.value.entries.get("Type"));
    const isPage = kids === null || type === "Page";
    const inherited = inherit(document, object, given);
    const own = document.locate(object.value.entries.get("Resources"), object.bytes);
    const resources = (own?.value.kind === "null" ? null : own) ?? parent?.resources ?? null;
    const box = isPage && !hasPlainBox(document, object, inherited) ? readPageBox(document, object, inherited) : null;
    const node: TreeNode = { object, parent: parent?.object.num ?? null, kids: null, count: 1, resources, box };
    this.known.set(object.num, node);
    this.nodes.push(node);
    this.isPlain &&=
      type === (isPage ? "Page" : "Pages") && this.namesParent(object, node.parent) && !(isPage && kids !== null);
    if (!isPage) {
      this.enterKids(node, inherited, kids, depth);
    }
    return node;
  }

  private enterKids(node: TreeNode, inherited: Inherited, { value, bytes }: Located<PdfArray>, depth: number): void {
    const { num } = node.object;
    this.kids += value.items.length;
    if (this.kids > MAX_KIDS) {
      this.isPlain = false;
      return;
    }
    this.open.add(num);
    node.kids = [];
    for (const item of value.items) {
      const kid = this.visit(item, bytes, { node, inherited }, depth + 1);
      if (kid !== null) {
        node.kids.push(kid);
      }
    }
    this.open.delete(num);
    node.count = node.kids.reduce((sum, kid) => sum + kid.node.count, 0);
    this.isPlain &&=
      this.document.number(node.object.value.entries.get("Count")) === node.count &&
      (node.count > 0 || node.parent === null);
  }

  private namesParent({ value }: TreeNode["object"], parent: number | null): boolean {
    const named = value.entries.get("Parent");
    return parent === null
      ? named === undefined || named.kind === "null"
      : named?.kind === "ref" && named.num === parent;
  }
}
