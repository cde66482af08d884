import { useLocale } from "next-intl";
import { useRouter } from "next/navigation";
import { languageCodes, languages, toLanguage, type Language } from "@/lib/locale/languages";
import { chooseLanguage } from "./choose-language";

interface LanguageChoice {
  /** Null in a locale of tests. */
  current: Language | null;
  choices: readonly { value: Language; label: string; lang: Language }[];
  /** The page is refreshed in place, so that nothing that somebody typed is lost. */
  choose: (code: Language) => void;
}

/** The languages, each in its own words, and the one of this page. */
export function useLanguageChoice(): LanguageChoice {
  const current = toLanguage(useLocale());
  const router = useRouter();
  return {
    current,
    choices: languageCodes.map((value) => ({ value, label: languages[value].ownName, lang: value })),
    choose(code) {
      chooseLanguage(code);
      router.refresh();
    },
  };
}
