import { expect, test } from "vitest";
import { personName } from "@/lib/accounts/schema";
import { fileName } from "@/lib/documents/schema";
import { personName as signerName } from "@/lib/requests/state/schema";

const forging = ["\u202E", "\u202A", "\u2066", "\u2069", "\u0007", "\u0085", "\u2028"];

test.each(forging.map((mark) => [`U+${mark.charCodeAt(0).toString(16).padStart(4, "0")}`, mark]))(
  "refuses %s in the name of a person or a document",
  (_name, mark) => {
    for (const name of [personName, signerName, fileName])
      expect(name.safeParse(`Ana ${mark}Silva`).success).toBe(false);
  },
);

test.each(["\u200E", "\u200F", "\u061C"])("drops a direction mark from a name: %j", (mark) => {
  for (const name of [personName, signerName, fileName]) {
    expect(name.parse(`${mark}Ana ${mark}Silva`)).toBe("Ana Silva");
    expect(name.safeParse(`Ana ${mark}Silva`.repeat(30)).success).toBe(false);
  }
  for (const name of [personName, fileName]) expect(name.safeParse(`${mark} `).success).toBe(false);
});

test.each(["\u200B", "\u2060\uFEFF", "\u3164", "\u2800 ", "\uFE0F"])(
  "treats a name that shows nothing as empty: %j",
  (text) => {
    for (const name of [personName, fileName]) expect(name.safeParse(text).success).toBe(false);
    expect(signerName.parse(text)).toBe("");
  },
);

test("accepts names in any script, including right-to-left ones and joiners", () => {
  for (const text of ["Γιώργος", "משה כהן", "محمد", "می‌خواهم", "नमस्ते", "李雷", "Ana 🖊️"]) {
    for (const name of [personName, signerName, fileName]) expect(name.parse(text)).toBe(text);
  }
});
