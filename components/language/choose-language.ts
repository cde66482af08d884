import { languageCookie, type Language } from "@/lib/locale/languages";

const oneYear = 31_536_000;

/** This browser shows pages in this language from now on; the page that is open follows when it is refreshed. */
export function chooseLanguage(code: Language): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${languageCookie}=${code}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`;
}
