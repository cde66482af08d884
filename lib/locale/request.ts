import { getRequestConfig } from "next-intl/server";
import { messages } from "./messages";

/** What next-intl needs for each request. English is the only language yet; times are shown in UTC until the browser says its zone. */
export default getRequestConfig(() => ({ locale: "en", messages, timeZone: "UTC" }));
