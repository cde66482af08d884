import { deflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { byteRangesOf } from "@/lib/pades/testing/byte-ranges";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { GrowingDocument } from "@/lib/pades/testing/sign-document";
import { PdfDocument } from "@/lib/pdf/document";
import type { PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import { readPages } from "@/lib/pdf/pages";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { judgeStamps } from "@/lib/pdf/testing/judge-stamps";
import { makePdf, type FixturePage } from "@/lib/pdf/testing/make-pdf";
import {
  mutoolSignatures,
  mutoolWarnings,
  opensslVerifies,
  pdfsig,
  qpdfCheck,
  qpdfRewrite,
  renderPage,
  renderPageByMupdf,
} from "@/lib/pdf/testing/outside-tools";
import { displaySize, type Box } from "@/lib/platform/geometry/placement";

/** Every rotation, a crop box with another origin than the page, and a custom user unit. */
const PAGES: FixturePage[] = [
  {},
  { rotate: 90, cropBox: [50, 60, 500, 700] },
  { rotate: 180, userUnit: 2, mediaBox: [0, 0, 300, 400] },
  { rotate: 270, mediaBox: [-100, -50, 500, 742], cropBox: [-40, 0, 460, 700] },
];

/** A final section that shows some objects only to newer readers (ISO 32000-2, 7.5.8.4). */
function hybridOf(base: Buffer): Buffer {
  const before = base.toString("latin1");
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1] ?? "";
  const hidden = `800 0 obj\n<</Hidden true>>\nendobj\n`;
  const streamAt = before.length + hidden.length;
  const rows = Buffer.concat([Buffer.from([1]), Buffer.alloc(4), Buffer.from([0])]);
  rows.writeUInt32BE(before.length, 1);
  const stream = `801 0 obj\n<</Type/XRef/W[1 4 1]/Index[800 1]/Size 802/Length ${rows.length}>>\nstream\n${rows.toString("latin1")}\nendstream\nendobj\n`;
  const table = `xref\n800 1\n0000000000 00000 f \ntrailer\n<</Size 802/Root 1 0 R/Prev ${previous}/XRefStm ${streamAt}>>\nstartxref\n${streamAt + stream.length}\n%%EOF\n`;
  return Buffer.from(`${before}${hidden}${stream}${table}`, "latin1");
}

const BASES: Record<string, () => Buffer> = {
  "a cross-reference table": () => makePdf({ pages: PAGES }),
  "a cross-reference stream": () => makePdf({ pages: PAGES, xref: "stream" }),
  "both, as a hybrid": () => hybridOf(makePdf({ pages: PAGES })),
  "a linearized table": () => qpdfRewrite(makePdf({ pages: PAGES }), "--linearize", "--object-streams=disable"),
  "linearized object streams": () => qpdfRewrite(makePdf({ pages: PAGES }), "--linearize", "--object-streams=generate"),
};

const INK = { width: 40, height: 20, rgb: deflateSync(Buffer.alloc(40 * 20 * 3)), alpha: null };

let authority: TestAuthority;
let people: [TestSigner, TestSigner];

beforeAll(async () => {
  authority = await makeTestAuthority();
  people = [await authority.issue("Ada", "p256"), await authority.issue("Bob", "rsa2048")];
});

/** One field per signer, on alternating pages, further down in each round. */
function signersOf(count: number): PlannedSigner[] {
  return Array.from({ length: count }, (_, index) => {
    const box: Box = { leftPt: 40, topPt: 30 + Math.floor(index / PAGES.length) * 90, widthPt: 120, heightPt: 60 };
    return {
      signRequestId: index + 1,
      fields: [{ fieldId: index + 1, type: "signature" as const, pageIndex: index % PAGES.length, box }],
    };
  });
}

async function completed(base: Buffer, signers: readonly PlannedSigner[]): Promise<GrowingDocument> {
  const [ada, bob] = people;
  const document = new GrowingDocument(base);
  await document.prepare(signers, ada);
  for (const [index, { signRequestId }] of signers.entries()) {
    const name = `Signer ${signRequestId}`;
    await document.sign(signRequestId, index % 2 === 0 ? ada : bob, {
      name,
      content: { kind: "image", image: "ink", lines: [name, "2026-11-20 10:00 UTC"] },
      images: { ink: INK },
    });
  }
  await document.seal(bob);
  return document;
}

const KINDS = Object.keys(BASES);
/** The quick run takes the first kind of file; ten signers and the rest are exhaustive. */
const MATRIX = [
  ...KINDS.map((kind, index) => [3, index === 0 ? kind : `${kind} @exhaustive`, kind] as const),
  [1, "a cross-reference table @exhaustive", "a cross-reference table"] as const,
  [10, "linearized object streams @exhaustive", "linearized object streams"] as const,
];

describe.each(MATRIX)("%i signers on a file with %s", (count, _name, kind) => {
  const signers = signersOf(count);
  let document: GrowingDocument;

  beforeAll(async () => {
    document = await completed(BASES[kind]?.() ?? Buffer.alloc(0), signers);
  });

  test("pdfsig finds every signature valid, the seal over everything", () => {
    const verdicts = pdfsig(document.bytes);
    expect(verdicts).toHaveLength(count + 2);
    expect(verdicts.filter(({ isSigned, isValid }) => !isSigned || !isValid)).toEqual([]);
    expect(verdicts.at(-1)?.coversAll).toBe(true);
  });

  test("openssl verifies each CMS as CAdES over the bytes of its ByteRange, RSA and P-256", () => {
    const ranges = byteRangesOf(document.bytes);
    expect(ranges).toHaveLength(count + 2);
    expect(ranges.filter(({ cms, data }) => !opensslVerifies(cms, data, authority.certificate))).toEqual([]);
  });

  test("qpdf and MuPDF open it without a warning, and MuPDF finds it unchanged since the seal", () => {
    expect(qpdfCheck(document.bytes)).toBe(0);
    expect(mutoolWarnings(document.bytes)).toBe("");
    const reported = mutoolSignatures(document.bytes);
    expect(reported).toHaveLength(count + 2);
    expect(reported.at(-1)).toBe("The document is unchanged since signing.");
  });

  test("contains every earlier revision byte for byte, each valid on its own", () => {
    expect(document.states).toHaveLength(1 + 2 + count + 1);
    for (const state of document.states) {
      expect(document.bytes.subarray(0, state.length).equals(state)).toBe(true);
    }
    expect(qpdfCheck(document.states.at(-3) ?? Buffer.alloc(0))).toBe(0);
  });

  test("poppler and MuPDF draw each stamp inside its rectangle and nothing else changed @exhaustive", () => {
    const [before, after] = [document.states[0] ?? Buffer.alloc(0), document.bytes];
    const sizes = readPages(PdfDocument.open(fromBuffer(after)), { maxPages: 9 }).map(({ box }) => displaySize(box));
    for (const [index, size] of sizes.entries()) {
      const boxes = signers.flatMap(({ fields }) =>
        fields.filter(({ pageIndex }) => pageIndex === index).map(({ box }) => box),
      );
      for (const draw of [renderPage, renderPageByMupdf]) {
        const verdict = judgeStamps(draw(before, index + 1), draw(after, index + 1), boxes, size);
        expect([index, draw.name, verdict]).toEqual([index, draw.name, boxes.length === 0 ? "none placed" : "inside"]);
      }
    }
  });
});
