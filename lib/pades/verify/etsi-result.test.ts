import { describe, expect, test } from "vitest";
import { etsiResult, type EtsiFacts } from "@/lib/pades/verify/trust/assess-signatures";

const [early, middle, late] = ["2026-01-01", "2026-02-01", "2026-03-01"].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
];
const good: EtsiFacts = {
  verdict: "intact",
  failure: null,
  timestampsOutOfOrder: false,
  chain: "ours",
  pathProblems: new Set(),
  expiresAt: late,
  provenAt: null,
  notBefore: null,
  revocation: { status: "good", isOfSigner: true, revokedAt: null },
};
const revoked = (changes: Partial<EtsiFacts["revocation"]> = {}): EtsiFacts["revocation"] => ({
  status: "revoked",
  isOfSigner: true,
  revokedAt: middle,
  ...changes,
});

/** A row: the facts found, and the terms of ETSI EN 319 102-1 for them. */
const rows: [string, Partial<EtsiFacts>, string, string | null][] = [
  ["a path to an anchor and good revocation", {}, "TOTAL_PASSED", null],
  [
    "the same where nothing can be revoked",
    { revocation: { status: "not_needed", isOfSigner: true, revokedAt: null } },
    "TOTAL_PASSED",
    null,
  ],
  ["later changes that are allowed", { verdict: "intact_later_allowed", chain: "known" }, "TOTAL_PASSED", null],
  ["another digest", { verdict: "invalid", failure: "hash" }, "TOTAL_FAILED", "HASH_FAILURE"],
  ["another signature value", { verdict: "invalid", failure: "crypto" }, "TOTAL_FAILED", "SIG_CRYPTO_FAILURE"],
  ["a broken CMS", { verdict: "invalid", failure: "format" }, "TOTAL_FAILED", "FORMAT_FAILURE"],
  ["a ByteRange that does not fit", { verdict: "invalid" }, "TOTAL_FAILED", "FORMAT_FAILURE"],
  ["a change that is not allowed", { verdict: "modified" }, "TOTAL_FAILED", "FORMAT_FAILURE"],
  [
    "no signer's certificate",
    { verdict: "invalid", failure: "certificate", chain: "unknown" },
    "INDETERMINATE",
    "NO_SIGNING_CERTIFICATE_FOUND",
  ],
  ["SHA-1 and a change", { verdict: "modified", failure: "algorithm" }, "TOTAL_FAILED", "FORMAT_FAILURE"],
  ["SHA-1", { verdict: "unsupported", failure: "algorithm" }, "INDETERMINATE", "CRYPTO_CONSTRAINTS_FAILURE_NO_POE"],
  ["a kind of signature that is not supported", { verdict: "unsupported" }, "INDETERMINATE", null],
  [
    "a document timestamp older than what it covers",
    { timestampsOutOfOrder: true },
    "INDETERMINATE",
    "TIMESTAMP_ORDER_FAILURE",
  ],
  [
    "a path that breaks a rule",
    { chain: "unknown", pathProblems: new Set(["constraint"] as const) },
    "INDETERMINATE",
    "CERTIFICATE_CHAIN_GENERAL_FAILURE",
  ],
  ["no anchor", { chain: "unknown" }, "INDETERMINATE", "NO_CERTIFICATE_CHAIN_FOUND"],
  [
    "a certificate for servers",
    { pathProblems: new Set(["usage"] as const) },
    "INDETERMINATE",
    "CHAIN_CONSTRAINTS_FAILURE",
  ],
  ["revoked, and nothing proves when it was signed", { revocation: revoked() }, "INDETERMINATE", "REVOKED_NO_POE"],
  ["revoked before the proven time", { revocation: revoked(), provenAt: late }, "INDETERMINATE", "REVOKED_NO_POE"],
  ["revoked after the proven time", { revocation: revoked(), provenAt: early }, "TOTAL_PASSED", null],
  ["an authority revoked", { revocation: revoked({ isOfSigner: false }) }, "INDETERMINATE", "REVOKED_CA_NO_POE"],
  ["revoked before the content was stamped", { revocation: revoked(), notBefore: late }, "TOTAL_FAILED", "REVOKED"],
  [
    "proven before the certificate began",
    { pathProblems: new Set(["not_yet_valid"] as const), provenAt: early },
    "TOTAL_FAILED",
    "NOT_YET_VALID",
  ],
  [
    "not yet valid, nothing proven",
    { pathProblems: new Set(["not_yet_valid"] as const) },
    "INDETERMINATE",
    "OUT_OF_BOUNDS_NO_POE",
  ],
  [
    "signed after the certificate ended, by a content timestamp",
    { pathProblems: new Set(["expired"] as const), expiresAt: early, notBefore: middle },
    "TOTAL_FAILED",
    "EXPIRED",
  ],
  [
    "expired, known not to have been revoked",
    { pathProblems: new Set(["expired"] as const) },
    "INDETERMINATE",
    "OUT_OF_BOUNDS_NOT_REVOKED",
  ],
  [
    "expired, revocation unknown",
    {
      pathProblems: new Set(["expired"] as const),
      revocation: { status: "unknown", isOfSigner: true, revokedAt: null },
    },
    "INDETERMINATE",
    "OUT_OF_BOUNDS_NO_POE",
  ],
  [
    "a key too short",
    { pathProblems: new Set(["weak"] as const) },
    "INDETERMINATE",
    "CRYPTO_CONSTRAINTS_FAILURE_NO_POE",
  ],
  ["something that was not checked", { pathProblems: new Set(["note"] as const) }, "TOTAL_PASSED", null],
  [
    "revocation unknown",
    { revocation: { status: "unknown", isOfSigner: true, revokedAt: null } },
    "INDETERMINATE",
    "TRY_LATER",
  ],
];

describe("the indication of ETSI EN 319 102-1 for", () => {
  test.each(rows)("%s", (_what, changes, indication, subIndication) => {
    expect(etsiResult({ ...good, ...changes })).toEqual({ indication, subIndication });
  });
});
