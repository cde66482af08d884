import { beforeAll, describe, expect, test } from "vitest";
import { append, makeSignedForm, verify } from "@/lib/pades/verify/testing/signed-files";
import type { PdfDocument } from "@/lib/pdf/document";
import { editDict, type Revision } from "@/lib/pdf/revision";
import { stream } from "@/lib/pdf/testing/hand-written-pdf";

type Change = (revision: Revision, document: PdfDocument) => void;

let signed: Buffer;
beforeAll(async () => {
  signed = await makeSignedForm();
});

/** Appends a revision and corrupts its end, where the cross-reference data is. */
function appendBroken(change: Change, spoil: (ending: string) => string): Buffer {
  const whole = append(signed, change);
  const at = whole.lastIndexOf("\nxref") + 1;
  return Buffer.concat([whole.subarray(0, at), Buffer.from(spoil(whole.toString("latin1", at)), "latin1")]);
}

const fillName: Change = (revision) =>
  revision.replace(6, 0, "<</Type/Annot/P 3 0 R/Subtype/Widget/FT/Tx/T(Name)/F 4/Rect[10 100 110 120]/V(Ada)>>");
const wrongStart = (ending: string): string => ending.replace(/startxref\s+\d+/, "startxref\n7");
const noPrev = (ending: string): string => ending.replace(/\/Prev \d+/, "/Prev 0");

function replaceObject(num: number, changes: Record<string, string>): Change {
  return (revision, document) => {
    const object = document.load(num);
    if (object?.value.kind === "dict") {
      revision.replace(num, 0, editDict({ ...object, value: object.value }, changes));
    }
  };
}

describe("a revision with wrong offsets, after a valid signed one", () => {
  test.each([
    ["its startxref", wrongStart],
    ["its /Prev", noPrev],
  ])("is read in byte order when %s leads nowhere, and reports it", (_what, spoil) => {
    const report = verify(appendBroken(fillName, spoil));
    expect(report.verdict).toBe("intact_later_allowed");
    expect(report.signatures[0]?.changes.findings).toMatchObject([{ code: "field_filled", params: { field: "Name" } }]);
    expect(report.warningFindings).toMatchObject([
      { code: "field_filled_since" },
      { code: "cross_references_misplaced" },
    ]);
  });

  test("is a modification when it changes a page", () => {
    expect(verify(appendBroken(replaceObject(3, { MediaBox: "[0 0 9 9]" }), wrongStart)).verdict).toBe("modified");
  });

  test("is rejected when one of its streams contains an object that scanning readers would use", () => {
    const hiding: Change = (revision, document) => {
      fillName(revision, document);
      revision.add(stream("", "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj"));
    };
    expect(verify(appendBroken(hiding, wrongStart)).verdict).toBe("invalid");
  });

  test("is rejected when it contains compressed objects", () => {
    const hiding: Change = (revision, document) => {
      fillName(revision, document);
      revision.add(stream("/Type/ObjStm/N 1/First 4", "3 0 <</Type/Page>>"));
    };
    expect(verify(appendBroken(hiding, wrongStart)).verdict).toBe("invalid");
  });

  test("is rejected when a wrong offset leads to another object", () => {
    const elsewhere = String(signed.indexOf("3 0 obj")).padStart(10, "0");
    const toElsewhere = (ending: string): string =>
      wrongStart(ending).replace(/\d{10} 00000 n/, `${elsewhere} 00000 n`);
    expect(verify(appendBroken(fillName, toElsewhere)).verdict).toBe("invalid");
  });

  test("is rejected when its table and its objects disagree", () => {
    const renumbered = (ending: string): string => wrongStart(ending).replace(/\n6 1\n/, "\n7 1\n");
    expect(verify(appendBroken(fillName, renumbered)).verdict).toBe("invalid");
  });

  test("is rejected when readers that stop at the break in the chain would still see pages", () => {
    const withPages: Change = (revision, document) => {
      fillName(revision, document);
      replaceObject(2, {})(revision, document);
      replaceObject(1, {})(revision, document);
    };
    expect(verify(appendBroken(withPages, noPrev)).verdict).toBe("invalid");
  });

  test("is rejected when its trailer names another catalog, or bytes lie between its objects", () => {
    const elsewhere = (ending: string): string => wrongStart(ending).replace(/\/Root 1 0 R/, "/Root 9 0 R");
    expect(verify(appendBroken(fillName, elsewhere)).verdict).toBe("invalid");
    const padded = (ending: string): string => `% note\n${wrongStart(ending)}`;
    expect(verify(appendBroken(fillName, padded)).verdict).toBe("invalid");
  });
});
