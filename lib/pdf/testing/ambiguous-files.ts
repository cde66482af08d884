import { deflateSync } from "node:zlib";
import { stream } from "./hand-written-pdf";
import { line, pageObjects, rawPdf, RESOURCES, type RawObject, type RawPdf } from "./raw-pdf";

/**
 * Files in which readers see different documents although nothing in them is too broken to read. A stored one shows one
 * of `shows` in every reader.
 */
export const AMBIGUOUS_FILES: Readonly<Record<string, () => Buffer>> = {
  "a second content stream whose offset is off by three": () => twoContents({ entry: { by: 3 } }),
  "a second content stream whose entry leads to the first": () => twoContents({ entry: { to: 5 } }),
  "a content stream listed twice in one table": () => twoContents({}, { rows: "6 1\n{offset of 5} 00000 n \n" }),
  "an object whose header has another generation": () => twoContents({ gen: 3, entryGen: 0 }),
  "an entry with another generation than the object": () => twoContents({ entryGen: 2 }),
  "a reference with another generation than the object": () => pageOf("/Contents[5 0 R 6 7 R]", contents()),
  "an object inside the stream of another": () => hiddenObject(),
  "a hybrid section whose stream differs from its table": () => hybrid(),
  "a chain of sections that leads back to itself": () => twoContents({}, { trailer: "/Prev {start}" }),
  "a /Size that leaves the last object out": () =>
    Buffer.from(twoContents({}).toString("latin1").replace("/Size 7", "/Size 6"), "latin1"),
  "a trailer with two roots": () => twoContents({}, { trailer: "/Root 1 0 R" }),
  "an object behind the last %%EOF": () =>
    twoContents({}, { behind: `6 0 obj\n${stream("", line("Signed in Berlin", 3))}\nendobj\n` }),
  "more blanks behind the last %%EOF than programs skip": () => twoContents({}, { behind: "\0".repeat(1100) }),
  "an unnamed object between two others": () =>
    twoContents({}, {}, [{ num: 6, body: stream("", line("Signed in Berlin", 3)), entry: "none" }]),
  "a linearization dictionary that leads to another section": () => linearized(),
  "two /Contents in one page": () => pageOf("/Contents 5 0 R/Contents 6 0 R", contents()),
  "two /Contents, one with an escaped letter": () => pageOf("/Contents 5 0 R/Content#73 6 0 R", contents()),
  "two /Length in one stream": () =>
    pageOf("/Contents 5 0 R", [`<</Length 0/Length ${SECOND.length}>>\nstream\n${SECOND}\nendstream`]),
  "a /Length that is too short": () => pageOf("/Contents 5 0 R", [withLength(FIRST + SECOND, FIRST.length)]),
  "a /Length that is too long": () => pageOf("/Contents 5 0 R", [withLength(FIRST, FIRST.length + 6)]),
  "an indirect /Length that is too short": () =>
    pageOf("/Contents 5 0 R", [`<</Length 6 0 R>>\nstream\n${FIRST}${SECOND}\nendstream`, String(FIRST.length)]),
};

/** Page trees with entries that contradict their content. */
export const AMBIGUOUS_TREES: Readonly<Record<string, () => Buffer>> = {
  "an inner node with /Count 0": () => tree("/Count 0", "/Type/Page/Parent 5 0 R"),
  "an inner node with a negative /Count": () => tree("/Count -1", "/Type/Page/Parent 5 0 R"),
  "a root with too small a /Count": () => tree("/Count 1", "/Type/Page/Parent 5 0 R", "/Count 1"),
  "a page declared as a node": () => tree("/Count 1", "/Type/Pages/Parent 5 0 R"),
  "an inner node without a /Type": () => tree("/Count 1", "/Type/Page/Parent 5 0 R", "/Count 2", ""),
  "a page with another parent": () => tree("/Count 1", "/Type/Page/Parent 2 0 R/Rotate 0"),
  "a page listed twice": () =>
    rawPdf({
      objects: pageObjects(`${RESOURCES}/Contents 5 0 R`, [stream("", FIRST)], {
        pages: "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>",
      }),
    }),
  "a tree that leads back to its root": () =>
    rawPdf({
      objects: pageObjects(`${RESOURCES}/Contents 5 0 R`, [stream("", FIRST)], {
        pages: "<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>",
      }),
    }),
};

