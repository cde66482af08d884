import { deflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority } from "@/lib/pades/testing/certificates";
import { finding } from "@/lib/pades/verify/report/findings";
import { codesOf, makeCompleted, signWith, verify, type Codes } from "@/lib/pades/verify/testing/signed-files";
import { PdfDocument } from "@/lib/pdf/document";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { packedPdfOf, pdfOf, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { oneIn } from "@/lib/testing/representatives";

const content = "BT /F 40 Tf 20 200 Td (Pay 100) Tj ET";
const added = "BT /F 40 Tf 20 100 Td (and EUR 999999) Tj ET";
const pageEntries = "/Type/Page/Parent 2 0 R/Annots[5 0 R]/Contents 6 0 R";

interface Written {
  num: number;
  /** From the first digit of the object number to the end. */
  object: string;
}

/** Appends a revision of objects written verbatim, however they may be interpreted. */
function appendRaw(bytes: Buffer, written: readonly Written[], trailer = ""): Buffer {
  const {
    trailer: { value },
    startXref,
  } = PdfDocument.open(fromBuffer(bytes));
  const root = value.entries.get("Root");
  if (root?.kind !== "ref") throw new Error("no catalog");
  let [body, rows] = ["\n", ""];
  for (const { num, object } of written) {
    rows += `${num} 1\n${String(bytes.length + body.length).padStart(10, "0")} 00000 n \n`;
    body += `${object}\n`;
  }
  const tail = `${body}xref\n${rows}trailer\n<</Size 2000/Root ${root.num} 0 R/Prev ${startXref}${trailer}>>\nstartxref\n${bytes.length + body.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(tail, "latin1")]);
}

function explain(bytes: Buffer): Pick<Codes, "verdict" | "decidedBy"> {
  const { verdict, decidedBy } = codesOf(verify(bytes));
  return { verdict, decidedBy };
}

const object = (num: number, body: string): Written => ({ num, object: `${num} 0 obj\n${body}\nendobj` });
const drawing = (after: string, from = "\n"): Written => ({
  num: 6,
  object: `6 0 obj\n<</Length ${content.length}>>\nstream${from}${content}${after}`,
});
const pagesWith = (width: string): Written =>
  object(2, `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 ${width} 400]/Resources<</Font<</F 7 0 R>>>>>>`);

let signed: Buffer;
beforeAll(async () => {
  const base = pdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 400]/Resources<</Font<</F 7 0 R>>>>>>",
    `<<${pageEntries}>>`,
    "<</Fields[5 0 R]>>",
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[10 10 110 60]>>",
    stream("", content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]);
  signed = await signWith(base, "Sig1", await (await makeTestAuthority()).issue("Grace Hopper"));
});

describe("a rewritten object that our reader considers unchanged is a modification when it", () => {
  test.each<[string, Written]>(
    oneIn(3, [
      ["has data behind its /Length", drawing(`\n${added}\nendstream\nendobj`)],
      ["ends without endstream", drawing("\nendobj")],
      ["has data right behind the word stream", drawing("\nendstream\nendobj", "")],
      ["has a lonely carriage return behind the word stream", drawing("\nendstream\nendobj", "\r")],
      ["ends without endobj", { num: 3, object: `3 0 obj\n<<${pageEntries}>>` }],
      ["is followed by another value", object(3, `<<${pageEntries}>>\n<</Contents 6 0 R/Rotate 90>>`)],
      ["holds a stray number", object(3, `<<${pageEntries} 7 >>`)],
      ["holds a stray string", object(3, `<<${pageEntries}(/Rotate 90)>>`)],
      ["holds a comment", object(3, `<<${pageEntries}%/Rotate 90\r\n>>`)],
      ["writes a number with two signs", pagesWith("++300")],
      ["writes a number with another one behind it", pagesWith("300-9")],
      ["writes a reference in two lines with a comment", object(3, `<<${pageEntries.replace("6 0 R", "6 %\n0 R")}>>`)],
      ["ends an inheritance with null", object(3, `<<${pageEntries}/MediaBox null>>`)],
      ["names no kids, as PDFium expects of a page", object(3, `<<${pageEntries}/Kids null>>`)],
      ["has null for the filter of its stream", object(6, stream("/Filter null", content))],
      ["has null for the layer of its stream", object(6, stream("/OC null", content))],
      [
        "has null deep inside",
        object(
          2,
          pagesWith("300")
            .object.replace(/^2 0 obj\n|\nendobj$/g, "")
            .replace("/F 7", "/G null/F 7"),
        ),
      ],
      ["is after the place that its entry gives", { num: 3, object: `  3 0 obj\n<<${pageEntries}>>\nendobj` }],
    ]),
  )("%s", (_what, written) => {
    expect(explain(appendRaw(signed, [written])).verdict).toBe("modified");
  });

  test.each<[string, Written]>([
    ["its stream has three line ends behind it", drawing("\n\r\nendstream\nendobj")],
    ["its names are escaped", object(3, `<<${pageEntries.replace("/Contents", "/#43ontents")}>>`)],
    ["it has a null that nothing inherits", object(3, `<<${pageEntries}/Thumb null>>`)],
    ["it is glued to its keywords", { num: 3, object: `3 0 obj<<${pageEntries}>>endobj` }],
  ])("and none when %s", (_what, written) => {
    expect(explain(appendRaw(signed, [written])).verdict).toBe("intact_later_allowed");
  });

  test("rejects a trailer /Size that makes programs scan for objects", () => {
    const sized = (size: number): Buffer =>
      Buffer.from(
        appendRaw(signed, [])
          .toString("latin1")
          .replace(/\/Size 2000/, `/Size ${size}`),
        "latin1",
      );
    expect(explain(sized(100_000)).verdict).toBe("intact_later_allowed");
    expect(explain(sized(70_100_000))).toEqual({
      verdict: "modified",
      decidedBy: finding("trailer_size_too_large"),
    });
  });

  test("rejects a trailer that references the catalog by another generation", () => {
    const renamed = Buffer.from(
      appendRaw(signed, [])
        .toString("latin1")
        .replace(/Root 1 0 R(?=\/Prev \d+>>\nstartxref\n\d+\n%%EOF\n$)/, "Root 1 1 R"),
      "latin1",
    );
    expect(explain(renamed)).toEqual({
      verdict: "modified",
      decidedBy: finding("trailer_catalog_generation"),
    });
  });

  test.each(["/Root#00 6 0 R", "/Root\x80 6 0 R", "/Root\xff 6 0 R"])(
    "rejects a trailer that references another catalog for some programs: %j",
    (entry) => {
      expect(explain(appendRaw(signed, [], entry)).decidedBy).toEqual(finding("trailer_unclear"));
    },
  );

  test("in the trailer, too", () => {
    expect(explain(appendRaw(signed, [], " 7 ")).decidedBy).toEqual(finding("trailer_unclear"));
    expect(explain(appendRaw(signed, [])).verdict).toBe("intact_later_allowed");
  });
});

describe("an object in an object stream", () => {
  const holding = (header: string, objects: string, entry: string): Buffer => {
    const data = deflateSync(Buffer.from(`${header}\n${objects}`, "latin1"));
    const { startXref } = PdfDocument.open(fromBuffer(signed));
    const [at, word] = [
      signed.length,
      `300 0 obj\n<</Type/ObjStm/N ${header.split(" ").length / 2}/First ${header.length + 1}/Filter/FlateDecode/Length ${data.length}>>\nstream\n`,
    ];
    const table = at + word.length + data.length + "\nendstream\nendobj\n".length;
    const row = (offset: number): string => `01${offset.toString(16).padStart(8, "0")}00`;
    const rows = `${entry}${row(at)}${row(table)}`;
    const section = `301 0 obj\n<</Type/XRef/Size 302/Root 1 0 R/Prev ${startXref}/W[1 4 1]/Index[3 1 300 2]/Filter/ASCIIHexDecode/Length ${rows.length + 1}>>\nstream\n${rows}>\nendstream\nendobj\nstartxref\n${table}\n%%EOF\n`;
    return Buffer.concat([
      signed,
      Buffer.from(word, "latin1"),
      data,
      Buffer.from(`\nendstream\nendobj\n${section}`, "latin1"),
    ]);
  };
  const page = `<<${pageEntries}>>`;
  const other = `<<${pageEntries}/Rotate 90>>`;

  test.each([
    ["is alone with its number", `3 0`, page, "020000012c00", "intact_later_allowed"],
    ["is there a second time", `3 0 3 ${page.length + 1}`, `${page} ${other}`, "020000012c00", "modified"],
    ["is followed by something else", `3 0`, `${page} ${other}`, "020000012c00", "modified"],
    [
      "is at another index than its entry gives",
      `3 0 99 ${page.length + 1}`,
      `${page} null`,
      "020000012c01",
      "modified",
    ],
  ])("%s", (_what, header, objects, entry, verdict) => {
    expect(explain(holding(header, objects, entry)).verdict).toBe(verdict);
  });
});

test.each([
  ["without a /Type", (entries: string) => entries.replace("/Type/ObjStm", ""), "modified"],
  ["with another /Type", (entries: string) => entries.replace("/ObjStm", "/Object"), "modified"],
  ["that all programs read", (entries: string) => entries, "intact_later_allowed"],
])("an object of a signed object stream %s, rewritten outside of it", async (_what, change, verdict) => {
  const base = packedPdfOf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 400]/Resources<</Font<</F 7 0 R>>>>>>",
    `<<${pageEntries}>>`,
    "null",
    "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[10 10 110 60]>>",
    stream("", content),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ]).toString("latin1");
  const file = base.replace(/\/Type\/ObjStm\/N \d+/, (entries) => change(entries).padEnd(entries.length));
  const signer = await (await makeTestAuthority()).issue("Grace Hopper");
  const bytes = await signWith(Buffer.from(file, "latin1"), "Sig1", signer);
  const plain = object(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 400]/Resources<</Font<</F 7 0 R>>>>>>");
  expect(explain(appendRaw(bytes, [plain]))).toEqual({
    verdict,
    decidedBy: verdict === "modified" ? finding("object_unclear", { object: 2 }) : finding("only_permitted_changes"),
  });
});

test("rejects page content with data behind its /Length in a completed document", async () => {
  const { bytes } = await makeCompleted();
  const document = PdfDocument.open(fromBuffer(bytes));
  const [first] = readPages(document, { maxPages: 10 });
  const contents = first?.object.value.entries.get("Contents");
  const drawn = contents?.kind === "ref" ? document.load(contents.num) : null;
  if (contents?.kind !== "ref" || !drawn || drawn.value.kind !== "dict") throw new Error("a page with a drawing");
  const { offset, length } = document.rawStream(drawn);
  const same = `${contents.num} 0 obj\n${drawn.bytes.toString("latin1", drawn.value.start, drawn.value.end)}\nstream\n${bytes.toString("latin1", offset, offset + length)}`;
  expect(explain(appendRaw(bytes, [{ num: contents.num, object: `${same}\nendstream\nendobj` }])).verdict).toBe(
    "intact_later_allowed",
  );
  expect(explain(appendRaw(bytes, [{ num: contents.num, object: `${same}\n${added}\nendstream\nendobj` }]))).toEqual({
    verdict: "modified",
    decidedBy: finding("object_unclear", { object: contents.num }),
  });
});

describe("for programs that ignore the cross-reference data", () => {
  test("rejects blank space that hides the end of the file, and permits a few bytes", () => {
    for (const blank of [" ", "\n", "\0"]) {
      expect(explain(Buffer.concat([signed, Buffer.from(blank.repeat(1500))]))).toEqual({
        verdict: "modified",
        decidedBy: finding("blanks_appended"),
      });
      expect(explain(Buffer.concat([signed, Buffer.from(blank.repeat(100))])).verdict).toBe("intact");
    }
  });

  test.each([
    ["one that nothing else names", "3 0"],
    ["one beside its own", "3 0 300 0"],
  ])("an object stream that the cross-reference data do not lead into is a modification: %s", async (_what, header) => {
    const data = `${header} <<${pageEntries}/Rotate 90>>`;
    const body = `<</Type/ObjStm/N ${header.split(" ").length / 2}/First ${header.length + 1}/Length ${data.length}>>\nstream\n${data}\nendstream`;
    const { bytes } = await makeCompleted();
    for (const file of [signed, bytes]) {
      expect(explain(appendRaw(file, [object(1900, body)]))).toEqual({
        verdict: "modified",
        decidedBy: finding("object_not_named"),
      });
    }
  });
});

describe("irregular syntax in a signed object may be copied but not corrected:", () => {
  const annots = "/Annots[5 0 R]";
  const document = ({ page = "", width = "300", drawn = stream("", content) }): Buffer =>
    pdfOf([
      "<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>",
      `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 ${width} 400]>>`,
      `<</Type/Page/Parent 2 0 R${annots}/Contents 6 0 R${page}>>`,
      "<</Fields[5 0 R]>>",
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sig1)/F 132/P 3 0 R/Rect[10 10 110 60]>>",
      drawn,
    ]);
  const cut = `<</Length ${content.length}>>\nstream\n${content}\n${added}\nendstream`;

  test.each<[string, Parameters<typeof document>[0], (written: "copied" | "put right") => Written]>([
    [
      "a number with two signs",
      { width: "--300" },
      (how) =>
        object(2, `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 ${how === "copied" ? "--300" : "-300"} 400]>>`),
    ],
    [
      "a number with another one behind it",
      { width: "300-9" },
      (how) => object(2, `<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 ${how === "copied" ? "300-9" : "300"} 400]>>`),
    ],
    [
      "a stray number",
      { page: " 7 /Rotate 90" },
      (how) =>
        object(3, `<</Type/Page/Parent 2 0 R${annots}/Contents 6 0 R${how === "copied" ? " 7 " : ""}/Rotate 90>>`),
    ],
    [
      "a rotation with a point",
      { page: "/Rotate 90.0" },
      (how) =>
        object(3, `<</Type/Page/Parent 2 0 R${annots}/Contents 6 0 R/Rotate ${how === "copied" ? "90.0" : "90"}>>`),
    ],
    ["data behind the /Length", { drawn: cut }, (how) => object(6, how === "copied" ? cut : stream("", content))],
  ])("%s", async (_what, parts, rewrite) => {
    const bytes = await signWith(document(parts), "Sig1", await (await makeTestAuthority()).issue("Grace Hopper"));
    expect(explain(appendRaw(bytes, [rewrite("copied")])).verdict).toBe("intact_later_allowed");
    expect(explain(appendRaw(bytes, [rewrite("put right")])).verdict).toBe("modified");
  });
});
