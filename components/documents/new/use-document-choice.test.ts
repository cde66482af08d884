import { expect, test } from "vitest";
import { lookAt } from "./use-document-choice";

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
