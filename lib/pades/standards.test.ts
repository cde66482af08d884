import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestAuthority, type TestAuthority } from "@/lib/pades/testing/certificates";
import { completeDocument, tokenPlanOf } from "@/lib/pades/testing/complete-document";
import type { TokenPlan } from "@/lib/pades/testing/make-token";
import type { GrowingDocument } from "@/lib/pades/testing/sign-document";
import { makeTsaAuthority, type TsaAuthority } from "@/lib/pades/testing/tsa-authority";
import { verifyPdf } from "@/lib/pades/verify/verify-pdf";
import { ingestUpload } from "@/lib/pdf/ingest/ingest";
import { fromBuffer } from "@/lib/pdf/syntax/byte-source";
import { mutoolWarnings, pdfsig, qpdfCheck, qpdfRewrite } from "@/lib/pdf/testing/outside-tools";
import { metadataComplaints, pdfaComplaints } from "@/lib/pdf/testing/pdfa-judge";
import { standardPdf, type StandardSpec } from "@/lib/pdf/testing/standard-pdf";
import { uaComplaints } from "@/lib/pdf/testing/ua-judge";

let authority: TestAuthority;
let tsa: TsaAuthority;
let plan: TokenPlan;
beforeAll(async () => {
  authority = await makeTestAuthority();
  tsa = await makeTsaAuthority();
  plan = await tokenPlanOf(tsa);
});
afterAll(() => tsa.remove());

interface Input {
  name: string;
  spec: StandardSpec;
  /** As rewritten by qpdf with object streams, which PDF/A-2 permits. */
  hasStreams?: boolean;
}

const INPUTS: Input[] = [
  { name: "PDF/A-1b for RGB", spec: { part: 1, intent: "rgb" } },
  { name: "PDF/A-1b for CMYK", spec: { part: 1, intent: "cmyk" } },
  { name: "PDF/A-1b for grey", spec: { part: 1, intent: "gray" } },
  { name: "PDF/A-1b without an output intent", spec: { part: 1, intent: null } },
  { name: "PDF/A-1b, tagged, with a form", spec: { part: 1, intent: "rgb", isTagged: true, hasForm: true } },
  { name: "PDF/A-2b for RGB", spec: { part: 2, intent: "rgb" } },
  { name: "PDF/A-2b for CMYK", spec: { part: 2, intent: "cmyk" } },
  { name: "PDF/A-2b without an output intent, with object streams", spec: { part: 2, intent: null }, hasStreams: true },
  { name: "PDF/A-2b and PDF/UA-1", spec: { part: 2, intent: "rgb", isUa: true } },
  { name: "PDF/A-3b for grey, with a form", spec: { part: 3, intent: "gray", hasForm: true } },
  { name: "PDF/UA-1", spec: { part: null, intent: null, isUa: true } },
  {
    name: "PDF/UA-1 with a form, in Portuguese",
    spec: { part: null, intent: null, isUa: true, hasForm: true, lang: "pt-BR" },
  },
];

function upload({ spec, hasStreams }: Input): Buffer {
  const written = standardPdf(spec);
  return hasStreams === true ? qpdfRewrite(written, "--object-streams=generate") : written;
}

/** As ingested by the product: the form of an unsigned file is flattened. */
function takenIn(base: Buffer): Buffer {
  const step = ingestUpload(fromBuffer(base), "uploaded");
  const frozen = step.kind === "ready" ? step.frozen : null;
  return frozen === null ? base : Buffer.concat([base, frozen.tail]);
}

function complaints({ spec }: Input, pdf: Buffer): string[] {
  const isTagged = spec.isUa === true || spec.isTagged === true;
  const ofUa = isTagged ? uaComplaints(pdf) : [];
  // PDF 1.4 has no structure type Annot.
  const known = spec.part === 1 ? ofUa.filter((complaint) => !complaint.endsWith("in a /Form")) : ofUa;
  return [...(spec.part === null ? [] : pdfaComplaints(pdf)), ...known];
}

/** The quick run takes one input of PDF/A and, with a custom appearance, one of PDF/UA. */
const LOOKS = INPUTS.flatMap((input, index) => [
  { ...input, isStyled: false, name: `${input.name}${index === 0 ? "" : " @exhaustive"}` },
  {
    ...input,
    isStyled: true,
    name: `${input.name}, with a template and a verification mark${index === 10 ? "" : " @exhaustive"}`,
  },
]);

// Vitest cuts `$name` after 40 characters, which would remove the mark.
describe.each(LOOKS.map((look) => [look.name, look] as const))("%s", (_name, input) => {
  let base: Buffer;
  let document: GrowingDocument;
  beforeAll(async () => {
    base = upload(input);
    document = await completeDocument(takenIn(base), authority, plan, input);
  });

  test("conforms before our first revision", () => {
    expect(complaints(input, base)).toEqual([]);
    expect(qpdfCheck(base)).toBe(0);
  });

  test("conforms after each of our revisions", () => {
    document.states.forEach((state) => expect(complaints(input, state)).toEqual([]));
    expect(metadataComplaints(base, document.bytes)).toEqual([]);
  });

  test("is valid for qpdf, MuPDF and poppler, and intact for us", () => {
    document.states.forEach((state) => expect(qpdfCheck(state)).toBe(0));
    expect(mutoolWarnings(document.bytes)).toBe("");
    const verdicts = pdfsig(document.bytes).filter(({ isSigned, coversAll }) => isSigned && !coversAll);
    expect(verdicts.filter(({ isValid }) => isValid)).toHaveLength(4);
    expect(verifyPdf(fromBuffer(document.bytes)).signatures.map(({ verdict }) => verdict)).toEqual([
      ...Array(5).fill("intact_later_allowed"),
      "intact",
    ]);
  });

  test("draws the mark as an artifact of the page, and states reason and location when set", () => {
    const written = qpdfRewrite(document.bytes, "--qdf").toString("latin1");
    const present = [/\/Artifact BMC q [-\d. ]+ cm \/ParaphMark Do Q EMC/, /\/Reason \(I agree/, /\/Location/];
    expect(present.map((pattern) => pattern.test(written))).toEqual(Array(3).fill(input.isStyled));
  });

  test("declares ETSI's extension once, from the preparation on", () => {
    const [, prepared] = document.states;
    expect(prepared?.toString("latin1")).toContain("/ESIC<</BaseVersion/1.7/ExtensionLevel 5>>");
    expect(
      qpdfRewrite(document.bytes, "--qdf")
        .toString("latin1")
        .match(/\/ESIC/g),
    ).toHaveLength(1);
  });
});
