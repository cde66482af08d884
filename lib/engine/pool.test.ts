import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { certificationFieldName, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { maxImageBytes } from "@/lib/pdf/images/image-xobject";
import type { SegmentPath } from "@/lib/pdf/syntax/byte-source";
import { pdfOf, PLAIN, stream } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import type { PdfEngine } from "./engine";
import { startEngine } from "./pool";

const uuid = "0b5f4f0e-6d2c-4c65-8f0a-3f1f0e0c9a11";
const signedAt = new Date("2026-11-20T09:00:00Z");
const folder = mkdtempSync(path.join(tmpdir(), "paraph-engine-"));
let engine: PdfEngine;
let signer: TestSigner;
let root: Buffer;

beforeAll(async () => {
  engine = startEngine({ distDir: path.resolve("dist"), maxPdfBytes: 10 * 2 ** 20 });
  const authority = await makeTestAuthority();
  root = authority.certificate;
  signer = await authority.issue("Bo");
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
function stored(bytes: Buffer): SegmentPath {
  const file = path.join(folder, String((files += 1)));
  writeFileSync(file, bytes);
  return { path: file, size: bytes.length };
}

const plan = (signRequestIds: number[]) => ({
  fileUuid: uuid,
  signers: signRequestIds.map((signRequestId, index) => ({
    signRequestId,
    fields: [
      {
        fieldId: signRequestId,
        type: "signature" as const,
        pageIndex: 0,
        box: { leftPt: 72, topPt: 100 + index * 120, widthPt: 180, heightPt: 60 },
      },
    ],
  })),
  maxPages: 2000,
  expectedSha256: null,
});
const serviceSpec = { signedAt, name: "Paraph", reason: null, expectedSha256: null };
const signSpec = (signRequestId: number, ink: Buffer) => ({
  ...serviceSpec,
  fieldName: signatureFieldName(uuid, signRequestId),
  content: { kind: "image" as const, image: "ink", lines: ["Bo Żółć", "20 Nov 2026, 09:00 UTC"] },
  fills: [],
  images: { ink },
});

function inkPng(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 60, channels: 4, background: { r: 20, g: 40, b: 160, alpha: 0.9 } } })
    .png()
    .toBuffer();
}

