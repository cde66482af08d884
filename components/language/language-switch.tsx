"use client";

import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { languageCodes, languageCookie, languages, toLanguage, type Language } from "@/lib/platform/locale/languages";

/** One button per language. A select would change the page while the keyboard moves through its options. */
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
  /** Null in a test locale. */
  current: Language | null;
  choices: readonly { value: Language; label: string; lang: string }[];
  /** Refreshes the page in place, so that typed text stays. */
  choose: (code: Language) => void;
}

/** The languages by their native names, and the current one. */
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

/** Sets this browser's language. The open page follows on refresh. */
export function chooseLanguage(code: Language): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${languageCookie}=${code}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`;
}
