import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { invalid } from "@/lib/platform/errors";
import type { ConsentGiven } from "./schema";

/**
 * The consent text shown beside the sign button, by version and language. Texts are immutable: a changed text gets a
 * new version, because the audit trail refers to the version that was shown.
 */
const sentences: { readonly [version: string]: { readonly [locale: string]: string } } = {
  "1": {
    en: "By signing I agree to this document and that my electronic signature binds me like a written one.",
    pt: "Ao assinar, concordo com este documento e com que a minha assinatura eletrônica me vincule como uma assinatura manuscrita.",
  },
};

/** Consent as recorded in the audit trail: version, language, and the SHA-256 (lower-case hex) of the UTF-8 text. */
export interface NamedConsent {
  version: string;
  locale: string;
  sha256: string;
}

/** Null when the caller gave none. Throws `validation_failed` for an unknown version or language. */
export function readConsent(given: ConsentGiven | undefined): NamedConsent | null {
  if (!given) return null;
  const sentence = consentSentence(given);
  if (sentence === null)
    throw invalid(
      "/consent",
      "unknown",
      `There is no consent of the version ${given.version} in the language ${given.locale}`,
    );
  return { version: given.version, locale: given.locale, sha256: sha256Hex(sentence) };
}

/** The text, or null if there is none. */
export function consentSentence({ version, locale }: ConsentGiven): string | null {
  const byLocale = Object.hasOwn(sentences, version) ? sentences[version] : undefined;
  return byLocale && Object.hasOwn(byLocale, locale) ? (byLocale[locale] ?? null) : null;
}
