import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestAuthority } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import { annotationMutations } from "@/lib/pades/verify/testing/mutations/annotation-mutations";
import { NotApplicable, type Mutation } from "@/lib/pades/verify/testing/mutations/mutation";
import { pageMutations } from "@/lib/pades/verify/testing/mutations/page-mutations";
import { append, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { isParaphFieldName, sealFieldName, signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { ingestUpload } from "@/lib/pdf/ingest/ingest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import { complaintsAbout } from "@/lib/pdf/testing/revision-judge";
import { oneIn } from "@/lib/testing/representatives";

const at = (signer: number) => ({ leftPt: 150 * signer - 140, topPt: 20, widthPt: 100, heightPt: 40 });
const field = (signer: number) => ({ fieldId: signer, type: "signature" as const, pageIndex: 0, box: at(signer) });

let authority: TestAuthority;
let upload: Buffer;
beforeAll(async () => {
  authority = await makeTestAuthority();
  upload = await makeSignedForm();
});

async function complete(base: Buffer, signers: number): Promise<GrowingDocument> {
  const service = await authority.issue("Paraph");
  const document = new GrowingDocument(base);
  await document.prepare(
    Array.from({ length: signers }, (_, index) => ({ signRequestId: index + 1, fields: [field(index + 1)] })),
    service,
  );
  for (let signer = 1; signer <= signers; signer += 1) {
    await document.sign(signer, await authority.issue(`Signer ${signer}`), {
      content: { kind: "image", image: null, lines: ["x"] },
    });
  }
  await document.seal(service);
  return document;
}

describe.each([
  ["one @exhaustive", 1],
  ["two", 2],
] as const)("an upload that was signed elsewhere, signed by %s here", (_title, signers) => {
  let document: GrowingDocument;
  beforeAll(async () => {
    document = await complete(upload, signers);
  });

  test("is accepted unchanged, and every state starts with the bytes of the previous one", () => {
    expect(ingestUpload(fromBuffer(upload), "uploaded")).toMatchObject({
      kind: "ready",
      alreadySigned: true,
      frozen: null,
    });
    document.states.forEach((state, index) =>
      expect(
        state
          .subarray(0, document.states[index - 1]?.length ?? 0)
          .equals(document.states[index - 1] ?? Buffer.alloc(0)),
      ).toBe(true),
    );
  });

  test("keeps the verdict of the earlier signature, by us and by pdfsig, and is not certified", () => {
    const report = verify(document.bytes);
    expect(report.signatures.map(({ field, verdict }) => [field, verdict])).toEqual([
      ["Sig1", "intact_later_allowed"],
      ...Array.from({ length: signers }, (_, index) => [
        signatureFieldName(FILE_UUID, index + 1),
        "intact_later_allowed",
      ]),
      [sealFieldName(FILE_UUID), "intact"],
    ]);
    expect(pdfsig(document.bytes).every(({ isValid }) => isValid)).toBe(true);
    expect(document.bytes.includes("/DocMDP")).toBe(false);
  });

  test("gets only our signature fields, which are filled state by state, as qpdf reads it", () => {
    document.states
      .slice(1)
      .forEach((state, index) =>
        expect(complaintsAbout(document.states[index] ?? upload, state, isParaphFieldName)).toEqual([]),
      );
    expect(complaintsAbout(upload, document.bytes, isParaphFieldName)).toEqual([]);
  });
});

describe("the judge of revisions complains about", () => {
  const base = makePdf({
    pages: [{ extra: "/Annots[1000 0 R]" }, {}],
    sizeBytes: 4000,
    objects: ["<</Type/Annot/Subtype/Link/Rect[1 1 9 9]>>"],
  });
  // qpdf ignores these two defects; our own verifier does not.
  const unseen = new Set([
    "a content stream keeps its words under another generation",
    "a page has a key twice with different values",
  ]);

  test.each(
    oneIn(
      5,
      [...pageMutations, ...annotationMutations]
        .filter(({ name }) => !unseen.has(name))
        .map((mutation) => [mutation.name, mutation] as const),
    ),
  )("%s", (_name, mutation: Mutation) => {
    try {
      expect(complaintsAbout(base, mutation.apply(base), isParaphFieldName)).not.toEqual([]);
    } catch (error) {
      expect(error).toBeInstanceOf(NotApplicable);
    }
  });

  test("a foreign field", () => {
    const forged = append(upload, (revision) =>
      revision.replace(6, 0, "<</Type/Annot/P 3 0 R/Subtype/Widget/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]/V(Ada)>>"),
    );
    expect(complaintsAbout(upload, forged, isParaphFieldName)).toEqual(["object 6 0 R changed (/Annot)"]);
  });
});

test("refuses a second field for one signer in a file signed elsewhere, and a field over an annotation", () => {
  const plan = (fields: ReturnType<typeof field>[]) => ({
    fileUuid: FILE_UUID,
    signers: [{ signRequestId: 1, fields }],
    maxPages: 9,
    expectedSha256: null,
  });
  expect(() => prepareDocument(fromBuffer(upload), plan([field(1), field(2)]))).toThrow(
    expect.objectContaining({ code: "locked" }),
  );
  const covering = { ...field(1), box: { leftPt: 10, topPt: 280, widthPt: 100, heightPt: 40 } };
  expect(() => prepareDocument(fromBuffer(upload), plan([covering]))).toThrow(
    expect.objectContaining({ code: "covers_annotation" }),
  );
});
