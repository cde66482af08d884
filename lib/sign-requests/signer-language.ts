import type { Account } from "@/db/schema/accounts";
import type { SignRequest } from "@/db/schema/files";
import { accountLanguage } from "@/lib/accounts/account-language";
import { toLanguage, type Language } from "@/lib/locale/languages";

interface Languages {
  signer: Pick<SignRequest, "language">;
  /** Of the signer's account; null where there is none, or it says nothing. */
  accountLanguage: string | null;
  requester: Pick<Account, "language">;
}

/** What a signer is written to in: what the requester said, else what the signer's account says, else what the requester reads. */
export function signerLanguage({ signer, accountLanguage: own, requester }: Languages): Language {
  return toLanguage(signer.language) ?? toLanguage(own) ?? accountLanguage(requester);
}
