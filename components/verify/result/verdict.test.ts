import { expect, test } from "vitest";
import { outcomeOf } from "@/lib/pades/verify/report/report";
import type { FindingCode } from "./finding-message";
import { causeOf, headlineOf as headlineOfOutcome, isUncompared, lookOf, needsReview } from "./verdict";
import type { Report } from "./verification";

type Judged = Pick<Report, "verdict" | "signatures" | "notices" | "completeness"> &
  Partial<Pick<Report, "warningFindings">>;
const headlineOf = ({ warningFindings = [], ...report }: Judged) =>
  headlineOfOutcome({
    ...report,
    warningFindings,
    outcome: outcomeOf({ ...report, warningFindings } as Parameters<typeof outcomeOf>[0]),
  });
const record = (verdict: string, code: FindingCode = "nothing_changed", subIndication: string | null = null) =>
  ({
    verdict,
    role: "person",
    decidedBy: { code, params: {}, text: "" },
    etsi: { indication: "TOTAL_FAILED", subIndication },
  }) as Report["signatures"][number];
const changed = record("invalid", "digest_mismatch", "HASH_FAILURE");
const foreign = record("modified", "prepared_field_foreign_key");

test("reports altered signed bytes as a change after signing, but not a broken signature", () => {
  expect(causeOf(changed)).toBe("bytes_changed");
  expect(causeOf(record("invalid", "contents_not_hexadecimal", "FORMAT_FAILURE"))).toBe("invalid");
});

test("does not report a prepared field signed with another service's key as a changed document", () => {
  expect(causeOf(foreign)).toBe("foreign_key");
  expect(causeOf(record("modified", "page_replaced"))).toBe("modified");
});

test("gives a page that only looks different its own cause, which is the file's headline", () => {
  const overruled = {
    ...record("modified", "page_looks_different"),
    pictures: { code: "different", overrules: true, readers: [], places: [] },
  } as Report["signatures"][number];
  expect(causeOf(overruled)).toBe("looks_changed");
  expect(causeOf({ ...overruled, pictures: { code: "different", overrules: false, readers: [], places: [] } })).toBe(
    "modified",
  );
  expect(
    headlineOf({ verdict: "modified", signatures: [overruled, record("intact")], notices: [], completeness: null }),
  ).toBe("looks_changed");
});

test("uses a cause as headline only if all the worst signatures share it", () => {
  const report = (verdict: string, ...signatures: Report["signatures"]) =>
    ({ verdict, signatures, notices: [], completeness: null }) as unknown as Report;
  expect(headlineOf(report("invalid", changed, record("intact"), changed))).toBe("bytes_changed");
  expect(headlineOf(report("invalid", changed, record("invalid", "badly_encoded", "FORMAT_FAILURE")))).toBe("invalid");
  expect(headlineOf(report("modified", foreign, record("modified", "page_replaced")))).toBe("modified");
  expect(headlineOf(report("none"))).toBe("none");
});

test("reports fields filled after a signature, and is not green then", () => {
  const headline = (code: FindingCode) =>
    headlineOf({
      verdict: "intact_later_allowed",
      signatures: [record("intact_later_allowed")],
      warningFindings: [{ code, params: {}, text: "" }],
      notices: [],
      completeness: null,
    });
  expect(headline("field_filled_since")).toBe("filled");
  expect(headline("filled_field_covers")).toBe("filled");
  expect(headline("later_signature_covers")).toBe("intact_later_allowed");
  expect(needsReview({ signatures: [], outcome: "content_added" })).toBe(true);
  expect(needsReview({ signatures: [], outcome: "intact" })).toBe(false);
  expect(lookOf("intact", true)).toEqual(lookOf("filled", false));
  expect(lookOf("modified", true)).toEqual(lookOf("modified", false));
});

test("reports that neither program compared a page with the signed version", () => {
  const compared = (...pages: number[]) =>
    isUncompared({
      signatures: [
        {
          ...record("intact_later_allowed"),
          pictures: {
            code: "partly",
            overrules: false,
            readers: pages.map((count) => ({
              renderer: "pdfium",
              pages: count,
              of: 9,
              unchanged: 0,
              missing: [],
              stopped: null,
            })),
            places: [],
          },
        },
      ],
    });
  expect(compared(0, 0)).toBe(true);
  expect(compared()).toBe(true);
  expect(compared(0, 9)).toBe(false);
});

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";
const ours = (place: string, parts: object = {}) =>
  ({
    ...record("intact"),
    field: `paraph-${uuid}-${place}`,
    kind: "signature",
    chain: "ours",
    reason: null,
    signer: null,
    ...parts,
  }) as Report["signatures"][number];
const sound = (completeness: Report["completeness"], ...signatures: Report["signatures"]) =>
  headlineOf({ verdict: "intact", signatures, notices: [], completeness });
const incomplete = (signed: number) =>
  ({ code: "incomplete", file: uuid, signed, prepared: 3, sealed: false }) as const;
const complete = { code: "complete", file: uuid } as const;

test("never reports a prepared document without a seal as plainly valid, even one of another service", () => {
  expect(sound(incomplete(2), ours("certify"), ours("s1"), ours("s2"))).toBe("unfinished");
  expect(sound(incomplete(0), ours("certify"))).toBe("unsigned");
  expect(sound(incomplete(1), ours("certify", { chain: "unknown" }), ours("s1", { chain: "unknown" }))).toBe(
    "unfinished",
  );
});

test("reports a copy of a document completed since as an older one, unless it is broken", () => {
  const notices: Report["notices"] = [{ code: "completed_since", file: uuid }];
  const older = { notices, completeness: incomplete(2) };
  expect(headlineOf({ verdict: "intact", signatures: [ours("s1")], ...older })).toBe("superseded");
  expect(headlineOf({ verdict: "modified", signatures: [ours("s1", { verdict: "modified" })], ...older })).toBe(
    "modified",
  );
});

test("keeps the verdict for a sealed document and for other services' files", () => {
  expect(sound(complete, ours("certify"), ours("s1"), ours("seal"))).toBe("intact");
  expect(sound(null, ours("x", { field: "Signature1", chain: "unknown" }))).toBe("intact");
  expect(
    headlineOf({
      verdict: "modified",
      signatures: [ours("s1", { verdict: "modified" })],
      notices: [],
      completeness: incomplete(1),
    }),
  ).toBe("modified");
});

test("reports a stranger's file with our document number as not signed here, unless it is broken", () => {
  const notices = [{ code: "not_signed_here", file: uuid }] as const;
  const signatures = [ours("certify", { chain: "unknown" }), ours("seal", { chain: "unknown" })];
  expect(headlineOf({ verdict: "intact", signatures, notices: [...notices], completeness: complete })).toBe("not_here");
  expect(
    headlineOf({
      verdict: "modified",
      signatures: [ours("s1", { chain: "unknown", verdict: "modified" })],
      notices: [...notices],
      completeness: complete,
    }),
  ).toBe("modified");
});

test("gives an evidence document its own headline", () => {
  expect(sound(complete, ours("seal", { role: "evidence" }))).toBe("evidence");
});
