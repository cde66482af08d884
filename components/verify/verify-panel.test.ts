import { expect, test } from "vitest";
import type { Report } from "./result/verification";
import { samenessOf } from "./verify-panel";

const expected = { uuid: "2bb2a436-6e41-4de9-ac60-6ea65f41d153", current: "now", original: "first" };
const report = (sha256: string, ...signatures: object[]) => ({ sha256, signatures }) as unknown as Report;
const ours = {
  field: `paraph-${expected.uuid}-s1`,
  role: "person",
  chain: "ours",
  cms: { status: "valid" },
  verdict: "intact",
  reason: null,
  signer: null,
  signedRevision: null,
};

test.each([
  ["the same bytes", report("now"), "same"],
  ["the upload", report("first"), "original_copy"],
  ["our file with more behind it", report("x", { ...ours, signedRevision: { end: 1, sha256: "now" } }), "extended"],
  ["signatures of this document by keys of ours", report("x", ours), "version"],
  [
    "the seal of this document's evidence",
    report("x", {
      ...ours,
      field: `paraph-${expected.uuid}-seal`,
      role: "evidence",
    }),
    "evidence",
  ],
  ["a field of that name filled with somebody else's key", report("x", { ...ours, chain: "unknown" }), "different"],
  [
    "a signature of ours that does not fit the bytes",
    report("x", { ...ours, cms: { status: "invalid" } }),
    "different",
  ],
  [
    "another document of ours",
    report("x", { ...ours, field: "paraph-0b8f7a52-6f0e-4c1d-9d3a-2a1f6f1c9e01-s1" }),
    "different",
  ],
])("recognises a copy with %s", (_what, copy, sameness) => {
  expect(samenessOf(copy, expected)).toBe(sameness);
});
