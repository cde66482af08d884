import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import type { Area } from "./messages";

/** Hands the browser the words of these areas, in the page's language, and no others; the words of an outer one are kept only when named again. */
export function AreaMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const [locale, messages] = [useLocale(), useMessages()];
  const chosen = Object.fromEntries(areas.map((area) => [area, messages[area]]));
  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={chosen}>
      {children}
    </NextIntlClientProvider>
  );
}
