import { getRequestConfig } from "next-intl/server";
import { headers } from "next/headers";
import { cache } from "react";
import { linkOfSignPage } from "@/lib/api/http/count-request";
import { pageRequest } from "@/lib/api/http/page-request";
import { readCookie } from "@/lib/auth/cookies";
import { config } from "@/lib/platform/config";
import { catalogueOf } from "@/lib/platform/locale/catalogue";
import {
  languageCookie,
  negotiateLanguage,
  standardLanguage,
  toLanguage,
  toPseudoLocale,
  type Locale,
} from "@/lib/platform/locale/languages";
import { servedPath } from "@/lib/platform/next/served-request";
import { languageOfLink } from "@/lib/requests/signers/signer-language";

/** The next-intl settings of a request. Times are shown in UTC until the browser reports its zone. */
export default getRequestConfig(async () => {
  const locale = await pageLocale();
  return { locale, messages: catalogueOf(locale), timeZone: "UTC" };
});

/**
 * The language of this page: the one chosen in this browser, otherwise the account's, on a sign link otherwise the one
 * set by the requester, and otherwise the browser's preference. Determined once per request.
 */
export const pageLocale = cache(async (): Promise<Locale> => {
  const requestHeaders = await headers();
  return (
    chosenLocale(requestHeaders.get("cookie")) ??
    (await personsLanguage()) ??
    negotiateLanguage(requestHeaders.get("accept-language")) ??
    standardLanguage
  );
});

function chosenLocale(cookieHeader: string | null): Locale | null {
  const chosen = readCookie(cookieHeader, languageCookie);
  return toLanguage(chosen) ?? (config().pseudoLocales ? toPseudoLocale(chosen) : null);
}

/** `/to/…` reveals nothing about its signer, not even the language. */
async function personsLanguage(): Promise<Locale | null> {
  const { ctx, actor } = await pageRequest();
  if (actor.kind === "account" && actor.account.language !== null) return toLanguage(actor.account.language);
  const link = linkOfSignPage(servedPath());
  return link === null ? null : languageOfLink(ctx, link);
}
