import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { note, problem } from "@/lib/evidence/check/findings";
import { checkCodes, noteText, problemText } from "./print-report";

const event = { seq: 4, type: "signed", at: "2026-11-20T12:00:04.000Z" };

test("writes a failed check as one English sentence with its parameters", () => {
  expect(problemText(problem("event_altered", { event }))).toBe(
    "event 4 (signed, 2026-11-20T12:00:04.000Z) was altered",
  );
  expect(problemText(problem("events_missing", { from: 2, to: 2 }))).toBe("event 2 is missing: it was deleted");
  expect(problemText(problem("events_missing", { from: 2, to: 4 }))).toBe(
    "events 2 to 4 are missing: they were deleted",
  );
  expect(problemText(problem("chain_unreadable", { format: null, path: "" }))).toBe(
    "invalid or unsupported audit trail (format none; top level)",
  );
  expect(problemText(problem("evidence_timestamp_invalid", { findings: [] }))).toBe(
    "the timestamp of the evidence document’s seal is invalid: the timestamp is invalid",
  );
});

test("begins the sentence with the file of an envelope that it is about", () => {
  expect(problemText({ ...problem("another_file", { position: 1 }), entry: "documents/01.pdf" })).toBe(
    "documents/01.pdf: this is not file 1 of the envelope",
  );
});

test("writes a note as one English sentence with its parameters", () => {
  expect(noteText(note("events_after_seal", { count: 1 }))).toBe(
    "1 later event is chained to it but not covered by a seal",
  );
  expect(noteText(note("original_not_included", { type: "docx", document: null }))).toBe(
    "the document was converted from a docx that is not included in this copy: only the sender has it",
  );
  expect(noteText(note("envelope_files", { count: 1 }))).toBe("the envelope has 1 file");
});

test("the format's documentation lists every code of the offline check, and no other", () => {
  const [, list = ""] =
    /^## Codes of the offline check\n(.*?)(?=^## |(?![^]))/ms.exec(readFileSync("docs/EVIDENCE-FORMAT.md", "utf8")) ??
    [];
  const listed = [...list.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code);
  expect(listed.toSorted()).toEqual(checkCodes.toSorted());
});
