/** A node of the structure tree as pdf.js reads it from a tagged PDF: an element with a role, or a piece of content. */
export type StructureNode = StructureElement | StructureContent;

export interface StructureElement {
  role: string;
  children: StructureNode[];
  alt?: string;
  lang?: string;
}

interface StructureContent {
  type: string;
  id: string;
}

/** Elements that ARIA allows only as children of a certain parent, and the PDF roles that stand for that parent. */
const parents: Record<string, readonly string[]> = {
  TR: ["Table"],
  TH: ["TR"],
  TD: ["TR"],
  LI: ["L"],
};

/** A role that react-pdf does not support; such an element gets no ARIA role. */
const plain = "Span";

/**
 * The structure tree of a page with valid ARIA relations (WAI-ARIA 1.2, 5.2.5 and 5.2.6), because screen readers
 * ignore a table or list with foreign children: head, body and foot are replaced by the table's rows, captions and
 * other content go before it, a row or cell outside its parent becomes plain, and a table, row or list without
 * remaining children is dropped or becomes plain. The ids of contents begin with `prefix`.
 */
export function accessibleTree<Tree extends StructureElement>(root: Tree, prefix = ""): Tree {
  return prefixed({ ...root, children: root.children.flatMap((child) => repaired(child, "")) }, prefix);
}

function prefixed<Node extends StructureNode>(node: Node, prefix: string): Node {
  return isElement(node)
    ? { ...node, children: node.children.map((child) => prefixed(child, prefix)) }
    : { ...node, id: `${prefix}${node.id}` };
}

function repaired(node: StructureNode, parent: string): StructureNode[] {
  // Annotations have no element to refer to, because no annotation layer is drawn.
  if (!isElement(node)) return node.type === "content" ? [node] : [];
  if (node.role === "Table") return owner(node, "Table", "TR");
  if (node.role === "L") return owner(node, "L", "LI");
  if (node.role === "TR" && parent === "Table") return owner(node, "TR", "TD", "TH");
  const allowed = parents[node.role];
  const isMisplaced = node.role === "THead" || (allowed && !allowed.includes(parent));
  const role = isMisplaced ? plain : node.role;
  return [{ ...node, role, children: node.children.flatMap((child) => repaired(child, role)) }];
}

/** An element that takes children of certain roles only. Other children are moved in front of it. */
function owner(node: StructureElement, role: string, ...wanted: readonly string[]): StructureNode[] {
  const children = node.children.flatMap((child) => inner(child, role));
  const own = children.filter((child) => isElement(child) && wanted.includes(child.role));
  const others = children.filter((child) => !own.includes(child));
  return own.length === 0 ? others : [...others, { ...node, children: own }];
}

/** Groups inside a table or list are replaced by their children. */
function inner(child: StructureNode, parent: string): StructureNode[] {
  return isElement(child) && groups.has(child.role)
    ? child.children.flatMap((grandchild) => inner(grandchild, parent))
    : repaired(child, parent);
}

const groups = new Set(["THead", "TBody", "TFoot", "Div", "NonStruct"]);

function isElement(node: StructureNode): node is StructureElement {
  return "children" in node;
}
