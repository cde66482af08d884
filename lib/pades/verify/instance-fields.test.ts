import { expect, test } from "vitest";
import { noFindings } from "@/lib/pades/verify/findings";
import { refuseForeignKeys, type InstanceSignature } from "@/lib/pades/verify/instance-fields";
import { sealFieldName, signatureFieldName, timestampFieldName } from "@/lib/pdf/fields/field-names";

const uuid = "0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01";

function problemsOf(field: string, isTimestamp: boolean): string[] {
  const signature: InstanceSignature = { field, isTimestamp, certifies: false, chain: "unknown", signer: null, certificates: [], reason: null, findings: noFindings() };
  refuseForeignKeys([signature], true);
  return signature.findings.modified;
}

test.each([signatureFieldName(uuid, 11), sealFieldName(uuid)])("a timestamp in %s, which was prepared for a signature, is a modification whoever made it", (field) => {
  expect(problemsOf(field, true)).toEqual(["a field that Paraph prepared for a signer was filled with a timestamp"]);
});

test("a timestamp in a field that was added for it is none, from whatever authority", () => {
  expect(problemsOf(timestampFieldName(uuid, 1), true)).toEqual([]);
  expect(problemsOf("Timestamp1", true)).toEqual([]);
});