describe("signing", () => {
  test("signs twice and seals through the pool, with all signatures valid for pdfsig and every earlier byte kept @exhaustive", async () => {
    const segments = [stored(makePdf({ pages: [{}] }))];
    const append = (tail: Buffer) => segments.push(stored(tail));
    const { png } = await engine.normaliseImage(await inkPng());
    append((await engine.prepare(segments, plan([1, 2]))).tail);
    append(
      (await engine.certify(segments, { ...serviceSpec, fieldName: certificationFieldName(uuid) }, signer.makeCms))
        .tail,
    );
    append((await engine.sign(segments, signSpec(1, png), signer.makeCms)).tail);
    append((await engine.sign(segments, signSpec(2, png), signer.makeCms)).tail);
    const sealed = await engine.seal(
      segments,
      { ...serviceSpec, fieldName: sealFieldName(uuid), withdrawnFieldNames: [] },
      signer.makeCms,
    );
    append(sealed.tail);

    const whole = path.join(folder, "whole.pdf");
    writeFileSync(
      whole,
      execFileSync(
        "cat",
        segments.map((segment) => segment.path),
      ),
    );
    const report = execFileSync("pdfsig", ["-nocert", whole], { encoding: "utf8" });
    expect(report.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(4);
    expect(execFileSync("sha256sum", [whole], { encoding: "utf8" })).toContain(sealed.sha256);
    const ours = await engine.verify(segments, { ours: { rootCertificates: [root] } });
    expect(ours.sha256).toBe(sealed.sha256);
    expect(ours.signatures.map(({ verdict, chain }) => [verdict, chain])).toEqual([
      ...Array(3).fill(["intact_later_allowed", "ours"]),
      ["intact", "ours"],
    ]);
  });

  test("retries with a larger placeholder when the CMS does not fit", async () => {
    const segments = [stored(makePdf({ pages: [{}] }))];
    segments.push(stored((await engine.prepare(segments, plan([1]))).tail));
    let made = 0;
    const makeCms = (digest: Buffer) => {
      made += 1;
      return signer.makeCms(digest);
    };
    const spec = { ...serviceSpec, fieldName: certificationFieldName(uuid), placeholderBytes: 1000 };
    const { cms } = await engine.certify(segments, spec, makeCms);
    expect([made, cms.length > 1000]).toEqual([2, true]);
  });

  test("refuses to sign an unexpected file and requests no CMS", async () => {
    const segments = [stored(makePdf({ pages: [{}] }))];
    segments.push(stored((await engine.prepare(segments, plan([1]))).tail));
    const makeCms = () => Promise.reject(new Error("asked"));
    const spec = { ...serviceSpec, fieldName: certificationFieldName(uuid), expectedSha256: "0".repeat(64) };
    await expect(engine.certify(segments, spec, makeCms)).rejects.toMatchObject({
      name: "PdfError",
      code: "changed_underneath",
    });
  });
});

describe("ingest", () => {
  test("keeps a valid file unchanged", async () => {
    const bytes = makePdf({ pages: [{ rotate: 90 }, { mediaBox: [0, 0, 200, 300] }] });
    const upload = stored(bytes);
    expect(await engine.ingest(upload.path, upload.size)).toMatchObject({
      kind: "kept",
      tail: null,
      sha256: sha256Hex(bytes),
      size: bytes.length,
      pages: [
        { widthPt: 792, heightPt: 612, rotation: 90 },
        { widthPt: 200, heightPt: 300, rotation: 0 },
      ],
    });
  });

  test("repairs a broken upload into a separate file that qpdf accepts", async () => {
    const broken = Buffer.from(
      makePdf({ pages: [{}] })
        .toString("latin1")
        .replace(/startxref\n\d+/, "startxref\n7"),
      "latin1",
    );
    const upload = stored(broken);
    const outcome = await engine.ingest(upload.path, upload.size);
    expect(outcome).toMatchObject({ kind: "repaired", repaired: true, baseReplaced: `${upload.path}.repaired` });
    execFileSync("qpdf", ["--check", outcome.baseReplaced ?? ""]);
  });

  test("decrypts a file with an empty password and refuses one with another password @exhaustive", async () => {
    const plain = stored(makePdf({ pages: [{}] }));
    const [open, shut] = [path.join(folder, "open.pdf"), path.join(folder, "shut.pdf")];
    execFileSync("qpdf", ["--encrypt", "", "owner", "256", "--", plain.path, open]);
    execFileSync("qpdf", ["--encrypt", "user", "owner", "256", "--", plain.path, shut]);
    const sizeOf = (file: string) => Number(execFileSync("stat", ["-c", "%s", file], { encoding: "utf8" }));
    const outcome = await engine.ingest(open, sizeOf(open));
    expect(execFileSync("qpdf", ["--show-encryption", outcome.baseReplaced ?? ""], { encoding: "utf8" })).toContain(
      "not encrypted",
    );
    await expect(engine.ingest(shut, sizeOf(shut))).rejects.toMatchObject({ code: "encrypted" });
    expect(existsSync(`${shut}.repaired`)).toBe(false);
  });

  test.each([
    ["words", "just words"],
    ["nothing", ""],
    ["a lone header", "%PDF-1.7\n"],
    ["no page", pdfOf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"]).toString("latin1")],
  ])("%s is refused with a PdfError and leaves no files behind", async (_name, content) => {
    const upload = stored(Buffer.from(content, "latin1"));
    await expect(engine.ingest(upload.path, upload.size)).rejects.toMatchObject({ name: "PdfError" });
    expect(existsSync(`${upload.path}.repaired`)).toBe(false);
  });
});

describe("page images", () => {
  test("show the page rotated and cropped as displayed, at the requested width", async () => {
    const page = PLAIN[2]?.replace(">>", "/CropBox[0 0 300 200]/Rotate 90/Contents 4 0 R>>") ?? "";
    const content = "1 0 0 rg 0 0 150 100 re f";
    const pdf = stored(
      pdfOf([PLAIN[0] ?? "", PLAIN[1] ?? "", page, `<</Length ${content.length}>>\nstream\n${content}\nendstream`]),
    );
    const image = sharp(await engine.pageImage([pdf], { page: 1, widthPx: 200, format: "png" }));
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([200, 300, 3]);
    const pixel = (x: number, y: number) => [...data.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3)];
    // After a clockwise turn, the lower left quarter is at the upper left.
    expect([pixel(50, 75), pixel(150, 75), pixel(50, 225)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ]);
  });

  test("show filled fields and annotations, even from a base with tails @exhaustive", async () => {
    const segments = [stored(makePdf({ pages: [{}] }))];
    const { png } = await engine.normaliseImage(await inkPng());
    segments.push(stored((await engine.prepare(segments, plan([1]))).tail));
    segments.push(stored((await engine.sign(segments, signSpec(1, png), signer.makeCms)).tail));
    const image = await engine.pageImage(segments, { page: 1, widthPx: 612, format: "png" });
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const at = (110 * info.width + 150) * info.channels;
    expect((data[at + 2] ?? 0) - (data[at] ?? 0)).toBeGreaterThan(80);
  });

  test.each([
    ["a drawn page keeps every pixel", "0.5 g 20 20 100 30 re f", "VP8L"],
    ["a scan is made small", "q 300 0 0 400 0 0 cm /Scan Do Q", "VP8 "],
  ])("in WebP: %s", async (_name, content, chunk) => {
    const page = PLAIN[2]?.replace(">>", "/Resources<</XObject<</Scan 5 0 R>>>>/Contents 4 0 R>>") ?? "";
    const grain = stream(
      "/Type/XObject/Subtype/Image/Width 300/Height 400/BitsPerComponent 8/ColorSpace/DeviceGray",
      randomBytes(120_000).toString("latin1"),
    );
    const pdf = stored(pdfOf([PLAIN[0] ?? "", PLAIN[1] ?? "", page, stream("", content), grain]));
    const webp = await engine.pageImage([pdf], { page: 1, widthPx: 300, format: "webp" });
    expect(webp.toString("latin1", 12, 16)).toBe(chunk);
  });

  test("are refused for a missing page", async () => {
    const pdf = stored(makePdf({ pages: [{}] }));
    await expect(engine.pageImage([pdf], { page: 2, widthPx: 100, format: "png" })).rejects.toMatchObject({
      code: "no_page",
    });
  });

  test("of an extremely long page are narrower, so that memory suffices", async () => {
    const pdf = stored(makePdf({ pages: [{ mediaBox: [0, 0, 10, 14400] }] }));
    const { width, height } = await sharp(
      await engine.pageImage([pdf], { page: 1, widthPx: 2400, format: "png" }),
    ).metadata();
    expect([width, height]).toEqual([6, 8192]);
  });
});

test("lists each character without a glyph in the bundled fonts once", async () => {
  expect(await engine.missingGlyphs(["Zoë Γιώργος", "rocket 🚀", "🚀"])).toEqual(["🚀"]);
});

test("returns the code and the limit of an unusable image", async () => {
  await expect(engine.normaliseImage(Buffer.from("GIF89a"))).rejects.toMatchObject({ code: "image_type" });
  await expect(engine.normaliseImage(Buffer.alloc(maxImageBytes + 1))).rejects.toMatchObject({
    code: "image_too_large",
    bound: maxImageBytes,
  });
});
