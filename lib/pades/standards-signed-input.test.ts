import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestAuthority } from "@/lib/pades/testing/certificates";
import { completeDocument, tokenPlanOf } from "@/lib/pades/testing/complete-document";
import { SIGNED_AT, type GrowingDocument } from "@/lib/pades/testing/sign-document";
import { makeTsaAuthority, type TsaAuthority } from "@/lib/pades/testing/tsa-authority";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { prepareDocument } from "@/lib/pdf/fields/prepare";
import { signatureFieldName } from "@/lib/pdf/fields/prepared-field";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { pdfsig, qpdfCheck } from "@/lib/pdf/testing/outside-tools";
import { pdfaComplaints } from "@/lib/pdf/testing/pdfa-judge";
import { standardPdf, type StandardSpec } from "@/lib/pdf/testing/standard-pdf";
import { uaComplaints } from "@/lib/pdf/testing/ua-judge";
import { signFields } from "./sign-fields";

const OTHER_UUID = "0198f7a2-9999-4222-8333-444455556666";
const TAGGED: StandardSpec = { part: 2, intent: "rgb", isUa: true };

let authority: TestAuthority;
let tsa: TsaAuthority;
beforeAll(async () => {
  authority = await makeTestAuthority();
  tsa = await makeTsaAuthority();
});
afterAll(() => tsa.remove());

/** Visibly signed elsewhere before the upload, without a certification. */
async function signedBefore(spec: StandardSpec): Promise<Buffer> {
  const base = standardPdf(spec);
  const box = { leftPt: 300, topPt: 80, widthPt: 120, heightPt: 50 };
  const signers = [{ signRequestId: 9, fields: [{ fieldId: 9, type: "signature" as const, pageIndex: 0, box }] }];
  const { tail } = prepareDocument(fromBuffer(base), {
    fileUuid: OTHER_UUID,
    signers,
    maxPages: 9,
    expectedSha256: null,
  });
  const prepared = Buffer.concat([base, tail]);
  const input = {
    fieldName: signatureFieldName(OTHER_UUID, 9),
    content: { kind: "image" as const, image: null, lines: ["Before"] },
    fills: [],
    images: {},
    signedAt: SIGNED_AT,
    name: null,
    reason: null,
    expectedSha256: null,
  };
  const signed = await signFields(fromBuffer(prepared), input, (await authority.issue("Before")).makeCms);
  return Buffer.concat([prepared, signed.tail]);
}

describe.each([
  ["tagged PDF/A-2b", TAGGED],
  ["tagged PDF/A-1b @exhaustive", { part: 1, intent: "gray", isTagged: true }],
  ["PDF/A-3b @exhaustive", { part: 3, intent: null }],
] as [string, StandardSpec][])("a %s that was signed before", (_name, spec) => {
  let document: GrowingDocument;
  beforeAll(async () => {
    document = await completeDocument(await signedBefore(spec), authority, await tokenPlanOf(tsa), { isSigned: true });
  });

  test("keeps the verdict of the earlier signature after each of our revisions", () => {
    const earlier = document.states.slice(1).map((state) => verifyPdf(fromBuffer(state)).signatures[0]);
    expect(earlier.map((signature) => signature?.verdict)).toEqual(earlier.map(() => "intact_later_allowed"));
    expect(
      earlier.flatMap((signature) => (signature?.changes.level === "not_permitted" ? signature.changes.items : [])),
    ).toEqual([]);
    expect(
      pdfsig(document.bytes)
        .filter(({ isSigned, coversAll }) => isSigned && !coversAll)
        .filter(({ isValid }) => isValid),
    ).toHaveLength(4);
  });

  test("conforms to its standards once it is complete", () => {
    expect(pdfaComplaints(document.bytes)).toEqual([]);
    expect(spec.isUa === true ? uaComplaints(document.bytes) : []).toEqual([]);
    expect(qpdfCheck(document.bytes)).toBe(0);
  });

  test("gets no appearance in a visible field before its signature, since it would be unsigned", () => {
    const [, prepared] = document.states;
    const withoutAppearance = pdfaComplaints(prepared ?? Buffer.alloc(0));
    expect(withoutAppearance).toHaveLength(1);
    expect(withoutAppearance[0]).toMatch(/^6\.9\/6\.3\.3 \d+ 0 R: no appearance$/);
  });
});
