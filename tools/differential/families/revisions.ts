import { integer, pick, truths, type Family } from "./family";
import { openSheet, stream, type RawFile, type Row } from "./raw-file";

/** A complete file, and the offset of its cross-reference section. */
function base(content: string, trailer = ""): { file: RawFile; at: number } {
  const file = openSheet({ content });
  const at = file.table();
  file.trailer(`/Size 6/Root 1 0 R${trailer}`, at);
  return { file, at };
}

function rowsOf(num: number, at: number): Map<number, Row> {
  return new Map([[num, { at }]]);
}

const increments: Family = {
  id: "increments",
  name: "increments",
  constructs: [
    [
      "a later revision with another content",
      (draw) => {
        const { one, two } = truths(draw);
        const { file, at } = base(one);
        const other = file.object(4, stream(two));
        return file.trailer(`/Size 6/Root 1 0 R/Prev ${at}`, file.table(rowsOf(4, other))).bytes();
      },
    ],
    [
      "a later revision that startxref does not lead to",
      (draw) => {
        const { one, two } = truths(draw);
        const { file, at } = base(one);
        const other = file.object(4, stream(two));
        file.table(rowsOf(4, other));
        return file.trailer(`/Size 6/Root 1 0 R/Prev ${at}`, at).bytes();
      },
    ],
    [
      "a later object that no section lists",
      (draw) => {
        const { one, two } = truths(draw);
        const { file, at } = base(one);
        file.object(4, stream(two));
        return file.trailer(`/Size 6/Root 1 0 R/Prev ${at}`, file.table(new Map())).bytes();
      },
    ],
    [
      "a later revision without /Prev",
      (draw) => {
        const { one, two } = truths(draw);
        const { file } = base(one);
        const other = file.object(4, stream(two));
        return file.trailer("/Size 6/Root 1 0 R", file.table(rowsOf(4, other))).bytes();
      },
    ],
    [
      "/Prev in a circle",
      (draw) => {
        const { one, two } = truths(draw);
        const { file } = base(one);
        const other = file.object(4, stream(two));
        const at = file.table(new Map([...file.rows, [4, { at: other }]]));
        return file.trailer(`/Size 6/Root 1 0 R/Prev ${at}`, at).bytes();
      },
    ],
    [
      "/Prev a few bytes off",
      (draw) => {
        const { one, two } = truths(draw);
        const { file, at } = base(one);
        const other = file.object(4, stream(two));
        return file
          .trailer(`/Size 6/Root 1 0 R/Prev ${at + pick(draw, [-3, -1, 1, 4])}`, file.table(rowsOf(4, other)))
          .bytes();
      },
    ],
    [
      "two ends of file with different startxref",
      (draw) => {
        const { one, two } = truths(draw);
        const { file, at } = base(one);
        const other = file.object(4, stream(two));
        const later = file.table(rowsOf(4, other));
        file.trailer(`/Size 6/Root 1 0 R/Prev ${at}`, later);
        file.write(`startxref\n${at}\n%%EOF\n`);
        return file.bytes();
      },
    ],
    [
      "a whole second file behind the first",
      (draw) => {
        const { one, two } = truths(draw);
        return Buffer.concat([base(one).file.bytes(), base(two).file.bytes()]);
      },
    ],
    [
      "bytes behind the end",
      (draw) => {
        const { file } = base(truths(draw).one);
        file.write("\0".repeat(integer(draw, 1, 2000)));
        return file.bytes();
      },
    ],
  ],
};

const trailers: Family = {
  id: "trailers_and_roots",
  name: "trailers and roots",
  constructs: [
    [
      "/Root twice",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({
          content: one,
          objects: {
            6: "<</Type/Catalog/Pages 7 0 R>>",
            7: "<</Type/Pages/Kids[8 0 R]/Count 1>>",
            8: "<</Type/Page/Parent 7 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 9 0 R>>",
            9: stream(two),
          },
        });
        return file.close({ trailer: "/Root 6 0 R" });
      },
    ],
    [
      "two trailers behind one table",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({
          content: one,
          objects: {
            6: "<</Type/Catalog/Pages 7 0 R>>",
            7: "<</Type/Pages/Kids[8 0 R]/Count 1>>",
            8: "<</Type/Page/Parent 7 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 9 0 R>>",
            9: stream(two),
          },
        });
        const at = file.table();
        file.write("trailer\n<</Size 10/Root 1 0 R>>\n");
        return file.trailer("/Size 10/Root 6 0 R", at).bytes();
      },
    ],
    [
      "a /Size that leaves objects out",
      (draw) => openSheet({ content: truths(draw).one }).close({ size: integer(draw, 2, 5) }),
    ],
    [
      "a /Size far too large",
      (draw) => openSheet({ content: truths(draw).one }).close({ size: integer(draw, 10_000, 9_000_000) }),
    ],
    [
      "a catalog without /Type",
      (draw) => openSheet({ content: truths(draw).one, objects: { 1: "<</Pages 2 0 R>>" } }).close(),
    ],
    [
      "a catalog that leads to a single page",
      (draw) => openSheet({ content: truths(draw).one, objects: { 1: "<</Type/Catalog/Pages 3 0 R>>" } }).close(),
    ],
    [
      "an escaped /Root and another",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({
          content: one,
          objects: {
            6: "<</Type/Catalog/Pages 7 0 R>>",
            7: "<</Type/Pages/Kids[8 0 R]/Count 1>>",
            8: "<</Type/Page/Parent 7 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 9 0 R>>",
            9: stream(two),
          },
        });
        return file.close({ trailer: "/Ro#6ft 6 0 R" });
      },
    ],
    [
      "no trailer keyword",
      (draw) => {
        const file = openSheet({ content: truths(draw).one });
        const at = file.table();
        file.write(`<</Size 6/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`);
        return file.bytes();
      },
    ],
  ],
};

