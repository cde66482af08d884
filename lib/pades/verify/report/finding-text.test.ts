import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { shadowCodes, shadowSentence } from "@/lib/pdf/shadow/shadow-findings";
import { messages } from "@/lib/platform/locale/messages";
import { findingCodes, findingText, toReported } from "./finding-text";
import { finding, type Finding } from "./findings";

test("writes a finding as one English sentence with its parameters", () => {
  expect(findingText(finding("page_changed", { page: 2, keys: ["Contents", "*"] }))).toBe(
    "page 2 was changed (Contents, the whole object)",
  );
  expect(findingText(finding("object_planted", { object: null, type: null }))).toBe(
    "an object that the trailer already named was filled in later",
  );
  expect(findingText(finding("authority_revoked", { day: "2026-03-01", reason: "key_compromise" }))).toContain(
    "was revoked on 2026-03-01 (the key was compromised)",
  );
  expect(findingText(finding("covered_text", { page: 2, count: 1 }))).toBe(
    "1 line of text on page 2 is covered by something else",
  );
});

test("flags a change that only this signature forbids", () => {
  const forbidden: Finding = { ...finding("field_filled", { field: "a" }), forbidden: true };
  expect(toReported(forbidden)).toEqual({
    code: "field_filled",
    params: { field: "a" },
    forbidden: true,
    text: 'the form field "a" was filled in, which the signature forbids',
  });
});

test.each(shadowCodes)("words %s the same in the API, at uploads and at verification", (code) => {
  const t = createTranslator({ locale: "en", messages });
  for (const count of [1, 3]) {
    const atUpload = t(`upload.shadow.${code}`, { page: 2, count }).replace(/\.$/, "");
    expect(t(`verify.change.${code}`, { page: 2, count })).toBe(atUpload);
    expect(shadowSentence({ code, page: 2, count })).toBe(atUpload.replace(/^(?:One|An) /, "1 "));
  }
});

test("the specification lists every code of verification", () => {
  const specification = readFileSync("docs/spec/verification.md", "utf8");
  const shadow: readonly string[] = shadowCodes;
  expect(findingCodes.filter((code) => !shadow.includes(code) && !specification.includes(`\`${code}\``))).toEqual([]);
});
