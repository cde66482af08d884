import { expect, test } from "vitest";
import { causeOf, headlineOf } from "./cause-of";
import type { Report } from "./verification";

const record = (verdict: string, explanation = "", subIndication: string | null = null) => ({ verdict, explanation, etsi: { indication: "TOTAL_FAILED", subIndication } }) as Report["signatures"][number];
const changed = record("invalid", "the signed bytes were changed: the digest does not match", "HASH_FAILURE");
const foreign = record("modified", "a field that Paraph prepared was filled with a key of somebody else");

test("signed bytes that were altered are a change after signing; a broken signature is not", () => {
  expect(causeOf(changed)).toBe("bytes_changed");
  expect(causeOf(record("invalid", "the signature's Contents is not hexadecimal", "FORMAT_FAILURE"))).toBe("invalid");
});

test("a prepared field that is filled with another service's key is told from a document that was changed", () => {
  expect(causeOf(foreign)).toBe("foreign_key");
  expect(causeOf(record("modified", "page 2 was replaced"))).toBe("modified");
});

test("a file is headed by the cause only when all its worst signatures share it", () => {
  const report = (verdict: string, ...signatures: Report["signatures"]) => ({ verdict, signatures }) as Report;
  expect(headlineOf(report("invalid", changed, record("intact"), changed))).toBe("bytes_changed");
  expect(headlineOf(report("invalid", changed, record("invalid", "", "FORMAT_FAILURE")))).toBe("invalid");
  expect(headlineOf(report("modified", foreign, record("modified", "page 2 was replaced")))).toBe("modified");
  expect(headlineOf(report("none"))).toBe("none");
});

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";
const ours = (place: string, parts: object = {}) => ({ ...record("intact"), field: `paraph-${uuid}-${place}`, kind: "signature", chain: "ours", reason: null, signer: null, ...parts }) as Report["signatures"][number];
const sound = (...signatures: Report["signatures"]) => headlineOf({ verdict: "intact", signatures });

test("a document of ours that was cut back to before its seal is never plainly valid", () => {
  expect(sound(ours("certify"), ours("s1"))).toBe("unfinished");
  expect(sound(ours("s1"))).toBe("unfinished");
  expect(sound(ours("certify"))).toBe("unsigned");
  expect(sound(ours("certify"), ours("s1"), ours("seal", { field: `paraph-${uuid.replace("2", "3")}-seal` }))).toBe("unfinished");
});

test("a sealed document, and what others made, keep the verdict's words", () => {
  expect(sound(ours("certify"), ours("s1"), ours("seal"))).toBe("intact");
  expect(sound(ours("x", { field: "Signature1", chain: "unknown" }))).toBe("intact");
  expect(headlineOf({ verdict: "modified", signatures: [ours("s1", { verdict: "modified" })] })).toBe("modified");
});

test("an evidence document is headed as one", () => {
  expect(sound(ours("seal", { reason: `Evidence for document ${uuid}. Audit trail head: sha256:00` }))).toBe("evidence");
});
