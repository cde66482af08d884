"use client";

import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { languageCodes, languageCookie, languages, toLanguage, type Language } from "@/lib/platform/locale/languages";

/** The languages as buttons: a list that applies its value while it is browsed would change the page under the keyboard. */
export function LanguageSwitch() {
  const t = useTranslations("shell.language");
  const { current, choices, choose } = useLanguageChoice();
  return (
    <ul aria-label={t("label")} className="-mx-2 flex flex-wrap">
      {choices.map(({ value, label, lang }) => (
        <li key={value}>
          <button
            type="button"
            lang={lang}
            aria-current={value === current ? "true" : undefined}
            onClick={() => choose(value)}
            className={clsx(
              "inline-flex min-h-9 items-center rounded-control px-2 pointer-coarse:min-h-11",
              value === current ? "font-semibold text-ink" : "text-muted hover:text-ink",
            )}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface LanguageChoice {
  /** Null in a locale of tests. */
  current: Language | null;
  choices: readonly { value: Language; label: string; lang: string }[];
  /** The page is refreshed in place, so that nothing that somebody typed is lost. */
  choose: (code: Language) => void;
}

/** The languages, each in its own words, and the one of this page. */
export function useLanguageChoice(): LanguageChoice {
  const current = toLanguage(useLocale());
  const router = useRouter();
  return {
    current,
    choices: languageCodes.map((value) => ({ value, label: languages[value].ownName, lang: languages[value].tag })),
    choose(code) {
      chooseLanguage(code);
      router.refresh();
    },
  };
}

const oneYear = 31_536_000;

/** This browser shows pages in this language from now on; the page that is open follows when it is refreshed. */
export function chooseLanguage(code: Language): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${languageCookie}=${code}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`;
}
