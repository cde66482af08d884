import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PdfDocument } from "@/lib/pdf/document";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { AMBIGUOUS_FILES } from "@/lib/pdf/testing/ambiguous-files";
import { formPdf, packedPdfOf, pdfOf, PLAIN, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { rawPdf, type RawObject } from "@/lib/pdf/testing/raw-pdf";
import { ingestUpload } from "./ingest";

const PLAIN_PDF = pdfOf(PLAIN);
const SIGNATURE = "<</Type/Sig/SubFilter/ETSI.CAdES.detached/ByteRange[0 10 20 30]/Contents<30820000>";
const signed = (more = "", catalog = "") =>
  formPdf({
    widgets: [`/FT/Sig/T(s)/Rect[0 0 9 9]/V 100 0 R/A<</S/JavaScript/JS(1)>>`],
    catalog,
    others: [`${SIGNATURE}${more}>>`],
  });

describe("inspecting an upload", () => {
  test("returns each page's size as displayed: cropped, rotated, scaled by its unit", () => {
    const pdf = pdfOf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 300 400]>>",
      "<</Type/Page/Parent 2 0 R/CropBox[50 50 250 450]/Rotate 90>>",
      "<</Type/Page/Parent 2 0 R/UserUnit 2>>",
    ]);
    expect(ingestUpload(fromBuffer(pdf), "uploaded")).toMatchObject({
      pages: [
        { widthPt: 350, heightPt: 200, rotation: 90 },
        { widthPt: 600, heightPt: 800, rotation: 0 },
      ],
    });
  });

  test("lists the kinds of active content that it removed", () => {
    const pdf = formPdf({
      widgets: ["/FT/Btn/T(b)/A<</S/Launch>>/Rect[0 0 1 1]"],
      catalog: "/OpenAction<</S/JavaScript>>",
    });
    const kinds = ["JavaScript", "Launch", "OpenAction"];
    expect(ingestUpload(fromBuffer(pdf), "uploaded")).toMatchObject({
      activeContent: kinds,
      frozen: { removed: kinds },
    });
  });
});

