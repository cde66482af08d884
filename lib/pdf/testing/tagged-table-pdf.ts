import { pdfOf, stream } from "./hand-written-pdf";

const table = [
  ["Item", "Price"],
  ["Rent", "900"],
  ["Heating", "80"],
  ["Total", "980"],
] as const;

/**
 * A Letter page with a tagged table as written by word processors: a caption, head, body, foot, a row without cells,
 * and a list inside a cell.
 */
export function taggedTablePdf(): Buffer {
  const cells = table.flatMap((row, at) => row.map((text, column) => ({ text, at, column })));
  const content = cells
    .map(
      ({ text, at, column }, mark) =>
        `/Span<</MCID ${mark}>>BDC BT /F 12 Tf ${72 + column * 200} ${640 - at * 40} Td (${text}) Tj ET EMC`,
    )
    .concat(`/Span<</MCID ${cells.length}>>BDC BT /F 12 Tf 72 690 Td (Costs) Tj ET EMC`)
    .join("\n");
  const elements: string[] = [];
  const reserve = () => elements.push("") - 1;
  const numberOf = (index: number) => 8 + index;
  const put = (index: number, role: string, parent: number, kids: string) => {
    elements[index] = `<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 4 0 R/K ${kids}>>`;
    return `${numberOf(index)} 0 R`;
  };
  const marks: string[] = [];
  const cell = (role: string, parent: number, mark: number) => {
    const index = reserve();
    marks[mark] = `${numberOf(index)} 0 R`;
    return put(index, role, parent, String(mark));
  };
  const row = (parent: number, at: number, role: string) => {
    const index = reserve();
    const kids = [at * 2, at * 2 + 1].map((mark) => cell(role, numberOf(index), mark));
    return put(index, "TR", parent, `[${kids.join(" ")}]`);
  };
  const group = (role: string, parent: number, rows: readonly number[], cells: string, isRagged = false) => {
    const index = reserve();
    const kids = rows.map((at) => row(numberOf(index), at, cells));
    if (isRagged) kids.push(put(reserve(), "TR", numberOf(index), "[]"));
    return put(index, role, parent, `[${kids.join(" ")}]`);
  };
  const top = reserve();
  const caption = cell("Caption", numberOf(top), cells.length);
  const parts = [
    caption,
    group("THead", numberOf(top), [0], "TH"),
    group("TBody", numberOf(top), [1, 2], "TD", true),
    group("TFoot", numberOf(top), [3], "TD"),
  ];
  put(top, "Table", 7, `[${parts.join(" ")}]`);
  return pdfOf([
    "<</Type/Catalog/Pages 2 0 R/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>",
    "<</Type/Pages/Count 1/Kids[4 0 R]>>",
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents 5 0 R/StructParents 0>>",
    stream("", content),
    `<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[${marks.join(" ")}]]>>/ParentTreeNextKey 1>>`,
    `<</Type/StructElem/S/Document/P 6 0 R/K ${numberOf(top)} 0 R>>`,
    ...elements,
  ]);
}