/** Streams that lenient readers decode differently. */
export const AMBIGUOUS_STREAMS: Readonly<Record<string, () => Buffer>> = {
  "deflated data that end too early": () => encoded("/FlateDecode", deflateSync(LONG).subarray(0, -30)),
  "deflated data with a wrong checksum": () => encoded("/FlateDecode", wrongChecksum()),
  "deflated data that break in the middle": () => encoded("/FlateDecode", broken()),
  "base 85 without an end": () => encoded("/ASCII85Decode", base85(FIRST)),
  "hexadecimal digits with others among them": () =>
    encoded(
      "/ASCIIHexDecode",
      Buffer.from(`${Buffer.from(FIRST).toString("hex")}zz${Buffer.from(SECOND).toString("hex")}>`),
    ),
  "a filter under its short name": () => encoded("/Fl", deflateSync(FIRST)),
  "data in another file, as the entry claims": () => encoded("/FlateDecode/F(other.txt)", deflateSync(FIRST)),
  "parameters for another number of filters": () => encoded("/FlateDecode/DecodeParms[null null]", deflateSync(FIRST)),
  "an inline image whose data go on in the next stream": () =>
    pageOf("/Contents[5 0 R 6 0 R]", [stream("", PAY.slice(0, 130)), stream("", PAY.slice(130))]),
  "an inline image with two widths": () =>
    pageOf("/Contents 5 0 R", [stream("", PAY.replace("/H 1", "/Width 10 /H 1"))]),
  "a predictor that does not exist": () => encoded("/FlateDecode/DecodeParms<</Predictor 7>>", deflateSync(FIRST)),
};

/**
 * Objects, boxes and content that violate the syntax of ISO 32000-2, 7.3 and 7.7, and that readers tolerate
 * differently.
 */