describe("ingesting an upload", () => {
  test("keeps the bytes of a valid file without form or action", () => {
    expect(ingestUpload(fromBuffer(PLAIN_PDF), "uploaded")).toEqual({
      kind: "ready",
      pages: [{ widthPt: 300, heightPt: 400, rotation: 0 }],
      alreadySigned: false,
      activeContent: [],
      carried: [],
      frozen: null,
    });
  });

  test("freezes an unsigned form by an appended revision", () => {
    const step = ingestUpload(fromBuffer(formPdf({ widgets: ["/FT/Tx/T(a)/V(b)/Rect[0 0 50 20]"] })), "uploaded");
    expect(step).toMatchObject({ kind: "ready", alreadySigned: false, frozen: { frozenWidgets: 1 } });
  });

  test("refuses a form whose pages need an XFA processor, and freezes a static one without its XFA", () => {
    const widgets = ["/FT/Tx/T(a)/Rect[10 10 60 30]/F 4"];
    const dynamic = formPdf({ widgets, form: "/XFA(<xdp/>)", catalog: "/NeedsRendering true" });
    expect(() => ingestUpload(fromBuffer(dynamic), "uploaded")).toThrow(
      expect.objectContaining({ code: "xfa" }) as Error,
    );
    expect(ingestUpload(fromBuffer(formPdf({ widgets, form: "/XFA(<xdp/>)" })), "uploaded")).toMatchObject({
      kind: "ready",
      frozen: { removed: ["XFA"], frozenWidgets: 1 },
    });
  });

  test("keeps and reports a signed file unchanged, with its form and its active content", () => {
    expect(ingestUpload(fromBuffer(signed()), "uploaded")).toMatchObject({
      kind: "ready",
      alreadySigned: true,
      activeContent: ["JavaScript"],
      frozen: null,
    });
  });

  test("does not count a signature field that is empty, or whose /Contents is zeros, as a signature", () => {
    const empty = formPdf({
      widgets: ["/FT/Sig/T(s)/Rect[0 0 9 9]/V 100 0 R"],
      others: ["<</Type/Sig/ByteRange[0 1 2 3]/Contents<0000>>>"],
    });
    expect(ingestUpload(fromBuffer(empty), "uploaded")).toMatchObject({
      alreadySigned: false,
      frozen: { frozenWidgets: 1 },
    });
  });

  test("counts a signed widget that the form does not list as a signature", () => {
    const orphan = signed().toString("latin1").replace("/Fields[5 0 R]", "/Fields[     ]");
    expect(ingestUpload(fromBuffer(Buffer.from(orphan, "latin1")), "uploaded")).toMatchObject({ alreadySigned: true });
  });

  test.each([1, 2, 3])("refuses a file certified with P=%i as locked", (permission) => {
    const reference = `/Reference[<</TransformMethod/DocMDP/TransformParams<</P ${permission}>>>>]`;
    expect(() => ingestUpload(fromBuffer(signed(reference)), "uploaded")).toThrow(
      expect.objectContaining({ code: "locked" }),
    );
    expect(() => ingestUpload(fromBuffer(signed("", "/Perms<</DocMDP 100 0 R>>")), "uploaded")).toThrow(
      expect.objectContaining({ code: "locked" }),
    );
  });

  test.each([
    ["locks all fields", "/Action/All"],
    ["locks all fields but some", "/Action/Exclude/Fields[(Other)]"],
  ])("refuses a file whose signature %s as locked, because a new one would break it", (_what, lock) => {
    const reference = `/Reference[<</TransformMethod/FieldMDP/TransformParams<<${lock}>>>>]`;
    expect(() => ingestUpload(fromBuffer(signed(reference)), "uploaded")).toThrow(
      expect.objectContaining({ code: "locked" }),
    );
    const inField = formPdf({
      widgets: [`/FT/Sig/T(s)/Rect[0 0 9 9]/V 100 0 R/Lock<<${lock}>>`],
      others: [`${SIGNATURE}>>`],
    });
    expect(() => ingestUpload(fromBuffer(inField), "uploaded")).toThrow(expect.objectContaining({ code: "locked" }));
  });

  test("accepts a signature that locks named fields, and refuses one whose lock limits later changes", () => {
    const include = signed(
      "/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(Other)]>>>>]",
    );
    expect(ingestUpload(fromBuffer(include), "uploaded")).toMatchObject({ kind: "ready", alreadySigned: true });
    const limited = (level: number) =>
      formPdf({
        widgets: [`/FT/Sig/T(s)/Rect[0 0 9 9]/V 100 0 R/Lock<</Action/Include/Fields[(s)]/P ${level}>>`],
        others: [`${SIGNATURE}>>`],
      });
    for (const level of [1, 2]) {
      expect(() => ingestUpload(fromBuffer(limited(level)), "uploaded")).toThrow(
        expect.objectContaining({ code: "locked" }),
      );
    }
    expect(ingestUpload(fromBuffer(limited(3)), "uploaded")).toMatchObject({ kind: "ready" });
  });

  test("requests one repair of a broken unsigned file", () => {
    const broken = Buffer.concat([Buffer.from("junk\n"), PLAIN_PDF]);
    expect(ingestUpload(fromBuffer(broken), "uploaded")).toMatchObject({ kind: "repair" });
    expect(() => ingestUpload(fromBuffer(broken), "repaired")).toThrow(expect.objectContaining({ code: "damaged" }));
  });

  test("refuses a broken signed file, because a repair would break the signature", () => {
    const broken = Buffer.concat([Buffer.from("junk\n"), signed()]);
    expect(() => ingestUpload(fromBuffer(broken), "uploaded")).toThrow(expect.objectContaining({ code: "damaged" }));
  });

  test("refuses a repair that left only noise on the pages, not one that left them blank", () => {
    const withContent = (content: string) =>
      pdfOf([
        ...PLAIN.slice(0, 2),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
        stream("/Filter/FlateDecode", content),
      ]);
    expect(() => ingestUpload(fromBuffer(withContent("noise")), "repaired")).toThrow(
      expect.objectContaining({ code: "damaged" }),
    );
    expect(ingestUpload(fromBuffer(withContent(deflateSync("0 g").toString("latin1"))), "repaired")).toMatchObject({
      kind: "ready",
    });
    expect(ingestUpload(fromBuffer(PLAIN_PDF), "repaired")).toMatchObject({ kind: "ready" });
  });

  test("refuses a signed file in which readers see different documents, because it cannot be rewritten", () => {
    const twice = Buffer.from(
      signed().toString("latin1").replace("/MediaBox[0 0 300 400]", "/MediaBox[0 0 9 9]/MediaBox[0 0 300 400]"),
      "latin1",
    );
    const sound = rawPdf({ objects: objectsIn(signed().toString("latin1")) });
    expect(ingestUpload(fromBuffer(sound), "uploaded")).toMatchObject({ kind: "ready", alreadySigned: true });
    const ambiguous = rawPdf({ objects: objectsIn(twice.toString("latin1")) });
    expect(() => ingestUpload(fromBuffer(ambiguous), "uploaded")).toThrow(
      expect.objectContaining({ code: "damaged", detail: expect.stringContaining("duplicate_key 3") }),
    );
  });

  test("accepts a signed file with harmless irregularities", () => {
    const loose = rawPdf({ objects: objectsIn(signed().toString("latin1")), behind: "rubbish" });
    expect(ingestUpload(fromBuffer(loose), "uploaded")).toMatchObject({
      kind: "ready",
      alreadySigned: true,
      frozen: null,
    });
  });

  test("requests one rewrite of an ambiguous file", () => {
    const ambiguous = AMBIGUOUS_FILES["two /Contents in one page"]?.() ?? Buffer.alloc(0);
    expect(ingestUpload(fromBuffer(ambiguous), "uploaded")).toEqual({ kind: "rewrite" });
    expect(ingestUpload(fromBuffer(ambiguous), "repaired")).toEqual({ kind: "rewrite" });
    expect(() => ingestUpload(fromBuffer(ambiguous), "rewritten")).toThrow(
      expect.objectContaining({ code: "damaged" }),
    );
  });

  test("requests a rewrite where a reference to a missing object makes poppler rebuild the file", () => {
    const [catalog = "", pages = "", page = ""] = PLAIN;
    const packed = packedPdfOf([catalog, pages, page.replace(">>", "/Resources<</Font<</F 90 0 R>>>>>>")]);
    const { startXref, maxObjectNumber } = PdfDocument.open(fromBuffer(packed));
    const trailer = `<</Size ${maxObjectNumber + 1}/Root 1 0 R/Prev ${startXref}>>`;
    const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n${trailer}\nstartxref\n${packed.length}\n%%EOF\n`;
    expect(ingestUpload(fromBuffer(packed), "uploaded")).toMatchObject({ kind: "ready" });
    expect(ingestUpload(fromBuffer(Buffer.concat([packed, Buffer.from(table)])), "uploaded")).toEqual({
      kind: "rewrite",
    });
  });

  test("does not count usage rights in a broken file as a signature", () => {
    const rights = signed("/Reference[<</TransformMethod/UR3>>]");
    expect(ingestUpload(fromBuffer(Buffer.concat([Buffer.from("junk\n"), rights])), "uploaded")).toMatchObject({
      kind: "repair",
    });
  });

  test("requests decryption of an encrypted file, and refuses one that is signed or still encrypted afterwards", () => {
    const encrypted = encrypt(PLAIN_PDF);
    expect(ingestUpload(fromBuffer(encrypted), "uploaded")).toEqual({ kind: "repair", isEncrypted: true });
    expect(() => ingestUpload(fromBuffer(encrypted), "repaired")).toThrow(
      expect.objectContaining({ code: "encrypted" }),
    );
    const signedToo = Buffer.concat([encrypted, Buffer.from(`\n%${SIGNATURE}`)]);
    expect(() => ingestUpload(fromBuffer(signedToo), "uploaded")).toThrow(
      expect.objectContaining({ code: "encrypted_and_signed" }),
    );
  });

  test.each([
    ["an empty file", Buffer.alloc(0), "not_a_pdf"],
    ["a picture", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "not_a_pdf"],
    [
      "a page wider than 14,400 pt",
      pdfOf([...PLAIN.slice(0, 2), "<</Type/Page/Parent 2 0 R/MediaBox[0 0 14401 100]>>"]),
      "too_large",
    ],
    ["more than 2,000 pages", pages(2001), "too_large"],
  ])("refuses %s", (_, bytes, code) => {
    expect(() => ingestUpload(fromBuffer(bytes), "uploaded")).toThrow(expect.objectContaining({ code }));
  });

  test("accepts 2,000 pages @exhaustive", () => {
    expect(ingestUpload(fromBuffer(pages(2000)), "uploaded")).toMatchObject({ kind: "ready" });
  });

  test("recognises a signature anywhere in the raw bytes, even across the reader's chunks", () => {
    for (const shift of [0, 5, 20, 40, 60, 80]) {
      const padding = Buffer.alloc((1 << 20) - shift, 0x20);
      const broken = Buffer.concat([Buffer.from("%PDF-1.7\n"), padding, Buffer.from(SIGNATURE)]);
      expect(() => ingestUpload(fromBuffer(broken), "uploaded")).toThrow(expect.objectContaining({ code: "damaged" }));
      expect(ingestUpload(fromBuffer(broken.subarray(0, -40)), "uploaded")).toMatchObject({ kind: "repair" });
    }
  });
});

function pages(count: number): Buffer {
  const refs = Array.from({ length: count }, (_, i) => `${3 + i} 0 R`).join(" ");
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 10 10]>>";
  return pdfOf([
    PLAIN[0] ?? "",
    `<</Type/Pages/Count ${count}/Kids[${refs}]>>`,
    ...Array.from({ length: count }, () => page),
  ]);
}

/** Encrypts with an empty user password, using qpdf. */
function encrypt(bytes: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "ingest-"));
  try {
    const [plain, locked] = [join(folder, "plain.pdf"), join(folder, "locked.pdf")];
    writeFileSync(plain, bytes);
    execFileSync("qpdf", ["--encrypt", "", "owner", "256", "--", plain, locked]);
    return readFileSync(locked);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The objects of a hand-written file, to be written again with correct offsets. */
function objectsIn(file: string): RawObject[] {
  return [...file.matchAll(/(?<=^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj\n/g)].map(([, num = "", body = ""]) => ({
    num: Number(num),
    body,
  }));
}
