import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { messages, type Area } from "./messages";

/** Hands the browser the words of these areas and no others; the words of an outer one are kept only when named again. */
export function AreaMessages({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  const chosen = Object.fromEntries(areas.map((area) => [area, messages[area]]));
  return <NextIntlClientProvider locale="en" timeZone="UTC" messages={chosen}>{children}</NextIntlClientProvider>;
}
