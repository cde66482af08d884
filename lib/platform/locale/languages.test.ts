import fc from "fast-check";
import { expect, test } from "vitest";
import { languageCodes, negotiateLanguage } from "./languages";

test.each([
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
  ["pt-PT", "pt"],
  ["PT", "pt"],
  ["en-GB, pt;q=0.9", "en"],
  ["en;q=0.3, pt;q=0.7", "pt"],
  ["de, fr;q=0.9, pt;q=0.1", "pt"],
  ["de;q=1.0, pt ; q=0.5", "pt"],
  ["*", "en"],
  ["de, *;q=0.1", "en"],
  ["*, en;q=0", "pt"],
])("%s means %s", (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});

test.each([[null], [""], ["de, fr;q=0.9"], ["pt;q=0"], ["pt;q=2"], ["ptx"], ["en_GB"], [";q=1"], ["pt;q=nan"]])(
  "%s means no supported language",
  (header) => {
    expect(negotiateLanguage(header)).toBeNull();
  },
);

test("gives a supported language or none for any header", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3000 }), (header) => {
      expect([...languageCodes, null]).toContain(negotiateLanguage(header));
    }),
  );
});
