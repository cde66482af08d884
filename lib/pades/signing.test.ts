import { deflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { byteRangesOf } from "@/lib/pades/testing/byte-ranges";
import { makeTestAuthority, type TestAuthority, type TestSigner } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument, SIGNED_AT } from "@/lib/pades/testing/sign-document";
import { inputFieldName, sealFieldName, signatureFieldName, type PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { FIRST_EXTRA_OBJECT, makePdf } from "@/lib/pdf/testing/make-pdf";
import { mutoolSignatures, opensslVerifies, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { signFields } from "./sign-fields";

let authority: TestAuthority;
let service: TestSigner;
let ada: TestSigner;
let bob: TestSigner;

beforeAll(async () => {
  authority = await makeTestAuthority();
  service = await authority.issue("Paraph");
  ada = await authority.issue("Ada Łovelace");
  bob = await authority.issue("Bob", "rsa2048");
});

const IMAGE = {
  width: 40,
  height: 20,
  rgb: deflateSync(Buffer.alloc(40 * 20 * 3)),
  alpha: deflateSync(Buffer.alloc(40 * 20, 255)),
};

function box(leftPt: number, topPt: number): { leftPt: number; topPt: number; widthPt: number; heightPt: number } {
  return { leftPt, topPt, widthPt: 120, heightPt: 50 };
}

/** Ada with a field of each kind, Bob with none, and a third signer who will be withdrawn. */
const SIGNERS: PlannedSigner[] = [
  {
    signRequestId: 1,
    fields: [
      { fieldId: 10, type: "date", pageIndex: 0, box: box(50, 50) },
      { fieldId: 11, type: "signature", pageIndex: 0, box: box(50, 150) },
      { fieldId: 12, type: "checkbox", pageIndex: 1, box: box(50, 50) },
      { fieldId: 13, type: "initial", pageIndex: 1, box: box(50, 150) },
    ],
  },
  { signRequestId: 2, fields: [] },
  { signRequestId: 3, fields: [{ fieldId: 14, type: "signature", pageIndex: 1, box: box(50, 300) }] },
];

const ADAS_ACT = {
  content: { kind: "image" as const, image: "mine", lines: ["Ada Łovelace", "2026-11-20 10:00:01 UTC"] },
  fills: [
    { fieldName: inputFieldName(FILE_UUID, 1, 10), content: { kind: "text" as const, text: "20 November 2026" } },
    { fieldName: inputFieldName(FILE_UUID, 1, 12), content: { kind: "checkbox" as const, isChecked: true } },
    { fieldName: inputFieldName(FILE_UUID, 1, 13), content: { kind: "image" as const, image: "mine", lines: [] } },
  ],
  images: { mine: IMAGE },
  name: "Ada Łovelace",
};

async function completed(base: Buffer): Promise<GrowingDocument> {
  const document = new GrowingDocument(base);
  await document.prepare(SIGNERS, service);
  await document.sign(1, ada, ADAS_ACT);
  await document.sign(2, bob);
  await document.seal(service, [signatureFieldName(FILE_UUID, 3)]);
  return document;
}

describe.each([
  ["table @exhaustive", "table"],
  ["stream", "stream"],
] as const)("a document signed by two and sealed, with a cross-reference %s", (_title, xref) => {
  let document: GrowingDocument;

  beforeAll(async () => {
    document = await completed(makePdf({ pages: [{}, { rotate: 90, cropBox: [50, 60, 500, 700] }], xref }));
  });

  test("pdfsig finds every signature valid and the seal over everything", () => {
    const verdicts = pdfsig(document.bytes);
    const signed = verdicts.filter((verdict) => verdict.isSigned);
    expect(signed.map(({ signer }) => signer)).toEqual(["Paraph", "Ada Łovelace", "Bob", "Paraph"].map(latin1OfUtf8));
    expect(signed.every((verdict) => verdict.isValid)).toBe(true);
    expect(verdicts.at(-1)).toMatchObject({ field: sealFieldName(FILE_UUID), coversAll: true });
    expect(verdicts.filter((verdict) => !verdict.isSigned).map(({ field }) => field)).toEqual([
      signatureFieldName(FILE_UUID, 3),
    ]);
  });

  test("qpdf finds no defect and MuPDF no edit after the seal", () => {
    expect(qpdfCheck(document.bytes)).toBe(0);
    expect(mutoolSignatures(document.bytes).at(-1)).toBe("The document is unchanged since signing.");
  });

  test("every earlier state is a prefix, byte for byte", () => {
    for (const state of document.states) {
      expect(document.bytes.subarray(0, state.length).equals(state)).toBe(true);
    }
  });

  test("openssl verifies each CMS over the bytes of its ByteRange", () => {
    const ranges = byteRangesOf(document.bytes);
    expect(ranges).toHaveLength(4);
    for (const { cms, data } of ranges) {
      expect(opensslVerifies(cms, data, authority.certificate)).toBe(true);
    }
  });

  test("no revision after the preparation adds a field or an annotation, or touches a page", () => {
    const written = (state: number): string =>
      document.bytes.toString("latin1", document.states[state]?.length, document.states[state + 1]?.length);
    const later = [written(1), written(2), written(3), written(4)].join("\n");
    expect(later).not.toMatch(/\/Annots|\/Type\/Page\b|\/Fields \[/);
    expect(later.match(/\/T\(/g)).toHaveLength(1 + 4 + 1 + 1);
  });
});

/** pdfsig's output is decoded byte by byte. */
function latin1OfUtf8(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

describe("a signer cannot", () => {
  const HOSTILE = "/ByteRange[0 1 2 3]/Contents<00> endobj startxref 7 %%EOF (a (b \\";

  test("have their text mistaken for a position in the file", async () => {
    const document = new GrowingDocument(makePdf({ pages: [{}] }));
    await document.prepare([{ signRequestId: 1, fields: [] }], service);
    await document.sign(1, ada, { name: HOSTILE, reason: HOSTILE });
    expect(
      pdfsig(document.bytes)
        .filter((verdict) => verdict.isSigned)
        .map(({ isValid }) => isValid),
    ).toEqual([true, true]);
    expect(qpdfCheck(document.bytes)).toBe(0);
  });

  test("sign twice, fill a missing field, or sign a field of another kind", async () => {
    const document = new GrowingDocument(makePdf({ pages: [{}, {}] }));
    await document.prepare(SIGNERS, service);
    await document.sign(1, ada, ADAS_ACT);
    const refused = { name: "PdfError", code: "no_such_field" };
    await expect(document.sign(1, ada, ADAS_ACT)).rejects.toMatchObject(refused);
    await expect(document.sign(9, ada)).rejects.toMatchObject(refused);
    const fieldName = inputFieldName(FILE_UUID, 1, 10);
    await expect(document.sign(2, bob, { fieldName })).rejects.toMatchObject(refused);
  });
});

describe("the file underneath", () => {
  test("is compared with the caller's expectation before anything is signed", async () => {
    const document = new GrowingDocument(makePdf({ pages: [{}] }));
    await document.prepare([{ signRequestId: 1, fields: [] }], service);
    let calls = 0;
    const plan = {
      fieldName: signatureFieldName(FILE_UUID, 1),
      ...{ content: null, fills: [], images: {}, signedAt: SIGNED_AT, name: null, reason: null },
      expectedSha256: "00".repeat(32),
    };
    const countingCms = (digest: Buffer): Promise<Buffer> | Buffer => {
      calls += 1;
      return ada.makeCms(digest);
    };
    const signing = signFields(fromBuffer(document.bytes), plan, countingCms);
    await expect(signing).rejects.toMatchObject({ code: "changed_underneath" });
    expect(calls).toBe(0);
  });

  test("has the hash of all its bytes after each signature", async () => {
    const document = new GrowingDocument(makePdf({ pages: [{}] }));
    await document.prepare(
      [
        { signRequestId: 1, fields: [] },
        { signRequestId: 2, fields: [] },
      ],
      service,
    );
    const { sha256 } = await document.sign(1, ada);
    const next = await document.sign(2, bob, { expectedSha256: sha256 });
    expect(next.sha256).not.toBe(sha256);
  });
});

test("refuses a CMS larger than its placeholder with the required size, which fits on the second try", async () => {
  const document = new GrowingDocument(makePdf({ pages: [{}] }));
  await document.prepare([{ signRequestId: 1, fields: [] }], service);
  await expect(document.sign(1, ada, { placeholderBytes: 400 })).rejects.toMatchObject({
    code: "placeholder_too_small",
  });
  await document.sign(1, ada, { placeholderBytes: 24_576 });
  expect(pdfsig(document.bytes).at(1)).toMatchObject({ isValid: true });
});

describe("a file signed elsewhere", () => {
  const field = "<</Type/Annot/Subtype/Widget/FT/Sig/T(Elsewhere)/F 132/Rect[0 0 0 0]/P 4 0 R>>";

  test.each([
    ["table @exhaustive", "table"],
    ["stream", "stream"],
  ] as const)("keeps that signature valid through ours (%s)", async (_title, xref) => {
    const catalogExtra = `/AcroForm<</Fields[${FIRST_EXTRA_OBJECT} 0 R]/SigFlags 3>>`;
    const document = new GrowingDocument(makePdf({ pages: [{}], xref, catalogExtra, objects: [field] }));
    await document.sign(0, bob, { fieldName: "Elsewhere" });
    expect(pdfsig(document.bytes)).toMatchObject([{ field: "Elsewhere", isValid: true, coversAll: true }]);

    const fields = [{ fieldId: 1, type: "signature" as const, pageIndex: 0, box: box(300, 300) }];
    await document.prepare([{ signRequestId: 7, fields }], service);
    await document.sign(7, ada, { content: { kind: "image", image: null, lines: ["Ada"] } });
    await document.seal(service);

    expect(document.fields.map(({ role }) => role)).toEqual(["signature", "seal"]);
    expect(pdfsig(document.bytes).map(({ signer, isValid }) => ({ signer, isValid }))).toEqual(
      ["Bob", "Ada Łovelace", "Paraph"].map((signer) => ({ signer: latin1OfUtf8(signer), isValid: true })),
    );
    expect(qpdfCheck(document.bytes)).toBe(0);
  });
});
