import { beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestAuthority } from "@/lib/pades/testing/certificates";
import { FILE_UUID, GrowingDocument } from "@/lib/pades/testing/sign-document";
import { finding } from "@/lib/pades/verify/report/findings";
import type { VerificationReport } from "@/lib/pades/verify/report/report";
import { makeWorld, withDocumentTimestamp } from "@/lib/pades/verify/testing/long-term-files";
import { append, codesOf, makeSignedForm, signWith, verify } from "@/lib/pades/verify/testing/signed-files";
import type { PdfDocument } from "@/lib/pdf/document";
import { readFields } from "@/lib/pdf/fields/fields";
import { inputFieldName, sealFieldName, signatureFieldName, type PlannedSigner } from "@/lib/pdf/fields/prepared-field";
import { ingestUpload } from "@/lib/pdf/ingest/ingest";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfRef } from "@/lib/pdf/syntax/serialize";
import { stream } from "@/lib/pdf/testing/hand-written-pdf";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { mutoolSignatures, pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";

/** A foreign signature and an unlocked form: a text field, a checkbox and an empty signature field. */
const openForm = [
  "/FT/Sig/T(Sig1)/F 132/Rect[10 10 110 60]",
  "/FT/Tx/T(Sum)/F 4/Rect[10 100 110 120]",
  "/FT/Btn/T(Agreed)/F 4/V/Off/AS/Off/Rect[10 130 30 150]",
  "/FT/Sig/T(Waiting)/F 4/Rect[10 160 110 180]",
];
const fillable = ["Sum", "Agreed", "Waiting"];
const box = { leftPt: 180, topPt: 20, widthPt: 100, heightPt: 50 };

let authority: TestAuthority;
let completed: Buffer;

/** Signs and seals a file that cannot be certified, with the last of its two signers withdrawn. */
async function complete(upload: Buffer): Promise<Buffer> {
  const service = await authority.issue("Paraph");
  const document = new GrowingDocument(upload);
  const fields = [{ fieldId: 1, type: "signature" as const, pageIndex: 0, box }];
  await document.prepare(
    [
      { signRequestId: 1, fields },
      { signRequestId: 2, fields: [] },
    ],
    service,
  );
  await document.sign(1, await authority.issue("Ada"), { content: { kind: "image", image: null, lines: ["Ada"] } });
  await document.seal(service, [signatureFieldName(FILE_UUID, 2)]);
  return document.bytes;
}

beforeAll(async () => {
  authority = await makeTestAuthority();
  completed = await complete(await makeSignedForm({ widgets: openForm }));
});

function edit(revision: Revision, document: PdfDocument, name: string, changes: Record<string, string>): void {
  const field = readFields(document).fields.find((candidate) => candidate.name === name)?.object;
  if (field?.num == null) {
    throw new Error(`no field ${name}`);
  }
  revision.replace(field.num, field.gen, editDict(field, changes));
}

/** Adds a field to the form and its widget to the first page. */
function addField(revision: Revision, document: PdfDocument, entries: string): void {
  const { acroForm } = readFields(document);
  const page = document.load(3);
  if (acroForm?.num == null || page?.value.kind !== "dict") {
    throw new Error("the fixture has another layout");
  }
  const num = revision.add(`<</Type/Annot/Subtype/Widget/FT/Sig/T(Later)/F 132/P 3 0 R${entries}>>`);
  const appended = (
    owner: { bytes: Buffer; value: { entries: ReadonlyMap<string, { start: number; end: number }> } },
    key: string,
  ): string => {
    const array = owner.value.entries.get(key);
    return `${owner.bytes.toString("latin1", array?.start, (array?.end ?? 1) - 1)} ${pdfRef(num)}]`;
  };
  revision.replace(acroForm.num, acroForm.gen, editDict(acroForm, { Fields: appended(acroForm, "Fields") }));
  const object = { ...page, value: page.value };
  revision.replace(page.num, page.gen, editDict(object, { Annots: appended(object, "Annots") }));
}

function verdictOf(report: VerificationReport, field: string): string | undefined {
  return report.signatures.find((signature) => signature.field === field)?.verdict;
}

const seal = sealFieldName(FILE_UUID);

describe("a completed document that was signed elsewhere and has an open form", () => {
  test("is intact in every signature, for us, for pdfsig and for MuPDF", () => {
    expect(verify(completed).verdict).toBe("intact_later_allowed");
    expect(verdictOf(verify(completed), seal)).toBe("intact");
    const signatures = pdfsig(completed).filter(({ isSigned }) => isSigned);
    expect(signatures.map(({ field }) => field)).toEqual(["Sig1", signatureFieldName(FILE_UUID, 1), seal]);
    expect(signatures.every(({ isValid }) => isValid)).toBe(true);
    expect(mutoolSignatures(completed).at(-1)).toBe("The document is unchanged since signing.");
    expect(qpdfCheck(completed)).toBe(0);
  });

  test("declares from the preparation on that the seal will lock all fields, which the seal then does", () => {
    const written = completed.toString("latin1");
    expect(written).toContain("<</Type/SigFieldLock/Action/All>>");
    expect(written).toContain("/TransformMethod/FieldMDP/TransformParams<</Type/TransformParams/Action/All/V/1.2>>");
  });

  test.each([...fillable, signatureFieldName(FILE_UUID, 2)])(
    "is modified when the field %s is filled, with an appearance or without",
    (name) => {
      const values: Record<string, string> = { Sum: "(1,000,000)", Agreed: "/Yes" };
      const value = (revision: Revision): string =>
        values[name] ?? pdfRef(revision.add("<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached>>"));
      const filled = append(completed, (revision, document) => edit(revision, document, name, { V: value(revision) }));
      expect(verdictOf(verify(filled), seal)).toBe("modified");
      const drawn = append(completed, (revision, document) => {
        const form = revision.add(stream("/Type/XObject/Subtype/Form/BBox[0 0 100 20]", "0 0 m"));
        edit(revision, document, name, { V: value(revision), AP: `<</N ${pdfRef(form)}>>` });
      });
      expect(verdictOf(verify(drawn), seal)).toBe("modified");
    },
  );

  test("is modified when the empty field is signed with a real key @exhaustive", async () => {
    const signed = await signWith(completed, "Waiting", await authority.issue("Mallory"));
    expect(
      pdfsig(signed)
        .filter(({ isSigned }) => isSigned)
        .every(({ isValid }) => isValid),
    ).toBe(true);
    expect(verify(signed).verdict).toBe("modified");
  });

  test("permits a document timestamp that verifies, and no other new signature @exhaustive", async () => {
    const stamped = await withDocumentTimestamp(makeWorld(), completed, { at: "2026-11-21T00:00:00Z" });
    expect(verdictOf(verify(stamped), seal)).toBe("intact_later_allowed");
    const unverified = append(completed, (revision, document) =>
      addField(
        revision,
        document,
        `/Rect[0 0 0 0]/V ${pdfRef(revision.add("<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/Contents<30>>>"))}`,
      ),
    );
    expect(verdictOf(verify(unverified), seal)).toBe("modified");
    const approval = append(completed, (revision, document) =>
      addField(
        revision,
        document,
        `/Rect[0 0 0 0]/V ${pdfRef(revision.add("<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/Contents<30>>>"))}`,
      ),
    );
    expect(verdictOf(verify(approval), seal)).toBe("modified");
    const visible = append(completed, (revision, document) => addField(revision, document, "/Rect[200 20 280 60]"));
    expect(verdictOf(verify(visible), seal)).toBe("modified");
  });

  test("is refused as locked when it is uploaded again", () => {
    expect(() => ingestUpload(fromBuffer(completed), "uploaded")).toThrow(expect.objectContaining({ code: "locked" }));
  });
});

describe("fields of a certified document", () => {
  const signers: PlannedSigner[] = [1, 2].map((signRequestId) => ({
    signRequestId,
    fields: [
      { fieldId: 10 * signRequestId, type: "signature", pageIndex: 0, box: { ...box, leftPt: 200 * signRequestId } },
      {
        fieldId: 10 * signRequestId + 1,
        type: "text",
        pageIndex: 0,
        box: { ...box, leftPt: 200 * signRequestId, topPt: 200 },
      },
    ],
  }));
  const textOf = (signer: number) => inputFieldName(FILE_UUID, signer, 10 * signer + 1);
  const run = (signer: number) => ({
    content: { kind: "image" as const, image: null, lines: ["x"] },
    fills: [{ fieldName: textOf(signer), content: { kind: "text" as const, text: "agreed" } }],
  });
  let document: GrowingDocument;

  beforeAll(async () => {
    const service = await authority.issue("Paraph");
    document = new GrowingDocument(makePdf({ pages: [{}] }));
    await document.prepare(signers, service);
    await document.sign(1, await authority.issue("Ada"), run(1));
  });

  test("are unmodified when filled by their own signer's revision, regardless of earlier signatures", async () => {
    expect(verify(document.bytes).verdict).toBe("intact_later_allowed");
    const both = new GrowingDocument(document.bytes);
    await both.sign(2, await authority.issue("Bob"), run(2));
    expect(verify(both.bytes).verdict).toBe("intact_later_allowed");
  });

  test.each([
    [{ V: "(1,000,000 EUR)" }, finding("locked_field_changed", { field: textOf(2) })],
    [{ MK: "<</BG[1 0 0]>>" }, finding("form_field_changed", { field: textOf(2), keys: ["MK"] })],
  ])("of a signer who has not signed are modified by any change: %o", (changes, reason) => {
    const filled = append(document.bytes, (revision, open) => edit(revision, open, textOf(2), changes));
    const report = verify(filled);
    expect(report.signatures.map(({ verdict }) => verdict)).toEqual(["modified", "modified"]);
    expect(codesOf(report).decidedBy).toEqual(reason);
  });

  test("filled in a revision before the one that their signer signed are modified", async () => {
    const early = append(document.bytes, (revision, open) => edit(revision, open, textOf(2), { V: "(1,000,000 EUR)" }));
    const signed = await signWith(early, signatureFieldName(FILE_UUID, 2), await authority.issue("Bob"), {
      content: { kind: "image", image: null, lines: ["x"] },
    });
    expect(verify(signed).verdict).toBe("modified");
  });
});
