import { expect, test } from "vitest";
import { accessibleTree, type StructureField, type StructureNode } from "./structure-tree";

const content = (id: string): StructureNode => ({ type: "content", id });
const field = (role: string, ...children: StructureNode[]): StructureField => ({ role, children });
const root = (...children: StructureNode[]) => field("Root", ...children);

test("puts the rows of head, body and foot into the table, and the caption before it", () => {
  const row = (cell: string, id: string) => field("TR", field(cell, content(id)));
  const table = field(
    "Table",
    field("Caption", content("caption")),
    field("THead", row("TH", "head")),
    field("TBody", row("TD", "body"), field("TR")),
    field("TFoot", row("TD", "foot")),
  );
  expect(accessibleTree(root(field("Document", table)))).toEqual(
    root(
      field(
        "Document",
        field("Caption", content("caption")),
        field("Table", row("TH", "head"), row("TD", "body"), row("TD", "foot")),
      ),
    ),
  );
});

test("keeps all content of a table without rows and of a row without cells", () => {
  const odd = field("Table", field("P", content("text")), field("TR", field("P", content("loose"))));
  expect(accessibleTree(root(odd))).toEqual(root(field("P", content("text")), field("P", content("loose"))));
});

test("removes the role of a row, cell or list item outside its parent", () => {
  const loose = [field("TR", field("TD", content("a"))), field("LI", content("b")), field("THead", content("c"))];
  expect(accessibleTree(root(...loose))).toEqual(
    root(field("Span", field("Span", content("a"))), field("Span", content("b")), field("Span", content("c"))),
  );
});

test("keeps lists, headings and their order", () => {
  const tree = root(
    field("H1", content("title")),
    field("L", field("LI", field("Lbl", content("1")), field("LBody", content("one")))),
  );
  expect(accessibleTree(tree)).toEqual(tree);
});

test("puts the prefix of a file before the ids of its contents", () => {
  expect(accessibleTree(root(field("P", content("p4R_mc0"))), "pdf2-")).toEqual(
    root(field("P", content("pdf2-p4R_mc0"))),
  );
});
