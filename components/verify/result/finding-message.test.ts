import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { findingCodes } from "@/lib/pades/verify/report/finding-text";
import english from "@/lib/platform/locale/en/verify.json";
import portuguese from "@/lib/platform/locale/pt/verify.json";
import { asFilled, messageOf } from "./finding-message";

/** Every parameter that any finding uses. */
const params = {
  field: "Campo1",
  page: 3,
  count: 2,
  keys: ["Contents"],
  object: 7,
  type: null,
  name: "Ana",
  authority: "AC",
  day: "2027-03-01",
  reason: null,
  detail: "zz",
  digest: "md5",
  oid: "1.2.3",
  covers: "text",
  left: 1,
  bottom: 2,
  right: 3,
  top: 4,
  unseenBy: ["Campo1"],
};

test.each(["en", "pt"] as const)("describes every finding in %s", (locale) => {
  const messages = { en: english, pt: portuguese }[locale].change;
  const translate = createTranslator({
    locale,
    messages,
    onError: (error) => {
      throw error;
    },
  });
  for (const code of findingCodes) {
    const key = messageOf({ code, params });
    expect(messages, code).toHaveProperty(key);
    const sentence = translate(key, {
      ...params,
      who: "Ana",
      keys: "Contents",
      earlier: "Bia",
      rect: "1, 2, 3, 4",
      place: "known",
    } as never);
    expect(sentence, code).not.toMatch(/[{}]/);
    expect(sentence, code).not.toContain("zz");
  }
});

test("shows no finding in English in Portuguese", () => {
  const same = findingCodes
    .map((code) => messageOf({ code, params }))
    .filter((key) => english.change[key] === portuguese.change[key]);
  expect(same).toEqual([]);
});

test("chooses the message by the type of the changed object", () => {
  const messageFor = (type: string | null) => messageOf({ code: "object_changed", params: { object: 4, type } });
  expect(["Pages", "Font", "CIDFontType2", "Image", "toString", null].map(messageFor)).toEqual([
    "pages",
    "font",
    "font",
    "image",
    "shown",
    "shown",
  ]);
});

test("reports a field added by a later signer as that signature, not as an empty field", () => {
  expect(asFilled("signature_field", { kind: "signature" })).toBe("signed");
  expect(asFilled("signature_field", { kind: "doc_timestamp" })).toBe("timestamp");
  expect(asFilled("signature_field", undefined)).toBe("signature_field");
  expect(asFilled("filled", { kind: "signature" })).toBe("filled");
});
