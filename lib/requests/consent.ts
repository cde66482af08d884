import { createHash } from "node:crypto";
import { invalid } from "@/lib/platform/errors";
import type { ConsentGiven } from "./schema";

/**
 * What a signer agrees to, by version and language, as the page says it beside the button that signs. A version is never altered: other
 * words are another version, and the trail names the one that was shown.
 */
const sentences: { readonly [version: string]: { readonly [locale: string]: string } } = {
  "1": {
    en: "By signing I agree to this document and that my electronic signature binds me like a written one.",
    pt: "Ao assinar, concordo com este documento e com que a minha assinatura eletrônica me vincule como uma assinatura manuscrita.",
  },
};

/** As the audit trail names it: version, language, and the SHA-256 (lower-case hex) of the sentence in UTF-8. */
export interface NamedConsent {
  version: string;
  locale: string;
  sha256: string;
}

/** Null when the caller named none. Throws `validation_failed` for a version, or a language of it, that was never shown here. */
export function readConsent(given: ConsentGiven | undefined): NamedConsent | null {
  if (!given) return null;
  const sentence = consentSentence(given);
  if (sentence === null)
    throw invalid(
      "/consent",
      "unknown",
      `There is no consent of the version ${given.version} in the language ${given.locale}`,
    );
  return { version: given.version, locale: given.locale, sha256: createHash("sha256").update(sentence).digest("hex") };
}

/** The sentence itself, null when there is none. */
export function consentSentence({ version, locale }: ConsentGiven): string | null {
  const byLocale = Object.hasOwn(sentences, version) ? sentences[version] : undefined;
  return byLocale && Object.hasOwn(byLocale, locale) ? (byLocale[locale] ?? null) : null;
}
