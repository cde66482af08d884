import { expect, test } from "vitest";
import { accessibleTree, type StructureElement, type StructureNode } from "./structure-tree";

const content = (id: string): StructureNode => ({ type: "content", id });
const element = (role: string, ...children: StructureNode[]): StructureElement => ({ role, children });
const root = (...children: StructureNode[]) => element("Root", ...children);

test("puts the rows of head, body and foot into the table, and the caption before it", () => {
  const row = (cell: string, id: string) => element("TR", element(cell, content(id)));
  const table = element(
    "Table",
    element("Caption", content("caption")),
    element("THead", row("TH", "head")),
    element("TBody", row("TD", "body"), element("TR")),
    element("TFoot", row("TD", "foot")),
  );
  expect(accessibleTree(root(element("Document", table)))).toEqual(
    root(
      element(
        "Document",
        element("Caption", content("caption")),
        element("Table", row("TH", "head"), row("TD", "body"), row("TD", "foot")),
      ),
    ),
  );
});

test("keeps all content of a table without rows and of a row without cells", () => {
  const odd = element("Table", element("P", content("text")), element("TR", element("P", content("loose"))));
  expect(accessibleTree(root(odd))).toEqual(root(element("P", content("text")), element("P", content("loose"))));
});

test("removes the role of a row, cell or list item outside its parent", () => {
  const loose = [
    element("TR", element("TD", content("a"))),
    element("LI", content("b")),
    element("THead", content("c")),
  ];
  expect(accessibleTree(root(...loose))).toEqual(
    root(element("Span", element("Span", content("a"))), element("Span", content("b")), element("Span", content("c"))),
  );
});

test("keeps lists, headings and their order", () => {
  const tree = root(
    element("H1", content("title")),
    element("L", element("LI", element("Lbl", content("1")), element("LBody", content("one")))),
  );
  expect(accessibleTree(tree)).toEqual(tree);
});

test("puts the prefix of a file before the ids of its contents", () => {
  expect(accessibleTree(root(element("P", content("p4R_mc0"))), "pdf2-")).toEqual(
    root(element("P", content("pdf2-p4R_mc0"))),
  );
});
