import { expect, test } from "vitest";
import { toReported } from "@/lib/pades/verify/report/finding-text";
import { finding } from "@/lib/pades/verify/report/findings";
import {
  noTimestamp,
  type Notice,
  type SignatureRecord,
  type VerificationReport,
} from "@/lib/pades/verify/report/report";
import { sealFieldName } from "@/lib/pdf/fields/prepared-field";
import { earlierEvidenceReason, evidenceReason } from "@/lib/platform/signed-texts";
import { checkEvidence } from "./compare";

const uuid = "0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01";
const head = "ab".repeat(32);
const field = sealFieldName(uuid);

const stampFindings = [toReported(finding("timestamp_of_other_bytes"))];

function sealed(reason: string, ...notices: Notice[]): VerificationReport {
  const timestamp = { ...noTimestamp, findings: stampFindings };
  const seal = { field, reason, coverage: "whole_file", verdict: "intact", timestamp } as SignatureRecord;
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
      { code: "evidence_of_another_document", params: {} },
    ]);
  }
});

test("reports an altered timestamp beside the seal of the evidence, and an attribute of an unknown kind", () => {
  const notices: Notice[] = [
    { code: "timestamp_not_credited", field, problem: "the timestamp was made for other bytes" },
    { code: "unsigned_attribute_unknown", field, oid: "1.2.3" },
  ];
  expect(checkEvidence({ uuid, head }, sealed(evidenceReason(uuid, head), ...notices))).toEqual([
    { code: "evidence_timestamp_invalid", params: { findings: stampFindings } },
    { code: "evidence_attribute_unknown", params: { oid: "1.2.3" } },
  ]);
});
