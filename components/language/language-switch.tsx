"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useLanguageChoice } from "./use-language-choice";

/** The languages as buttons: a list that acts when it is looked through would change the page under the keyboard. */
export function LanguageSwitch() {
  const words = useTranslations("shell.language");
  const { current, choices, choose } = useLanguageChoice();
  return (
    <ul aria-label={words("label")} className="-mx-2 flex flex-wrap">
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
