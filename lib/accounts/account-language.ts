import type { Account } from "@/db/schema/accounts";
import { standardLanguage, toLanguage, type Language } from "@/lib/locale/languages";

/** What an account's owner is written to in. */
export function accountLanguage({ language }: Pick<Account, "language">): Language {
  return toLanguage(language) ?? standardLanguage;
}
