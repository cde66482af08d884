import { expect, test } from "vitest";
import { earlierEvidenceReason, evidenceReason } from "@/lib/evidence/event-text";
import type { Notice, SignatureRecord, VerificationReport } from "@/lib/pades/verify/report";
import { sealFieldName } from "@/lib/pdf/fields/prepared-field";
import { checkEvidence } from "./compare";

const uuid = "0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01";
const head = "ab".repeat(32);
const field = sealFieldName(uuid);

function sealed(reason: string, ...notices: Notice[]): VerificationReport {
  const seal = { field, reason, coverage: "whole_file", verdict: "intact", explanation: "" } as SignatureRecord;
  return {
    verdict: "intact",
    sha256: "",
    signatures: [seal],
    warnings: [],
    warningFindings: [],
    notices,
    completeness: { code: "complete", file: uuid },
  };
}

test("accepts evidence for the document and audit trail in its reason, in the words of this version or an earlier one", () => {
  for (const reason of [evidenceReason(uuid, head), earlierEvidenceReason(uuid, head)]) {
    expect(checkEvidence({ uuid, head }, sealed(reason))).toEqual([]);
    expect(checkEvidence({ uuid, head: "cd".repeat(32) }, sealed(reason))).toEqual([
      "the evidence document was made for another document or another audit trail",
    ]);
  }
});

test("reports an altered timestamp beside the seal of the evidence, and an attribute of an unknown kind", () => {
  const notices: Notice[] = [
    { code: "timestamp_not_credited", field, problem: "the timestamp was made for other bytes" },
    { code: "unsigned_attribute_unknown", field, oid: "1.2.3" },
  ];
  expect(checkEvidence({ uuid, head }, sealed(evidenceReason(uuid, head), ...notices))).toEqual([
    "the timestamp of the evidence document’s seal is invalid: the timestamp was made for other bytes",
    "the evidence document’s seal has an unknown unsigned attribute, 1.2.3",
  ]);
});
