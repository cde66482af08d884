import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import { accounts } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";

/**
 * Joins a signer with the account whose name and language count for them. Until an address is proved anybody may have registered it,
 * and the name would stand in mails to its owner and in what others see of the document.
 */
export function accountOfSigner(): SQL | undefined {
  return and(eq(accounts.email, signRequests.email), isNotNull(accounts.emailProvedAt));
}
