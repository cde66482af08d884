import { expect, test } from "vitest";
import type { Report, SignatureRecord } from "@/components/verify/result/verification";
import { brokenBefore, comparable, firstOf, pairPages } from "./versions";

const record = (field: string, end: number | null, parts: object = {}) =>
  ({
    field,
    kind: "signature",
    role: "person",
    chain: "unknown",
    verdict: "intact_later_allowed",
    changes: { level: "permitted", items: [], findings: [] },
    signedRevision: end === null ? null : { end, sha256: "" },
    ...parts,
  }) as unknown as SignatureRecord;
const report = (...signatures: SignatureRecord[]) => ({ signatures }) as Report;

test("compares a version that is part of the file with intact signed bytes", () => {
  const versions = comparable(
    report(record("a", 10), record("b", 100), record("c", null), record("d", 20, { verdict: "invalid" })),
    100,
  );
  expect(versions.map(({ signature }) => signature.field)).toEqual(["a"]);
});

test("shows the last broken version first, or the first person's if none is broken", () => {
  const broken = { verdict: "modified", changes: { level: "not_permitted", items: [], findings: [] } };
  expect(
    firstOf(comparable(report(record("a", 10), record("b", 20, broken), record("c", 30, broken), record("d", 40)), 100))
      ?.signature.field,
  ).toBe("c");
  expect(
    firstOf(comparable(report(record("t", 10, { kind: "doc_timestamp" }), record("b", 20)), 100))?.signature.field,
  ).toBe("b");
  expect(firstOf([])).toBeUndefined();
});

test("goes from a broken version without visible difference to the one before, and stops at the first", () => {
  const broken = { verdict: "modified", changes: { level: "not_permitted", items: [], findings: [] } };
  const versions = comparable(report(record("a", 10, broken), record("b", 20), record("c", 30, broken)), 100);
  const [a, , c] = versions;
  expect(c && brokenBefore(versions, c)?.signature.field).toBe("a");
  expect(a && brokenBefore(versions, a)).toBeUndefined();
});

const pairsOf = (signed: string, now: string) =>
  pairPages(signed.split(""), now.split(""))
    .map((pair) => `${pair.signed ?? "-"}${pair.now ?? "-"}`)
    .join(" ");

test.each([
  ["no page was touched", "abc", "abc", "11 22 33"],
  ["a page was put in front", "abc", "xabc", "-1 12 23 34"],
  ["a page was put in the middle", "abc", "axbc", "11 -2 23 34"],
  ["a page was taken out", "abc", "ac", "11 2- 32"],
  ["the last pages were taken out", "abc", "a", "11 2- 3-"],
  ["two pages changed places", "abc", "bac", "21 12 33"],
  ["a page was replaced by another object", "abc", "axc", "11 22 33"],
  ["all pages were rewritten", "abc", "xyz", "11 22 33"],
  ["a page occurs twice", "aab", "aab", "11 22 33"],
  ["a page was shown a second time", "ab", "aba", "11 22 -3"],
])("pairs pages where %s", (_what, signed, now, pairs) => {
  expect(pairsOf(signed, now)).toBe(pairs);
});
