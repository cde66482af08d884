import { integer, pick, truths, type Family } from "./family";
import { openSheet, RawFile, sheetObjects, stream, type Row } from "./raw-file";

const crossReference: Family = {
  id: "cross_reference_tables",
  name: "cross-reference tables",
  constructs: [
    [
      "an object listed twice in one section",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one });
        const other = file.write(`4 0 obj\n${stream(two)}\nendobj\n`);
        const at = file.table();
        file.write(`4 1\n${String(other).padStart(10, "0")} 00000 n \n`);
        return file.trailer("/Size 6/Root 1 0 R", at).bytes();
      },
    ],
    [
      "an entry that leads to another object of the same kind",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({
          content: one,
          contents: "/Contents[4 0 R 6 0 R]",
          objects: { 6: stream(`BT /F 12 Tf 40 60 Td (and EUR ${integer(draw, 1, 9)}00000 more) Tj ET`) },
        });
        const other = file.object(7, stream(two));
        return file.close({ rows: new Map([...file.rows, [6, { at: other }]]) });
      },
    ],
    [
      "a wrong offset for a second content stream",
      (draw) => {
        const { one } = truths(draw);
        const file = openSheet({
          content: one,
          contents: "/Contents[4 0 R 6 0 R]",
          objects: { 6: stream("BT /F 18 Tf 40 60 Td (and EUR 999999 more) Tj ET 200 20 80 60 re f") },
        });
        return file.close({ rows: new Map([...file.rows, [6, { at: integer(draw, 1, 14) }]]) });
      },
    ],
    [
      "an offset a few bytes off",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        const row = file.rows.get(4) as { at: number };
        return file.close({ rows: new Map([...file.rows, [4, { at: row.at + pick(draw, [-2, -1, 1, 2, 3]) }]]) });
      },
    ],
    [
      "a subsection that begins at 1 and means 0",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        const at = file.write(
          `xref\n1 6\n0000000000 65535 f \n${[1, 2, 3, 4, 5].map((num) => `${String((file.rows.get(num) as { at: number }).at).padStart(10, "0")} 00000 n \n`).join("")}`,
        );
        return file.trailer("/Size 6/Root 1 0 R", at).bytes();
      },
    ],
    [
      "overlapping subsections that disagree",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one });
        const other = file.write(`4 0 obj\n${stream(two)}\nendobj\n`);
        const place = (num: number, at = (file.rows.get(num) as { at: number }).at) =>
          `${String(at).padStart(10, "0")} 00000 n \n`;
        const at = file.write(
          `xref\n0 5\n0000000000 65535 f \n${place(1)}${place(2)}${place(3)}${place(4)}3 3\n${place(3)}${place(4, other)}${place(5)}`,
        );
        return file.trailer("/Size 6/Root 1 0 R", at).bytes();
      },
    ],
    [
      "rows of 19 bytes",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        const at = file.table();
        const bytes = file.trailer("/Size 6/Root 1 0 R", at).bytes().toString("latin1");
        return Buffer.from(bytes.replaceAll(" n \n", " n\n").replaceAll(" f \n", " f\n"), "latin1");
      },
    ],
  ],
};

const generations: Family = {
  id: "generations",
  name: "generations",
  constructs: [
    [
      "a wrong generation in the table",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        const row = file.rows.get(4) as { at: number };
        return file.close({ rows: new Map([...file.rows, [4, { at: row.at, gen: integer(draw, 1, 9) }]]) });
      },
    ],
    [
      "a wrong generation in a reference",
      (draw) => openSheet({ content: truths(draw).one, contents: `/Contents 4 ${integer(draw, 1, 9)} R` }).close(),
    ],
    [
      "a wrong generation at the object",
      (draw) => {
        const { one } = truths(draw);
        const file = new RawFile();
        sheetObjects({ content: one }).forEach(([num, body]) =>
          file.object(num, body, num === 4 ? integer(draw, 1, 5) : 0),
        );
        return file.close({
          rows: new Map([...file.rows].map(([num, row]) => [num, { at: (row as { at: number }).at, gen: 0 }])),
        });
      },
    ],
    [
      "two generations of one number",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one });
        file.write(`4 1 obj\n${stream(two)}\nendobj\n`);
        return file.close();
      },
    ],
    [
      "generation 65535 in use",
      (draw) => {
        const file = openSheet({ content: truths(draw).one, contents: "/Contents 4 65535 R" });
        const row = file.rows.get(4) as { at: number };
        return file.close({ rows: new Map([...file.rows, [4, { at: row.at, gen: 65535 }]]) });
      },
    ],
  ],
};

const freeLists: Family = {
  id: "free_lists",
  name: "free lists",
  constructs: [
    [
      "an object in use that is listed as free",
      (draw) => {
        const { one } = truths(draw);
        const file = openSheet({
          content: one,
          contents: "/Contents[4 0 R 6 0 R]",
          objects: { 6: stream("180 100 60 40 re f BT /F 18 Tf 40 60 Td (and 999999 more) Tj ET") },
        });
        return file.close({
          rows: new Map<number, Row>([...file.rows, [6, { free: 0, gen: pick(draw, [0, 1, 65535]) }]]),
        });
      },
    ],
    [
      "an entry in use at offset 0",
      (draw) => {
        const { one } = truths(draw);
        const file = openSheet({
          content: one,
          contents: "/Contents[4 0 R 6 0 R]",
          objects: { 6: stream("180 100 60 40 re f") },
        });
        return file.close({ rows: new Map<number, Row>([...file.rows, [6, { at: 0 }]]) });
      },
    ],
    [
      "an object freed by a later revision and found by a search",
      (draw) => {
        const { one } = truths(draw);
        const file = openSheet({
          content: one,
          contents: "/Contents[4 0 R 6 0 R]",
          objects: { 6: stream("180 100 60 40 re f BT /F 18 Tf 40 60 Td (999999) Tj ET") },
        });
        const at = file.table();
        file.trailer("/Size 7/Root 1 0 R", at);
        const later = file.write(`xref\n0 1\n0000000006 65535 f \n6 1\n0000000000 0000${pick(draw, [0, 1])} f \n`);
        return file.trailer(`/Size 7/Root 1 0 R/Prev ${at}`, later).bytes();
      },
    ],
    [
      "a free entry that names an object in use as the next one",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        return file.close({
          rows: new Map<number, Row>([...file.rows, [6, { free: 4, gen: 1 }], [7, { free: 3, gen: 0 }]]),
        });
      },
    ],
    [
      "object 0 in use",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one, contents: "/Contents[4 0 R 0 0 R]" });
        const at = file.write(`0 0 obj\n${stream(two)}\nendobj\n`);
        const start = file.table();
        const bytes = file.trailer("/Size 6/Root 1 0 R", start).bytes().toString("latin1");
        return Buffer.from(bytes.replace("0000000000 65535 f", `${String(at).padStart(10, "0")} 00000 n`), "latin1");
      },
    ],
  ],
};

export const crossReferenceFamilies: readonly Family[] = [crossReference, generations, freeLists];
