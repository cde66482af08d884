import { missing, NotApplicable, Target, type Mutation } from "./mutation";

interface Row {
  num: number;
  offset: number;
  gen?: number;
  free?: boolean;
}

interface Tail {
  /** Objects with their numbers; each gets a row of the table unless `rows` replaces it. */
  objects?: readonly [number, string][];
  rows?: (offsets: ReadonlyMap<number, number>, target: Target) => Row[];
  trailer?: (entries: string, target: Target) => string;
  /** Inserted between the objects and the table. */
  between?: string;
}

/** Appends a revision with a hand-written table, whatever kind the file uses. */
export function tampered(name: string, make: (target: Target) => Tail): Mutation {
  return {
    name,
    apply: (bytes) => {
      const target = new Target(bytes);
      return Buffer.concat([bytes, Buffer.from(writeTail(target, make(target)), "latin1")]);
    },
  };
}

function writeTail(target: Target, { objects = [], rows, trailer = (entries) => entries, between = "" }: Tail): string {
  const { bytes, document } = target;
  let text = "\n";
  const offsets = new Map<number, number>();
  for (const [num, body] of objects) {
    offsets.set(num, bytes.length + text.length);
    text += `${num} 0 obj\n${body}\nendobj\n`;
  }
  text += between;
  const lines: Row[] = rows?.(offsets, target) ?? [...offsets].map(([num, offset]) => ({ num, offset }));
  const table = lines.map(
    ({ num, offset, gen = 0, free = false }) => `${num} 1\n${pad(offset, 10)} ${pad(gen, 5)} ${free ? "f" : "n"} \n`,
  );
  const entries = `/Size ${document.maxObjectNumber + 10}/Prev ${document.startXref}/Root ${document.catalog().num} 0 R`;
  const start = bytes.length + text.length;
  return `${text}xref\n${table.join("")}trailer\n<<${trailer(entries, target)}>>\nstartxref\n${start}\n%%EOF\n`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

export function offsetOf({ document }: Target, num: number): number {
  const entry = document.entry(num);
  return entry?.type === "offset" ? entry.offset : missing("a plain object");
}

export function pageBody({ page }: Target): string {
  return page.bytes.toString("latin1", page.value.start, page.value.end);
}

export const forgedPage = "<</Type/Page/MediaBox[0 0 9 9]>>";
export const freshNumber = (target: Target): number => target.document.maxObjectNumber + 1;
export const harmless = (target: Target): [number, string] => [freshNumber(target), "null"];

function contentNumber(target: Target): number {
  const contents = target.page.value.entries.get("Contents");
  return contents?.kind === "ref" ? contents.num : missing("a content stream");
}

/** Cross-reference streams are written uncompressed. */
export function xrefStream(
  num: number,
  rows: readonly (readonly [number, number, number, number])[],
  entries: string,
): string {
  const data = rows
    .map(([, type, second, third]) =>
      String.fromCharCode(
        type,
        (second >>> 24) & 255,
        (second >>> 16) & 255,
        (second >>> 8) & 255,
        second & 255,
        third,
      ),
    )
    .join("");
  const index = rows.map(([row]) => `${row} 1`).join(" ");
  return `${num} 0 obj\n<</Type/XRef/W[1 4 1]/Index[${index}]${entries}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
}

const trailers: Mutation[] = [
  tampered("the trailer names another catalog", (target) => ({
    objects: [[freshNumber(target), `<</Type/Catalog/Pages ${target.page.num} 0 R>>`]],
    trailer: (entries) => entries.replace(/\/Root \d+ 0 R/, `/Root ${freshNumber(target)} 0 R`),
  })),
  tampered("the trailer names the catalog twice", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => `${entries}/Root ${freshNumber(target)} 0 R`,
  })),
  tampered("the trailer names two catalogs, the true one last", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => `/Root ${freshNumber(target)} 0 R${entries}`,
  })),
  tampered("the trailer declares the file encrypted", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => `${entries}/Encrypt<</Filter/Standard/V 1/R 2>>`,
  })),
  tampered("the trailer has a size that ends before the objects do", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => entries.replace(/\/Size \d+/, "/Size 3"),
  })),
  tampered("a page is changed by a revision whose /Prev leads nowhere", (target) => ({
    objects: [[target.page.num, forgedPage]],
    trailer: (entries) => entries.replace(/\/Prev \d+/, "/Prev 0"),
  })),
  tampered("the trailer has no /Prev", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => entries.replace(/\/Prev \d+/, ""),
  })),
  tampered("the trailer's /Prev goes in a circle", (target) => ({
    objects: [harmless(target)],
    trailer: (entries) => entries.replace(/\/Prev (\d+)/, `/Prev ${target.bytes.length + 1}`),
  })),
  tampered("the trailer's /Prev leaps over the last revision", (target) => {
    const older = target.document.xrefSections[1]?.offset ?? missing("a second section");
    return { objects: [harmless(target)], trailer: (entries) => entries.replace(/\/Prev \d+/, `/Prev ${older}`) };
  }),
];

const rows: Mutation[] = [
  tampered("a page's content is freed", (target) => ({
    rows: () => [{ num: contentNumber(target), offset: 0, gen: 1, free: true }],
  })),
  tampered("a page is freed", (target) => ({ rows: () => [{ num: target.page.num, offset: 0, gen: 1, free: true }] })),
  tampered("a page's entry leads to another object", (target) => ({
    rows: () => [{ num: target.page.num, offset: offsetOf(target, target.catalog.num) }],
  })),
  tampered("a page's entry has another generation", (target) => ({
    rows: () => [{ num: target.page.num, offset: offsetOf(target, target.page.num), gen: 7 }],
  })),
  tampered("a page's entry leads into the middle of nothing", (target) => ({
    rows: () => [{ num: target.page.num, offset: target.bytes.length - 3 }],
  })),
  tampered("a page's entry leads into a stream that contains another page", (target) => {
    const hidden = `${target.page.num} 0 obj\n${forgedPage}\nendobj`;
    return {
      objects: [[freshNumber(target), `<</Length ${hidden.length}>>\nstream\n${hidden}\nendstream`]],
      rows: (offsets) => [
        { num: freshNumber(target), offset: offsets.get(freshNumber(target)) ?? 0 },
        {
          num: target.page.num,
          offset:
            (offsets.get(freshNumber(target)) ?? 0) +
            `${freshNumber(target)} 0 obj\n<</Length ${hidden.length}>>\nstream\n`.length,
        },
      ],
    };
  }),
  tampered("a page occurs in the revision without an entry, for readers that rebuild", (target) => ({
    objects: [[target.page.num, forgedPage], harmless(target)],
    rows: (offsets) => [{ num: freshNumber(target), offset: offsets.get(freshNumber(target)) ?? 0 }],
  })),
  tampered("a page is written twice in one revision, the true one named", (target) => ({
    objects: [[target.page.num, pageBody(target)]],
    between: `${target.page.num} 0 obj\n${forgedPage}\nendobj\n`,
  })),
];

/** A table together with a stream that contradicts it: readers disagree about which of the two counts. */
function hybrid(name: string, rows: (target: Target, offset: number) => Row[]): Mutation {
  return {
    name,
    apply: (bytes) => {
      const target = new Target(bytes);
      const at = bytes.length + 1;
      const object = `${target.page.num} 0 obj\n${forgedPage}\nendobj\n`;
      const stream = xrefStream(
        freshNumber(target),
        [[target.page.num, 1, at, 0]],
        `/Size ${target.document.maxObjectNumber + 10}`,
      );
      const table = writeTail(target, {
        between: object + stream,
        rows: () => rows(target, at),
        trailer: (trailer) => `${trailer}/XRefStm ${at + object.length}`,
      });
      return Buffer.concat([bytes, Buffer.from(table, "latin1")]);
    },
  };
}

const streams: Mutation[] = [
  hybrid("a hybrid revision hides another page in its stream", () => []),
  hybrid("a hybrid revision frees a page in its table and names another in its stream", ({ page }) => [
    { num: page.num, offset: 0, free: true },
  ]),
  hybrid("a hybrid revision names the true page in its table and another in its stream", (target) => [
    { num: target.page.num, offset: offsetOf(target, target.page.num) },
  ]),
  {
    name: "a page is rewritten inside an object stream",
    apply: (bytes) => {
      const target = new Target(bytes);
      const [holder, section] = [freshNumber(target), freshNumber(target) + 1];
      const inner = `${target.page.num} 0 ${forgedPage}`;
      const first = inner.indexOf("<<");
      const objStm = `\n${holder} 0 obj\n<</Type/ObjStm/N 1/First ${first}/Length ${inner.length}>>\nstream\n${inner}\nendstream\nendobj\n`;
      const start = bytes.length + objStm.length;
      const trailer = `/Size ${section + 1}/Prev ${target.document.startXref}/Root ${target.catalog.num} 0 R`;
      const rows = [
        [target.page.num, 2, holder, 0],
        [holder, 1, bytes.length + 1, 0],
        [section, 1, start, 0],
      ] as const;
      return Buffer.concat([
        bytes,
        Buffer.from(`${objStm}${xrefStream(section, rows, trailer)}startxref\n${start}\n%%EOF\n`, "latin1"),
      ]);
    },
  },
  {
    name: "a whole revision is appended, and the old end of the file repeated behind it",
    apply: (bytes) => {
      const target = new Target(bytes);
      target.edit(target.page, { MediaBox: "[0 0 9 9]" });
      const end = bytes.toString("latin1", bytes.lastIndexOf("startxref"));
      return Buffer.concat([target.build(), Buffer.from(end, "latin1")]);
    },
  },
  {
    name: "the signed file is put behind another one",
    apply: (bytes) => {
      const target = new Target(bytes);
      if (target.pages.length === 0) {
        throw new NotApplicable();
      }
      return Buffer.concat([bytes, bytes]);
    },
  },
];

/** Revisions whose attack is in the cross-reference data. */
export const crossReferenceMutations: readonly Mutation[] = [...trailers, ...rows, ...streams];
