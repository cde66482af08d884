import { expect, test } from "vitest";
import { proofsOf } from "./report-view";
import type { Report, SignatureRecord } from "./verification";

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
  proofsOf({ verdict, signatures, sha256: "", warnings: [], warningFindings: [], notices: [], completeness });

test("no result ever proves who somebody is, that they understood, or what the law makes of it", () => {
  for (const signature of [
    record(),
    record({ chain: "unknown" }),
    record({ chain: "known", timestamp: { status: "valid" } as SignatureRecord["timestamp"] }),
  ]) {
    expect(of("intact", signature).limits).toEqual(expect.arrayContaining(["identity", "understood", "legal"]));
  }
});

test("a time without a timestamp is this service's clock for our signatures, a claim for others'", () => {
  expect(of("intact", record()).limits).toContain("clock");
  expect(of("intact", record({ chain: "unknown" })).limits).toContain("claimed");
  expect(of("intact", record({ timestamp: { status: "valid" } as SignatureRecord["timestamp"] })).limits).not.toEqual(
    expect.arrayContaining(["clock"]),
  );
});

test("a file that was changed proves that, and that its signatures do not stand for it", () => {
  const { proofs, limits } = of(
    "invalid",
    record({ verdict: "invalid", etsi: { indication: "TOTAL_FAILED", subIndication: "HASH_FAILURE" } }),
  );
  expect(proofs).toEqual(["bytes_changed"]);
  expect(limits).toEqual(["who_changed"]);
});

test("one good signature beside a bad one does not vouch for the file", () => {
  expect(
    of(
      "modified",
      record(),
      record({ verdict: "modified", decidedBy: { code: "page_replaced", params: { page: 2 }, text: "" } }),
    ).proofs,
  ).not.toEqual(expect.arrayContaining(["whole"]));
});

test("a file without a signature proves nothing", () => {
  expect(of("none")).toEqual({ proofs: ["nothing_signed"], limits: ["nothing"] });
});

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";
const seal = (parts: Partial<SignatureRecord> = {}) =>
  record({ field: `paraph-${uuid}-seal`, role: "sealed", ...parts });
const stampOf = (chain: SignatureRecord["chain"]) => ({ status: "valid", chain }) as SignatureRecord["timestamp"];
const revoked = { status: "revoked" } as SignatureRecord["revocation"];

test("a prepared document without its seal does not show that everybody has signed, or that nothing came later", () => {
  const signed = record({ field: `paraph-${uuid}-s1` });
  expect(
    ofFile({ code: "incomplete", file: uuid, signed: 1, prepared: 2, sealed: false }, "intact", signed).limits,
  ).toContain("unfinished");
  expect(ofFile({ code: "complete", file: uuid }, "intact_later_allowed", signed, seal()).limits).not.toContain(
    "unfinished",
  );
  expect(of("intact", record({ field: "Signature1", chain: "unknown" })).limits).not.toContain("unfinished");
});

test("a timestamp of an authority that nobody here knows proves no time", () => {
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

test("a certificate that was taken back is a limit, and a seal by one proves no completion", () => {
  const { proofs, limits } = of(
    "intact_later_allowed",
    record({ field: `paraph-${uuid}-s1` }),
    seal({ revocation: revoked }),
  );
  expect(proofs).not.toContain("sealed");
  expect(limits).toContain("revoked");
  expect(of("intact_later_allowed", record({ field: `paraph-${uuid}-s1` }), seal()).proofs).toContain("sealed");
});

test("an evidence document proves what it is, not that it is the document that was closed", () => {
  const { proofs, limits } = of("intact", seal({ role: "evidence" }));
  expect(proofs).toEqual(["evidence"]);
  expect(limits).toEqual(["record"]);
});
