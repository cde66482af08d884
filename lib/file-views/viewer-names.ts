import { sql, type SQL } from "drizzle-orm";
import type { Account } from "@/db/schema/accounts";

/** What `list_tallies` and `file_search` call an account, as an array of Postgres. The address counts once it is proved. */
export function viewerNames({ id, email, emailProvedAt }: Pick<Account, "id" | "email" | "emailProvedAt">): SQL {
  return sql`${sql.param([`#${id}`, ...(emailProvedAt ? [email] : [])])}::text[]`;
}