const hybrids: Family = {
  id: "hybrid_files",
  name: "hybrid files",
  constructs: [
    [
      "table and stream that disagree",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one });
        const other = file.write(`4 0 obj\n${stream(two)}\nendobj\n`);
        const hidden = file.xrefStream(7, "/Size 8/Root 1 0 R", new Map([[4, { at: other }]]));
        return file.close({ trailer: `/XRefStm ${hidden}` });
      },
    ],
    [
      "an object that only the stream lists",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one, contents: "/Contents[4 0 R 6 0 R]" });
        const other = file.write(`6 0 obj\n${stream(two)}\nendobj\n`);
        const hidden = file.xrefStream(7, "/Size 8/Root 1 0 R", new Map([[6, { at: other }]]));
        return file.close({ trailer: `/XRefStm ${hidden}`, size: 8 });
      },
    ],
    [
      "an object that the table frees and the stream lists",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({ content: one, contents: "/Contents[4 0 R 6 0 R]" });
        const other = file.write(`6 0 obj\n${stream(two)}\nendobj\n`);
        const hidden = file.xrefStream(7, "/Size 8/Root 1 0 R", new Map([[6, { at: other }]]));
        return file.close({
          trailer: `/XRefStm ${hidden}`,
          rows: new Map<number, Row>([...file.rows, [6, { free: 0, gen: integer(draw, 0, 1) }]]),
          size: 8,
        });
      },
    ],
    [
      "a stream that is damaged",
      (draw) => {
        const { one } = truths(draw);
        const file = openSheet({ content: one });
        return file.close({ trailer: `/XRefStm ${integer(draw, 1, 60)}` });
      },
    ],
    [
      "a stream with another root",
      (draw) => {
        const { one, two } = truths(draw);
        const file = openSheet({
          content: one,
          objects: {
            6: "<</Type/Catalog/Pages 7 0 R>>",
            7: "<</Type/Pages/Kids[8 0 R]/Count 1>>",
            8: "<</Type/Page/Parent 7 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents 9 0 R>>",
            9: stream(two),
          },
        });
        const hidden = file.xrefStream(10, "/Size 11/Root 6 0 R", new Map());
        return file.close({ trailer: `/XRefStm ${hidden}`, size: 11 });
      },
    ],
  ],
};

const objectStreams: Family = {
  id: "object_streams",
  name: "object streams",
  constructs: [
    [
      "an object in two object streams",
      (draw) =>
        packed(
          draw,
          ([page]) => [[3, page]],
          ([, other]) => [[3, other]],
        ),
    ],
    [
      "one number twice in an object stream",
      (draw) =>
        packed(
          draw,
          ([page, other]) => [
            [3, page],
            [3, other],
          ],
          null,
        ),
    ],
    [
      "an index that belongs to another number",
      (draw) =>
        packed(
          draw,
          ([page, other]) => [
            [9, other],
            [3, page],
          ],
          null,
        ),
    ],
    ["an object that is plain as well", (draw) => packed(draw, ([page]) => [[3, page]], null, true)],
    [
      "numbers of the header in another order",
      (draw) =>
        packed(
          draw,
          ([page, other]) => [
            [3, page],
            [9, other],
          ],
          null,
          false,
          true,
        ),
    ],
  ],
};

type Packed = [number, string][];
type Pages = [page: string, other: string];

/** A file whose page is in an object stream; row 3 always refers to index 0 of stream 7. */
function packed(
  draw: Parameters<typeof truths>[0],
  first: (pages: Pages) => Packed,
  second: ((pages: Pages) => Packed) | null,
  isPlainToo = false,
  isSwapped = false,
): Buffer {
  const { one, two } = truths(draw);
  const page = (content: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents ${content} 0 R>>`;
  const pages: Pages = [page(4), page(6)];
  const file = openSheet({
    content: one,
    objects: {
      3: "null",
      6: stream(two),
      7: objectStream(first(pages), isSwapped),
      ...(second ? { 8: objectStream(second(pages), false) } : {}),
    },
  });
  if (isPlainToo) {
    file.write(`3 0 obj\n${page(6)}\nendobj\n`);
  }
  const rows = new Map<number, Row>([...file.rows, [3, { inStream: 7, index: 0 }]]);
  const at = file.xrefStream(10, "/Size 11/Root 1 0 R", rows);
  file.write(`startxref\n${at}\n%%EOF\n`);
  return file.bytes();
}

function objectStream(objects: Packed, isSwapped: boolean): string {
  let at = 0;
  const pairs = objects.map(([num, body]) => {
    const pair: [number, number] = [num, at];
    at += body.length + 1;
    return pair;
  });
  if (isSwapped) {
    pairs.reverse();
  }
  const header = `${pairs.map(([num, offset]) => `${num} ${offset}`).join(" ")} `;
  return stream(
    `${header}${objects.map(([, body]) => `${body} `).join("")}`,
    `/Type/ObjStm/N ${objects.length}/First ${header.length}`,
  );
}

export const revisionFamilies: readonly Family[] = [increments, trailers, hybrids, objectStreams];