export const AMBIGUOUS_SYNTAX: Readonly<Record<string, () => Buffer>> = {
  "an object 0 in the content of a page": () =>
    Buffer.from(
      pageOf("/Contents[5 0 R 0 0 R]", [stream("", FIRST), stream("", SECOND)])
        .toString("latin1")
        .replace("0000000000 65535 f", "0000000009 00000 n"),
      "latin1",
    ),
  "a /Length that is a reference to a reference": () =>
    pageOf("/Contents 5 0 R", [`<</Length 6 0 R>>\nstream\n${FIRST}\nendstream`, "7 0 R", String(FIRST.length)]),
  "a /Length with a fraction": () =>
    pageOf("/Contents 5 0 R", [`<</Length 6 0 R>>\nstream\n${FIRST}\nendstream`, `${FIRST.length}.0`]),
  "/Contents that is a reference to a reference": () => pageOf("/Contents 6 0 R", [stream("", FIRST), "5 0 R"]),
  "a hexadecimal string with a comment in it": () =>
    pageOf("/Contents 5 0 R", [stream("", `${FIRST}BT /F 12 Tf 20 200 Td <41 % 42 \n 43> Tj ET`)]),
  "a number with two signs": () => pageOf("/Contents 5 0 R", [stream("", `q 1 0 0 -+1 0 0 cm ${FIRST} Q ${SECOND}`)]),
  "the word endstream in a content stream": () =>
    pageOf("/Contents 5 0 R", [stream("", `${FIRST} endstream ${SECOND}`)]),
  "states restored more often than saved": () =>
    pageOf("/Contents 5 0 R", [stream("", `q .5 0 0 .5 0 0 cm Q Q ${FIRST}`)]),
  "a font name with a null byte": () =>
    rawPdf({
      objects: pageObjects("/Resources<</Font<</F#00 4 0 R/F 6 0 R>>>>/Contents 5 0 R", [
        stream("", FIRST.replace("/F ", "/F#00 ")),
        LETTERS_FOR_DIGITS,
      ]),
    }),
  "a font name with a broken escape": () =>
    rawPdf({
      objects: pageObjects("/Resources<</Font<</F#4 4 0 R/F 6 0 R>>>>/Contents 5 0 R", [
        stream("", FIRST.replace("/F ", "/F#4 ")),
        LETTERS_FOR_DIGITS,
      ]),
    }),
  "a /Rotate of null beside an inherited one": () =>
    rawPdf({
      objects: pageObjects(`${RESOURCES}/Contents 5 0 R/Rotate null`, [stream("", FIRST)], {
        pages: "<</Type/Pages/Kids[3 0 R]/Count 1/Rotate 90>>",
      }),
    }),
  "a crop box of three numbers": () => pageOf("/Contents 5 0 R/CropBox[10 10 200]", [stream("", FIRST)]),
  "a crop box of five numbers": () => pageOf("/Contents 5 0 R/CropBox[0 0 300 400 9]", [stream("", FIRST)]),
  "a user unit of zero": () => pageOf("/Contents 5 0 R/UserUnit 0", [stream("", FIRST)]),
  "a catalog that leads to a page": () =>
    Buffer.from(
      pageOf("/Contents 5 0 R", [stream("", FIRST)])
        .toString("latin1")
        .replace("/Pages 2 0 R", "/Pages 3 0 R"),
      "latin1",
    ),
  "a form without a box": () =>
    rawPdf({
      objects: pageObjects("/Resources<</XObject<</X 5 0 R>>>>/Contents 6 0 R", [
        stream(`/Type/XObject/Subtype/Form${RESOURCES}`, FIRST),
        stream("", "/X Do"),
      ]),
    }),
};

/** A font that shows letters for digits. */
const LETTERS_FOR_DIGITS =
  "<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[48/A/B/C/D/E/F/G/H/I/J]>>>>";

const IMAGE_DATA =
  "0123456789 EI Q 1 0 0 rg BT /F 12 Tf 20 200 Td (Signed in Berlin) Tj ET q BI /W 1 /H 1 /BPC 8 /CS /G ID ..";
const IMAGE = `q 20 0 0 20 100 100 cm BI /W ${IMAGE_DATA.length} /H 1 /BPC 8 /CS /G ID ${IMAGE_DATA}\nEI Q\n`;
const PAY = `${line("Pay EUR 999999")}${IMAGE}${line("to the bearer", 2)}`;

/** `EI` inside the declared data of an inline image, in every place that may have content. */
export const AMBIGUOUS_IMAGES: Readonly<Record<string, () => Buffer>> = {
  "in a page": () => pageOf("/Contents 5 0 R", [stream("", PAY)]),
  "in a deflated page": () =>
    pageOf("/Contents 5 0 R", [stream("/Filter/FlateDecode", deflateSync(PAY).toString("latin1"))]),
  "over two content streams": () =>
    pageOf(
      "/Contents[5 0 R 6 0 R]",
      [PAY.slice(0, PAY.indexOf("/BPC")), PAY.slice(PAY.indexOf("/BPC"))].map((part) => stream("", part)),
    ),
  "in a form": () =>
    drawnBy("/XObject<</X 5 0 R>>", "/X Do", stream(`/Type/XObject/Subtype/Form/BBox[0 0 300 400]${RESOURCES}`, PAY)),
  "in a pattern": () =>
    drawnBy(
      "/Pattern<</P 5 0 R>>",
      "/Pattern cs /P scn 0 0 300 400 re f",
      stream(
        `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 400]/XStep 300/YStep 400${RESOURCES}`,
        PAY,
      ),
    ),
  "in a glyph": () =>
    drawnBy("/Font<</F 4 0 R/G 6 0 R>>", "BT /G 1 Tf 20 20 Td (a) Tj ET", stream("", `1000 0 d0 ${PAY}`), glyphs()),
  "in the appearance of an annotation": () =>
    rawPdf({
      objects: pageObjects("/Annots[6 0 R]", [
        stream(`/Type/XObject/Subtype/Form/BBox[0 0 300 400]${RESOURCES}`, PAY),
        "<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 300 400]/AP<</N 5 0 R>>>>",
      ]),
    }),
};

