import {
  forgedPage,
  freshNumber,
  harmless,
  offsetOf,
  pageBody,
  tampered,
  xrefStream,
} from "./cross-reference-mutations";
import { Target, type Mutation } from "./mutation";
import { orderNames } from "./packed-revision";

/** A new stream whose data contains another page, which readers that rebuild a file would find. */
function hiding(target: Target): { object: [number, string]; at: number } {
  const hidden = `${target.page.num} 0 obj\n${forgedPage}\nendobj`;
  const body = `<</Length ${hidden.length}>>\nstream\n${hidden}\nendstream`;
  const header = `${freshNumber(target)} 0 obj\n`;
  return { object: [freshNumber(target), body], at: header.length + body.indexOf(hidden) };
}

type Order = "true_first" | "forged_first" | "free_first";

/** Lists the page's number twice in one table. */
function namedTwice(order: Order): Mutation {
  return tampered(`a page occurs twice in one table, ${orderNames[order]}`, (target) => {
    const { object, at } = hiding(target);
    return {
      objects: [object],
      rows: (offsets) => {
        const start = offsets.get(object[0]) ?? 0;
        const named = { num: target.page.num, offset: offsetOf(target, target.page.num) };
        const forged = { num: target.page.num, offset: start + at };
        const twice = {
          true_first: [named, forged],
          forged_first: [forged, named],
          free_first: [{ num: target.page.num, offset: 0, gen: 65_535, free: true }, named],
        };
        return [{ num: object[0], offset: start }, ...twice[order]];
      },
    };
  });
}

/** A revision that lists the page at its true position, with the text of its table changed afterwards. */
function rewritten(name: string, rewrite: (table: string, page: number) => string): Mutation {
  const plain = tampered(name, (target) => {
    const { object } = hiding(target);
    return {
      objects: [object],
      rows: (offsets) => [
        { num: object[0], offset: offsets.get(object[0]) ?? 0 },
        { num: target.page.num, offset: offsetOf(target, target.page.num) },
      ],
    };
  });
  return {
    name,
    apply: (bytes) => {
      const whole = plain.apply(bytes);
      const start = whole.lastIndexOf("\nxref\n") + 1;
      return Buffer.concat([
        whole.subarray(0, start),
        Buffer.from(rewrite(whole.toString("latin1", start), new Target(bytes).page.num), "latin1"),
      ]);
    },
  };
}

type StreamRow = readonly [number, number, number, number];

/** Appends objects and a cross-reference stream; `rows` gets the offset of the first object. */
function appendStream(target: Target, objects: string, rows: (start: number) => StreamRow[]): Buffer {
  const section = freshNumber(target) + 1;
  const start = target.bytes.length + 1;
  const at = start + objects.length;
  const trailer = `/Size ${section + 1}/Prev ${target.document.startXref}/Root ${target.catalog.num} 0 R`;
  const stream = xrefStream(section, [...rows(start), [section, 1, at, 0]], trailer);
  return Buffer.concat([target.bytes, Buffer.from(`\n${objects}${stream}startxref\n${at}\n%%EOF\n`, "latin1")]);
}

/** The page's number twice in one object stream: readers use the index, the number, or the last object. */
function compressedTwice(order: "true_first" | "forged_first", index: 0 | 1): Mutation {
  return {
    name: `a page occurs twice in one object stream, ${orderNames[order]}, the entry saying index ${index}`,
    apply: (bytes) => {
      const target = new Target(bytes);
      const bodies = order === "true_first" ? [pageBody(target), forgedPage] : [forgedPage, pageBody(target)];
      const head = `${target.page.num} 0 ${target.page.num} ${(bodies[0] ?? "").length + 1} `;
      const inner = `${head}${bodies.join(" ")}`;
      const holder = freshNumber(target);
      const object = `${holder} 0 obj\n<</Type/ObjStm/N 2/First ${head.length}/Length ${inner.length}>>\nstream\n${inner}\nendstream\nendobj\n`;
      return appendStream(target, object, (start) => [
        [target.page.num, 2, holder, index],
        [holder, 1, start, 0],
      ]);
    },
  };
}

const streams: Mutation[] = [
  compressedTwice("true_first", 0),
  compressedTwice("true_first", 1),
  compressedTwice("forged_first", 0),
  compressedTwice("forged_first", 1),
  {
    name: "a page's entry has the index of another object of its object stream",
    apply: (bytes) => {
      const target = new Target(bytes);
      const [holder, body] = [freshNumber(target), pageBody(target)];
      const head = `${target.page.num} 0 ${holder + 5} ${body.length + 1} `;
      const inner = `${head}${body} ${forgedPage}`;
      const object = `${holder} 0 obj\n<</Type/ObjStm/N 2/First ${head.length}/Length ${inner.length}>>\nstream\n${inner}\nendstream\nendobj\n`;
      return appendStream(target, object, (start) => [
        [target.page.num, 2, holder, 1],
        [holder, 1, start, 0],
      ]);
    },
  },
  {
    name: "a page occurs twice in one cross-reference stream",
    apply: (bytes) => {
      const target = new Target(bytes);
      const {
        object: [num, body],
        at,
      } = hiding(target);
      const named = offsetOf(target, target.page.num);
      return appendStream(target, `${num} 0 obj\n${body}\nendobj\n`, (start) => [
        [num, 1, start, 0],
        [target.page.num, 1, named, 0],
        [target.page.num, 1, start + at, 0],
      ]);
    },
  },
];

/** Revisions that readers parse in different ways, and that change nothing in the way we parse them. */
export const ambiguousSections: readonly Mutation[] = [
  namedTwice("true_first"),
  namedTwice("forged_first"),
  namedTwice("free_first"),
  rewritten("another page hides in the data of a new stream that is named properly", (table) => table),
  rewritten("a subsection counts more rows than it has", (table, page) =>
    table.replace(`\n${page} 1\n`, `\n${page} 3\n`),
  ),
  rewritten("a subsection's number has a sign", (table, page) => table.replace(`\n${page} 1\n`, `\n+${page} 1\n`)),
  rewritten("a subsection's number begins with a comment", (table, page) =>
    table.replace(`\n${page} 1\n`, `\n%7 1\n${page} 1\n`),
  ),
  rewritten("a row is shorter than rows are", (table) => table.replace(/ 00000 n \n/g, " 0 n\n")),
  rewritten("a second trailer follows the first", (table) =>
    table.replace("startxref", "trailer\n<</Size 3/Root 1 0 R>>\nstartxref"),
  ),
  tampered("the trailer has a size that leaves its own objects out", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => entries.replace(/\/Size \d+/, `/Size ${freshNumber(target)}`),
  })),
  tampered("the trailer has /Prev twice, the true one last", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => `/Prev 7${entries}`,
  })),
  ...streams,
];
