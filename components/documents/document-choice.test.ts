import { expect, test } from "vitest";
import { lookAt, refuseFile, titleOfFile } from "./document-choice";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["a PDF behind some bytes", "lease", `${"x".repeat(500)}%PDF-1.4`, "document"],
  ["a JPEG called .pdf", "lease.pdf", "\u00ff\u00d8\u00ff\u00e0", "picture"],
  ["a PNG", "a.png", "\u0089PNG\r\n", "picture"],
  ["a WebP", "a.webp", "RIFF\u0001\u0002\u0003\u0004WEBPVP8 ", "picture"],
  ["a DOCX", "a.docx", "PK\u0003\u0004rest", "document"],
  ["RTF", "a.rtf", "{\\rtf1 x}", "document"],
  ["HTML", "a.html", "\n<!DOCTYPE html><p>", "document"],
  ["Markdown", "a.md", "# Lease", "document"],
  ["other text", "a.txt", "# Lease", "unknown_type"],
  ["HEIC", "a.jpg", "\0\0\0\u0018ftypheic", "heic"],
  ["Word before 2007", "a.docx", "\u00d0\u00cf\u0011\u00e0", "old_word"],
  ["a program", "a.pdf", "MZ\u0090\0", "unknown_type"],
  ["nothing", "a.pdf", "", "empty"],
] as const)("judges %s by its bytes", async (_case, name, content, look) => {
  expect(await lookAt(new File([bytes(content)], name))).toBe(look);
});

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

test.each([
  ["Lease.pdf", "Lease"],
  ["Lease 2.0.PDF", "Lease 2.0"],
  ["no ending", "no ending"],
  ["a\nb\u0000.pdf", "a b"],
  [".pdf", ""],
  [`${"n".repeat(300)}.pdf`, "n".repeat(255)],
])("derives from %j the title %j", (fileName, title) => {
  expect(titleOfFile(fileName)).toBe(title);
});
