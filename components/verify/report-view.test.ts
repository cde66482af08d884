import { expect, test } from "vitest";
import { outcomeOf } from "@/lib/pades/verify/report/report";
import { proofsOf } from "./result/verdict";
import type { Report, SignatureRecord } from "./result/verification";

function record(parts: Partial<SignatureRecord> = {}): SignatureRecord {
  return {
    field: "a",
    kind: "signature",
    role: "person",
    verdict: "intact",
    decidedBy: { code: "nothing_changed", params: {}, text: "" },
    chain: "ours",
    reason: null,
    signer: null,
    etsi: { indication: "INDETERMINATE", subIndication: null },
    timestamp: { status: "none" },
    revocation: { status: "not_needed" },
    ...parts,
  } as SignatureRecord;
}
const of = (verdict: Report["verdict"], ...signatures: SignatureRecord[]) => ofFile(null, verdict, ...signatures);
const ofFile = (completeness: Report["completeness"], verdict: Report["verdict"], ...signatures: SignatureRecord[]) =>
  proofsOf({
    verdict,
    outcome: outcomeOf({ verdict, notices: [], completeness, warningFindings: [] }),
    signatures,
    sha256: "",
    warnings: [],
    warningFindings: [],
    notices: [],
    completeness,
  });

test("never claims to prove identity, understanding or legal effect", () => {
  for (const signature of [
    record(),
    record({ chain: "unknown" }),
    record({ chain: "known", timestamp: { status: "valid" } as SignatureRecord["timestamp"] }),
  ]) {
    expect(of("intact", signature).limits).toEqual(expect.arrayContaining(["identity", "understood", "legal"]));
  }
});

test("treats a time without a timestamp as this service's clock for our signatures, and as a claim for others'", () => {
  expect(of("intact", record()).limits).toContain("clock");
  expect(of("intact", record({ chain: "unknown" })).limits).toContain("claimed");
  expect(of("intact", record({ timestamp: { status: "valid" } as SignatureRecord["timestamp"] })).limits).not.toEqual(
    expect.arrayContaining(["clock"]),
  );
});

test("proves for a changed file that it changed and that its signatures do not cover it", () => {
  const { proofs, limits } = of(
    "invalid",
    record({ verdict: "invalid", etsi: { indication: "TOTAL_FAILED", subIndication: "HASH_FAILURE" } }),
  );
  expect(proofs).toEqual(["bytes_changed"]);
  expect(limits).toEqual(["who_changed"]);
});

test("does not let one good signature vouch for a file with a bad one", () => {
  expect(
    of(
      "modified",
      record(),
      record({ verdict: "modified", decidedBy: { code: "page_replaced", params: { page: 2 }, text: "" } }),
    ).proofs,
  ).not.toEqual(expect.arrayContaining(["whole"]));
});

test("proves nothing for a file without a signature", () => {
  expect(of("none")).toEqual({ proofs: ["nothing_signed"], limits: ["nothing"] });
});

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";
const seal = (parts: Partial<SignatureRecord> = {}) =>
  record({ field: `paraph-${uuid}-seal`, role: "sealed", ...parts });
const stampOf = (chain: SignatureRecord["chain"]) => ({ status: "valid", chain }) as SignatureRecord["timestamp"];
const revoked = { status: "revoked" } as SignatureRecord["revocation"];

test("does not claim that everyone has signed an unsealed document, or that nothing followed", () => {
  const signed = record({ field: `paraph-${uuid}-s1` });
  expect(
    ofFile({ code: "incomplete", file: uuid, signed: 1, prepared: 2, sealed: false }, "intact", signed).limits,
  ).toContain("unfinished");
  expect(ofFile({ code: "complete", file: uuid }, "intact_later_allowed", signed, seal()).limits).not.toContain(
    "unfinished",
  );
  expect(of("intact", record({ field: "Signature1", chain: "unknown" })).limits).not.toContain("unfinished");
});

test("proves no time by an unknown authority's timestamp", () => {
  expect(of("intact", record({ timestamp: stampOf("unknown") }))).toMatchObject({
    proofs: ["whole", "ours"],
    limits: expect.arrayContaining(["unknown_authority"]) as unknown,
  });
  for (const chain of ["ours", "known"] as const) {
    const { proofs, limits } = of("intact", record({ timestamp: stampOf(chain) }));
    expect(proofs).toContain("timestamp");
    expect(limits).not.toContain("unknown_authority");
  }
});

test("lists a revoked certificate as a limit, and proves no completion by a seal with one", () => {
  const { proofs, limits } = of(
    "intact_later_allowed",
    record({ field: `paraph-${uuid}-s1` }),
    seal({ revocation: revoked }),
  );
  expect(proofs).not.toContain("sealed");
  expect(limits).toContain("revoked");
  expect(of("intact_later_allowed", record({ field: `paraph-${uuid}-s1` }), seal()).proofs).toContain("sealed");
});

test("proves that a file is an evidence document, not that it is the completed document", () => {
  const { proofs, limits } = of("intact", seal({ role: "evidence" }));
  expect(proofs).toEqual(["evidence"]);
  expect(limits).toEqual(["record"]);
});
