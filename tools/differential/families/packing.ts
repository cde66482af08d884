import { createHash } from "node:crypto";
import { truths, type Draw, type Family } from "./family";
import { openSheet, RawFile, sheetObjects, stream, type Row } from "./raw-file";

interface Packed {
  /** Entries of object streams 7 and 8 in addition to /Type, /N and /First. */
  seven?: string;
  eight?: string;
  /** The object numbers they contain, each with a page: `one` or `two`. */
  inSeven?: readonly (readonly [num: number, page: "one" | "two"])[];
  inEight?: readonly (readonly [num: number, page: "one" | "two"])[];
  row?: Row;
  others?: Readonly<Record<number, string>>;
}

const pageOf = (content: number): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Contents ${content} 0 R>>`;

/** The page is object 3, which either of two object streams may contain. */
function packed(
  draw: Draw,
  { seven = "", eight = "", inSeven = [], inEight = [], row = { inStream: 7, index: 0 }, others = {} }: Packed,
): Buffer {
  const { one, two } = truths(draw);
  const holder = (held: readonly (readonly [number, "one" | "two"])[], entries: string): string => {
    const bodies = held.map(([, page]) => pageOf(page === "one" ? 4 : 6));
    let at = 0;
    const header = held.map(([num], index) => {
      const pair = `${num} ${at}`;
      at += (bodies[index]?.length ?? 0) + 1;
      return pair;
    });
    const head = `${header.join(" ")} `;
    return stream(head + bodies.join(" "), `/Type/ObjStm/N ${held.length}/First ${head.length}${entries}`);
  };
  const file = openSheet({
    content: one,
    objects: { 3: "null", 6: stream(two), 7: holder(inSeven, seven), 8: holder(inEight, eight), ...others },
  });
  const rows = new Map<number, Row>([...file.rows, [3, row]]);
  const at = file.xrefStream(10, "/Size 11/Root 1 0 R", rows);
  file.write(`startxref\n${at}\n%%EOF\n`);
  return file.bytes();
}

const packedWith =
  (parts: Packed) =>
  (draw: Draw): Buffer =>
    packed(draw, parts);

const extending: Family = {
  id: "object_streams_that_extend_others",
  name: "object streams that extend others",
  constructs: [
    ["an object of the one below alone", packedWith({ seven: "/Extends 8 0 R", inEight: [[3, "two"]] })],
    ["an object of both", packedWith({ seven: "/Extends 8 0 R", inSeven: [[3, "one"]], inEight: [[3, "two"]] })],
    [
      "an object of the one below, named by the section",
      packedWith({
        seven: "/Extends 8 0 R",
        inSeven: [[3, "one"]],
        inEight: [[3, "two"]],
        row: { inStream: 8, index: 0 },
      }),
    ],
    [
      "an index beyond, in the one below",
      packedWith({
        seven: "/Extends 8 0 R",
        inSeven: [[9, "one"]],
        inEight: [[3, "two"]],
        row: { inStream: 7, index: 1 },
      }),
    ],
    [
      "an index that counts both",
      packedWith({
        seven: "/Extends 8 0 R",
        inSeven: [[3, "one"]],
        inEight: [[3, "two"]],
        row: { inStream: 7, index: 1 },
      }),
    ],
    ["itself", packedWith({ seven: "/Extends 7 0 R", inSeven: [[3, "one"]] })],
    [
      "each other",
      packedWith({ seven: "/Extends 8 0 R", eight: "/Extends 7 0 R", inSeven: [[3, "one"]], inEight: [[3, "two"]] }),
    ],
    ["a stream that is not an object stream", packedWith({ seven: "/Extends 4 0 R", inSeven: [[3, "one"]] })],
    ["what is missing", packedWith({ seven: "/Extends 99 0 R", inSeven: [[3, "one"]] })],
    [
      "a value that is not a reference",
      packedWith({ seven: "/Extends 8", inSeven: [[3, "one"]], inEight: [[3, "two"]] }),
    ],
    ["a list", packedWith({ seven: "/Extends[8 0 R]", inSeven: [[3, "one"]], inEight: [[3, "two"]] })],
    [
      "an object that is there twice",
      packedWith({
        inSeven: [
          [3, "one"],
          [3, "two"],
        ],
      }),
    ],
    [
      "an object that is there twice, by the second index",
      packedWith({
        inSeven: [
          [3, "one"],
          [3, "two"],
        ],
        row: { inStream: 7, index: 1 },
      }),
    ],
    [
      "an object at another index",
      packedWith({
        inSeven: [
          [9, "two"],
          [3, "one"],
        ],
      }),
    ],
    ["another object at the index", packedWith({ inSeven: [[9, "two"]], inEight: [[3, "one"]] })],
    ["the one below by a newer section", (draw) => updated(draw, true)],
    ["an extension by a newer section", (draw) => updated(draw, false)],
  ],
};

/** The page is in an object stream of the file, and an update adds another stream that extends it. */
function updated(draw: Draw, isBelow: boolean): Buffer {
  const { one, two } = truths(draw);
  const holder = (num: number, page: number, entries: string): string => {
    const head = `${num} 0 `;
    return stream(head + pageOf(page), `/Type/ObjStm/N 1/First ${head.length}${entries}`);
  };
  const file = openSheet({ content: one, objects: { 3: "null", 6: stream(two), 7: holder(3, 4, "") } });
  const first = file.xrefStream(
    10,
    "/Size 11/Root 1 0 R",
    new Map([...file.rows, [3, { inStream: 7, index: 0 } as Row]]),
  );
  file.write(`startxref\n${first}\n%%EOF\n`);
  const at = file.object(8, holder(3, 6, "/Extends 7 0 R"));
  const rows = new Map<number, Row>([[8, { at }]]);
  if (!isBelow) {
    rows.set(3, { inStream: 8, index: 0 });
  }
  const second = file.xrefStream(11, `/Size 12/Root 1 0 R/Prev ${first}`, rows);
  file.write(`startxref\n${second}\n%%EOF\n`);
  return file.bytes();
}

type Entry = readonly [type: number, second: number, third: number];

interface SectionParts {
  /** Rows in the order of the data, with the /Index of their object numbers. */
  index: (rows: readonly (readonly [number, Entry])[]) => string;
  order?: (rows: (readonly [number, Entry])[], places: { one: number; two: number }) => (readonly [number, Entry])[];
  widths?: readonly [number, number, number];
  size?: string;
  entries?: string;
  extra?: string;
}

const runs = (nums: readonly number[]): string => `/Index[${nums.map((num) => `${num} 1`).join(" ")}]`;

/** Object 4 is the content with `one`; the file also contains a second object of that number, with `two`. */
function section(
  draw: Draw,
  { index, order = (rows) => rows, widths = [1, 4, 2], size = "/Size 11", entries = "", extra = "" }: SectionParts,
): Buffer {
  const { one, two } = truths(draw);
  const file = new RawFile();
  for (const [num, body] of sheetObjects({ content: one })) {
    file.object(num, body);
  }
  const first = file.rows.get(4);
  const second = file.object(4, stream(two));
  const places = { one: first && "at" in first ? first.at : 0, two: second };
  const start = file.length;
  const rows: (readonly [number, Entry])[] = [[0, [0, 0, 65_535]]];
  for (const [num, row] of file.rows) {
    rows.push([num, [1, num === 4 ? places.one : "at" in row ? row.at : 0, 0]]);
  }
  rows.push([10, [1, start, 0]]);
  rows.sort(([a], [b]) => a - b);
  const ordered = order(rows, places);
  const data = ordered
    .map(([, entry]) =>
      entry
        .map((value, field) => {
          const width = widths[field] ?? 0;
          return Array.from({ length: width }, (_, at) =>
            String.fromCharCode(Math.floor(value / 256 ** (width - 1 - at)) & 255),
          ).join("");
        })
        .join(""),
    )
    .join("");
  const whole = data + extra;
  file.write(
    `10 0 obj\n<</Type/XRef/W[${widths.join(" ")}]${index(ordered)}${size}/Root 1 0 R${entries}/Length ${whole.length}>>\nstream\n${whole}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`,
  );
  return file.bytes();
}

const sectionWith =
  (parts: SectionParts) =>
  (draw: Draw): Buffer =>
    section(draw, parts);
const byNumbers = (rows: readonly (readonly [number, Entry])[]): string => runs(rows.map(([num]) => num));
const other = (places: { two: number }): readonly [number, Entry] => [4, [1, places.two, 0]];

const sections: Family = {
  id: "sections_of_cross_reference_streams",
  name: "sections of cross-reference streams",
  constructs: [
    [
      "one object twice, the other last",
      sectionWith({ index: byNumbers, order: (rows, places) => [...rows, other(places)] }),
    ],
    [
      "one object twice, the other first",
      sectionWith({ index: byNumbers, order: (rows, places) => [other(places), ...rows] }),
    ],
    [
      "runs that overlap",
      sectionWith({
        index: () => "/Index[0 6 4 1 10 1]",
        order: (rows, places) => [...rows.slice(0, 6), other(places), ...rows.slice(6)],
      }),
    ],
    [
      "runs that overlap, the other one within",
      sectionWith({ index: () => "/Index[4 1 0 6 10 1]", order: (rows, places) => [other(places), ...rows] }),
    ],
    ["runs in the other order", sectionWith({ index: byNumbers, order: (rows) => [...rows].reverse() })],
    ["one free and in use", sectionWith({ index: byNumbers, order: (rows) => [...rows, [4, [0, 0, 0]]] })],
    ["one in use and free", sectionWith({ index: byNumbers, order: (rows) => [[4, [0, 0, 0]], ...rows] })],
    [
      "data beyond the runs",
      sectionWith({ index: () => "/Index[0 6 10 1]", order: (rows, places) => [...rows, other(places)] }),
    ],
    ["runs beyond the data", sectionWith({ index: () => "/Index[0 6 10 1 4 1]" })],
    ["a run of none", sectionWith({ index: () => "/Index[0 6 4 0 10 1]" })],
    ["a number too many", sectionWith({ index: () => "/Index[0 6 10 1 4]" })],
    [
      "a number that is negative",
      sectionWith({ index: () => "/Index[-1 1 0 6 10 1]", order: (rows, places) => [other(places), ...rows] }),
    ],
    ["a count that is negative", sectionWith({ index: () => "/Index[4 -1 0 6 10 1]" })],
    ["a number with a point", sectionWith({ index: () => "/Index[0 6.0 10 1]" })],
    ["a number that is a reference", sectionWith({ index: () => "/Index[0 6 10 5 0 R]" })],
    ["a list that is a reference", sectionWith({ index: () => "/Index 9 0 R" })],
    ["no list", sectionWith({ index: () => "", order: (rows) => rows.slice(0, 6), size: "/Size 6" })],
    [
      "no list and a size too small",
      sectionWith({ index: () => "", order: (rows) => rows.slice(0, 6), size: "/Size 4" }),
    ],
    ["a size too small", sectionWith({ index: byNumbers, size: "/Size 4" })],
    [
      "two lists",
      sectionWith({
        index: (rows) => `${byNumbers(rows)}/Index[0 6 10 1]`,
        order: (rows, places) => [...rows, other(places)],
      }),
    ],
    ["no kind of entry", sectionWith({ index: byNumbers, widths: [0, 4, 2], order: (rows) => rows.slice(1) })],
    ["no generation", sectionWith({ index: byNumbers, widths: [1, 4, 0] })],
    ["an unknown kind", sectionWith({ index: byNumbers, order: (rows, places) => [...rows, [4, [3, places.two, 0]]] })],
    [
      "an unknown kind alone",
      sectionWith({
        index: byNumbers,
        order: (rows, places) => rows.map(([num, entry]) => [num, num === 4 ? [3, places.two, 0] : entry]),
      }),
    ],
    [
      "another generation",
      sectionWith({ index: byNumbers, order: (rows, places) => [...rows, [4, [1, places.two, 1]]] }),
    ],
    ["wide numbers", sectionWith({ index: byNumbers, widths: [1, 8, 2] })],
    ["wider numbers", sectionWith({ index: byNumbers, widths: [1, 9, 2] })],
    ["a kind of two bytes", sectionWith({ index: byNumbers, widths: [2, 4, 2] })],
    ["four widths", sectionWith({ index: byNumbers, entries: "/W[1 4 2 0]" })],
    ["a part of an entry behind", sectionWith({ index: byNumbers, extra: "\x01\0\0" })],
    [
      "itself as another object",
      sectionWith({
        index: byNumbers,
        order: (rows, places) => rows.map(([num, entry]) => [num, num === 10 ? [1, places.two, 0] : entry]),
      }),
    ],
    [
      "an object in itself",
      sectionWith({
        index: byNumbers,
        order: (rows) => rows.map(([num, entry]) => [num, num === 4 ? [2, 10, 0] : entry]),
      }),
    ],
  ],
};

const crypt = (entries: string, content: string, before = ""): string => stream(content, `/Filter${entries}${before}`);

const hexOf = (text: string): string => `${Buffer.from(text, "latin1").toString("hex")}>`;

const inContent =
  (write: (content: string) => string) =>
  (draw: Draw): Buffer => {
    const { one, two } = truths(draw);
    return openSheet({ contents: "/Contents[4 0 R 6 0 R]", objects: { 4: stream(one), 6: write(two) } }).close();
  };

const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...parts: Buffer[]): Buffer => createHash("md5").update(Buffer.concat(parts)).digest();

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  let [i, j] = [0, 0];
  const swap = (): void => {
    [state[i], state[j]] = [state[j] ?? 0, state[i] ?? 0];
  };
  for (i = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap();
  }
  [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap();
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}

interface Locked {
  /** Crypt filter entries of the encryption dictionary. */
  filters: string;
  /** Entries of the stream with `two`, and whether its data is encrypted. */
  entries?: string;
  isLocked?: boolean;
  coded?: (text: string) => string;
  more?: string;
}

/**
 * Encrypted with an empty password and 128-bit RC4. `one` is in a stream with the default filters, `two` in one with
 * entries that select its filters.
 */
function lockedFile(
  draw: Draw,
  { filters, entries = "", isLocked = false, coded = (text) => text, more = "" }: Locked,
  isOneLocked = true,
): Buffer {
  const { one, two } = truths(draw);
  const id = Buffer.from("0123456789abcdef", "latin1");
  const rounds = (start: Buffer, count: number): Buffer =>
    Array.from({ length: count }).reduce<Buffer>((hash) => md5(hash), start);
  const ownerKey = rounds(md5(padding), 50);
  const layered = (key: Buffer, data: Buffer): Buffer =>
    Array.from({ length: 20 }, (_, round) => round).reduce<Buffer>(
      (text, round) => rc4(key.map((byte) => byte ^ round) as Buffer, text),
      data,
    );
  const owner = layered(ownerKey, padding);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = rounds(md5(padding, owner, permissions, id), 50);
  const user = Buffer.concat([layered(key, md5(padding, id)), Buffer.alloc(16)]);
  const lock = (num: number, text: string): string =>
    rc4(md5(key, Buffer.from([num & 255, num >> 8, 0, 0, 0])), Buffer.from(text, "latin1")).toString("latin1");
  const body = coded(two);
  const file = openSheet({
    contents: "/Contents[4 0 R 6 0 R]",
    objects: {
      4: stream(isOneLocked ? lock(4, one) : one),
      6: stream(isLocked ? lock(6, body) : body, entries),
      9: `<</Filter/Standard/V 4/R 4/Length 128/P -4/O<${owner.toString("hex")}>/U<${user.toString("hex")}>${filters}>>`,
    },
  });
  return file.close({ trailer: `/Encrypt 9 0 R/ID[<${id.toString("hex")}><${id.toString("hex")}>]${more}` });
}

const usual = "/CF<</StdCF<</CFM/V2/AuthEvent/DocOpen/Length 16>>>>/StmF/StdCF/StrF/StdCF";
const lockedWith =
  (parts: Partial<Locked>, isOneLocked = true) =>
  (draw: Draw): Buffer =>
    lockedFile(draw, { filters: usual, ...parts }, isOneLocked);
const identity = "/Filter/Crypt/DecodeParms<</Type/CryptFilterDecodeParms/Name/Identity>>";

const cryptFilters: Family = {
  id: "crypt_filters",
  name: "crypt filters",
  constructs: [
    ["identity", inContent((two) => crypt("/Crypt/DecodeParms<</Name/Identity>>", two))],
    ["identity as a list", inContent((two) => crypt("[/Crypt]/DecodeParms[<</Name/Identity>>]", two))],
    ["no name", inContent((two) => crypt("/Crypt", two))],
    ["no name, with parameters", inContent((two) => crypt("/Crypt/DecodeParms<<>>", two))],
    ["an unknown name", inContent((two) => crypt("/Crypt/DecodeParms<</Name/Nobody>>", two))],
    [
      "the standard filter of a file that is not encrypted",
      inContent((two) => crypt("/Crypt/DecodeParms<</Name/StdCF>>", two)),
    ],
    [
      "before digits",
      inContent((two) => crypt("[/Crypt/ASCIIHexDecode]/DecodeParms[<</Name/Identity>>null]", hexOf(two))),
    ],
    [
      "behind digits",
      inContent((two) => crypt("[/ASCIIHexDecode/Crypt]/DecodeParms[null<</Name/Identity>>]", hexOf(two))),
    ],
    ["twice", inContent((two) => crypt("[/Crypt/Crypt]", two))],
    ["before digits, without parameters", inContent((two) => crypt("[/Crypt/ASCIIHexDecode]", hexOf(two)))],
    [
      "parameters under the short name",
      inContent((two) => crypt("[/Crypt/ASCIIHexDecode]/DP[<</Name/Identity>>null]", hexOf(two))),
    ],
    [
      "of a picture",
      (draw) =>
        openSheet({
          content: `${truths(draw).one} q 200 0 0 100 40 20 cm /I Do Q`,
          resources: "/XObject<</I 6 0 R>>",
          objects: {
            6: stream(
              "\0\xff\xff\0",
              "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/Crypt",
            ),
          },
        }).close(),
    ],
    ["identity in an encrypted file", lockedWith({ entries: identity })],
    ["identity in an encrypted file, data encrypted", lockedWith({ entries: identity, isLocked: true })],
    ["no name in an encrypted file", lockedWith({ entries: "/Filter/Crypt" })],
    ["no name in an encrypted file, data encrypted", lockedWith({ entries: "/Filter/Crypt", isLocked: true })],
    ["an unknown name in an encrypted file", lockedWith({ entries: "/Filter/Crypt/DecodeParms<</Name/Nobody>>" })],
    [
      "an unknown name in an encrypted file, data encrypted",
      lockedWith({ entries: "/Filter/Crypt/DecodeParms<</Name/Nobody>>", isLocked: true }),
    ],
    [
      "identity behind another filter of an encrypted file",
      lockedWith({ entries: "/Filter[/ASCIIHexDecode/Crypt]/DecodeParms[null<</Name/Identity>>]", coded: hexOf }),
    ],
    [
      "identity before another filter of an encrypted file",
      lockedWith({ entries: "/Filter[/Crypt/ASCIIHexDecode]/DecodeParms[<</Name/Identity>>null]", coded: hexOf }),
    ],
    ["identity for all streams", lockedWith({ filters: usual.replace("/StmF/StdCF", "/StmF/Identity") }, false)],
    [
      "identity for all streams, and the standard one for one",
      lockedWith(
        {
          filters: usual.replace("/StmF/StdCF", "/StmF/Identity"),
          entries: "/Filter/Crypt/DecodeParms<</Name/StdCF>>",
          isLocked: true,
        },
        false,
      ),
    ],
    ["no filter for streams", lockedWith({ filters: usual.replace("/StmF/StdCF", "") }, false)],
    [
      "a filter for streams that is missing",
      lockedWith({ filters: usual.replace("/StmF/StdCF", "/StmF/Nobody") }, false),
    ],
    ["a method that is none", lockedWith({ filters: usual.replace("/V2", "/None") }, false)],
    [
      "a filter called identity that is another",
      lockedWith({ filters: usual.replaceAll("StdCF", "Identity"), isLocked: true }),
    ],
    [
      "metadata that are not",
      lockedWith({ entries: "/Type/Metadata/Subtype/XML", filters: `${usual}/EncryptMetadata false` }),
    ],
    ["metadata that are", lockedWith({ entries: "/Type/Metadata/Subtype/XML", isLocked: true })],
    ["a section that is not", lockedWith({ entries: "/Type/XRef" })],
    ["a section that is", lockedWith({ entries: "/Type/XRef", isLocked: true })],
  ],
};

export const packingFamilies: readonly Family[] = [extending, sections, cryptFilters];
