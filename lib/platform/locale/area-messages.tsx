import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import type { Area } from "./messages";

/**
 * Sends the browser only the messages of these areas, in the page's language. An outer area's messages stay available
 * only if it is named again.
 */
export function AreaMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const [locale, messages] = [useLocale(), useMessages()];
  const chosen = Object.fromEntries(areas.map((area) => [area, messages[area]]));
  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={chosen}>
      {children}
    </NextIntlClientProvider>
  );
}