/** Files whose content cannot be determined. */
export const UNDECIDABLE_FILES: Readonly<Record<string, () => Buffer>> = {
  "content behind a filter that does not exist": () => encoded("/NoDecode", Buffer.from(FIRST)),
  "base 85 with a character that is none": () =>
    encoded("/ASCII85Decode", Buffer.concat([base85(FIRST), Buffer.from("\x7f~>")])),
  "fax data with two ends": () =>
    pageOf("/Contents 5 0 R", [
      stream("", PAY.replace("/CS /G", "/CS /G /F /CCF").replace("0123456789", "01 EI 6789")),
    ]),
};

const FIRST = line("Pay EUR 1");
const SECOND = line("and EUR 999999 more", 2);
const LONG = Array.from({ length: 12 }, (_, index) => line(`Clause ${index} of ${index * 7919}`, 1 + index / 2)).join(
  "",
);

function contents(): string[] {
  return [stream("", FIRST), stream("", SECOND)];
}

function pageOf(page: string, others: readonly string[]): Buffer {
  return rawPdf({ objects: pageObjects(`${RESOURCES}${page}`, others) });
}

/** A page with two content streams, objects 5 and 6; the second as specified. */
function twoContents(second: Partial<RawObject>, file: Partial<RawPdf> = {}, more: readonly RawObject[] = []): Buffer {
  const objects = pageObjects(`${RESOURCES}/Contents[5 0 R 6 0 R]`, contents()).map((object) =>
    object.num === 6 ? { ...object, ...second } : object,
  );
  return rawPdf({ ...file, objects: [...objects.slice(0, 5), ...more, ...objects.slice(5)] });
}

/**
 * The second content stream's entry points into the data of another stream, which contains an object of that number.
 */
function hiddenObject(): Buffer {
  const hidden = `6 0 obj\n${stream("", line("Signed in Berlin", 3))}\nendobj\n`;
  const objects = pageObjects(`${RESOURCES}/Contents[5 0 R 6 0 R]`, [...contents(), stream("", hidden)]);
  const file = rawPdf({ objects }).toString("latin1");
  const [right, wrong] = [file.indexOf("6 0 obj"), file.lastIndexOf("6 0 obj")].map((offset) =>
    String(offset).padStart(10, "0"),
  );
  return Buffer.from(file.replace(`${right} 00000 n`, `${wrong} 00000 n`), "latin1");
}

/** The table points to the first stream of the page, the cross-reference stream to another one. */
function hybrid(): Buffer {
  const objects = pageObjects(`${RESOURCES}/Contents 5 0 R`, [stream("", FIRST), stream("", SECOND)]);
  const plain = rawPdf({ objects }).toString("latin1");
  const other = plain.indexOf("6 0 obj");
  const data = Buffer.alloc(6);
  data.writeUInt8(1, 0);
  data.writeUIntBE(other, 1, 4);
  const section = { num: 7, body: stream("/Type/XRef/W[1 4 1]/Index[5 1]/Size 8/Root 1 0 R", data.toString("latin1")) };
  const offset = plain.indexOf("xref\n0 1");
  return rawPdf({ objects: [...objects, section], trailer: `/XRefStm ${offset}` });
}

