import { expect, test } from "vitest";
import { refuseFile } from "./use-pdf-choice";

const limit = 2000;

test.each([
  ["a PDF", "%PDF-1.7\nrest", null],
  ["a PDF behind some bytes", `${"x".repeat(500)}%PDF-1.4`, null],
  ["a program called .pdf", "MZ\u0090\u0000\u0003", "not_pdf"],
  ["a header too late", `${"x".repeat(1024)}%PDF-1.4`, "not_pdf"],
  ["nothing", "", "empty"],
  ["too many bytes", `%PDF-1.7${"x".repeat(limit)}`, "too_large"],
])("judges %s by its bytes", async (_name, content, refusal) => {
  expect(await refuseFile(new Blob([content], { type: "application/pdf" }), limit)).toBe(refusal);
});
