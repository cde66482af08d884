import { getRequestConfig } from "next-intl/server";
import { messagesOf } from "@/lib/locale/messages-of";
import { pageLocale } from "./page-locale";

/** What next-intl needs for each request. Times are shown in UTC until the browser says its zone. */
export default getRequestConfig(async () => {
  const locale = await pageLocale();
  return { locale, messages: messagesOf(locale), timeZone: "UTC" };
});