/** Some readers begin with the section after the first object, in which the page has different content. */
function linearized(): Buffer {
  const body = (size: number) =>
    `%PDF-1.7\n7 0 obj\n<</Linearized 1/L ${String(size).padStart(6, "0")}/H[0 0]/O 3/E 0/N 1/T 0>>\nendobj\n`;
  const head = body(0).length;
  const make = (size: number): string => {
    const plain = rawPdf({ objects: pageObjects(`${RESOURCES}/Contents 5 0 R`, contents()) })
      .toString("latin1")
      .slice("%PDF-1.7\n".length);
    const first = `xref\n5 1\n${"0".repeat(10)} 00000 n \ntrailer\n<</Size 8/Root 1 0 R/Prev ${"0".repeat(6)}>>\nstartxref\n0\n%%EOF\n`;
    const shift = head - "%PDF-1.7\n".length + first.length;
    const moved = plain.replace(
      /^(\d{10}) 00000 n /gm,
      (_row, offset: string) => `${String(Number(offset) + shift).padStart(10, "0")} 00000 n `,
    );
    const start = body(size).length + first.length + plain.indexOf("xref\n0 1");
    const early = first
      .replace(
        "0000000000 00000",
        `${String(body(size).length + first.length + plain.indexOf("6 0 obj")).padStart(10, "0")} 00000`,
      )
      .replace("/Prev 000000", `/Prev ${String(start).padStart(6, "0")}`);
    return body(size) + early + moved.replace(/startxref\n\d+/, `startxref\n${start}`);
  };
  return Buffer.from(make(make(0).length), "latin1");
}

function withLength(content: string, length: number): string {
  return `<</Length ${length}>>\nstream\n${content}\nendstream`;
}

/** Page 1 directly below the root, page 2 below an intermediate node. */
function tree(count: string, page: string, rootCount = "/Count 2", nodeType = "/Type/Pages"): Buffer {
  const pages = `<</Type/Pages/Kids[3 0 R 5 0 R]${rootCount}>>`;
  const second = `<<${page}/MediaBox[0 0 300 400]${RESOURCES}/Contents 8 0 R>>`;
  const others = [`<<${nodeType}/Parent 2 0 R/Kids[6 0 R]${count}>>`, second, stream("", FIRST), stream("", SECOND)];
  return rawPdf({ objects: pageObjects(`${RESOURCES}/Contents 7 0 R`, others, { pages }) });
}

function encoded(filter: string, data: Buffer): Buffer {
  return pageOf("/Contents 5 0 R", [stream(`/Filter${filter}`, data.toString("latin1"))]);
}

/** Without the end marker `~>`. */
function base85(text: string): Buffer {
  const groups = Array.from({ length: Math.ceil(text.length / 4) }, (_, index) =>
    Buffer.from(text.padEnd(text.length + 3).slice(index * 4, index * 4 + 4)).readUInt32BE(),
  );
  return Buffer.from(
    groups
      .map((group) =>
        [85 ** 4, 85 ** 3, 85 ** 2, 85, 1]
          .map((unit) => String.fromCharCode(33 + (Math.floor(group / unit) % 85)))
          .join(""),
      )
      .join(""),
  );
}

function wrongChecksum(): Buffer {
  const data = deflateSync(LONG);
  data.writeUInt32BE(12_345, data.length - 4);
  return data;
}

function broken(): Buffer {
  const data = deflateSync(LONG, { level: 1 });
  data.fill(0xff, data.length >> 1, (data.length >> 1) + 8);
  return data;
}

function drawnBy(resources: string, content: string, drawn: string, more?: string): Buffer {
  const others = more === undefined ? [drawn, "null"] : [drawn, more];
  return rawPdf({
    objects: pageObjects(`/Resources<<${resources}>>/Contents 7 0 R`, [...others, stream("", content)]),
  });
}

function glyphs(): string {
  return `<</Type/Font/Subtype/Type3/FontBBox[0 0 300 400]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[300]/Encoding<</Type/Encoding/Differences[97/a]>>/CharProcs<</a 5 0 R>>${RESOURCES}>>`;
}
