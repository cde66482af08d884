import { eq, sql, type SQL } from "drizzle-orm";
import { perDatabase } from "@/db/per-database";
import { accounts, type Account } from "@/db/schema/accounts";
import { signRequests } from "@/db/schema/files";
import { telegramLinks } from "@/db/schema/messages";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { standardLanguage, toLanguage, type Language } from "@/lib/platform/locale/languages";
import { normaliseEmail } from "@/lib/platform/plain-text";

const findByEmail = perDatabase((db) =>
  db
    .select({ account: accounts, readAt: sql<string>`clock_timestamp()` })
    .from(accounts)
    .where(eq(accounts.email, sql.placeholder("email")))
    .prepare("find_account_by_email"),
);

/** The account of an address in any case, with the database time of the read; null when there is none. */
export async function findAccountByEmail(ctx: Ctx, email: string): Promise<{ account: Account; readAt: Date } | null> {
  const [row] = await findByEmail(ctx.db).execute({ email: normaliseEmail(email) });
  return row ? { account: row.account, readAt: new Date(row.readAt) } : null;
}

/** Throws `not_found`. */
export async function getAccount(ctx: Ctx, id: number): Promise<Account> {
  const account = await findAccountById(ctx, id);
  if (!account) throw new DomainError("not_found");
  return account;
}

export async function findAccountById(ctx: Ctx, id: number): Promise<Account | null> {
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

/**
 * Joins a signer with the account whose name and language apply to them. Until an address is proved anybody may have
 * registered it, and the name would appear in e-mails to its owner and in the document's views. An address that only a
 * sign link proved counts for the request of that link. In a draft nobody has been notified: showing the name there
 * would reveal to a requester which addresses have accounts.
 */
export function accountOfSigner(): SQL {
  return sql.raw(accountOfSignerSql("accounts", "sign_requests"));
}

/** Like `accountOfSigner`, for queries that alias the tables. */
export function accountOfSignerSql(account: string, signer: string): string {
  return `${account}.email = ${signer}.email and ${accountCountsSql(account, signer)}`;
}

/** Whether the account with a signer's address applies to them, as SQL. */
export function accountCountsSql(account: string, signer: string): string {
  return `${isProvedForSql(account, signer)} and ${signer}.status <> 'draft'`;
}

/** `isMailboxProved` as a condition on `accounts`. */
export function mailboxProved(): SQL {
  return sql`(${accounts.emailProvedAt} is not null and ${accounts.emailProof} is distinct from 'invitation')`;
}

/** `isAccountOf` as SQL, for rows with the same address. */
export function isProvedForSql(account: string, signer: string): string {
  return `${account}.email_proved_at is not null and (${account}.email_proof is distinct from 'invitation' or ${account}.email_proof_request_id = ${signer}.id)`;
}

/** A signer's display name: given by the requester, else the account's name, else the address. */
export function signerName(signer: { givenName: string | null; accountName: string | null; email: string }): string {
  return signer.givenName || signer.accountName || signer.email;
}

/** All signers of a file, including removed ones, with their display names. */
export async function readSignerNames(
  ctx: Ctx,
  fileId: number,
): Promise<{ id: number; email: string; name: string }[]> {
  const rows = await ctx.db
    .select({
      id: signRequests.id,
      email: signRequests.email,
      givenName: signRequests.displayName,
      accountName: accounts.displayName,
    })
    .from(signRequests)
    .leftJoin(accounts, accountOfSigner())
    .where(eq(signRequests.fileId, fileId));
  return rows.map((row) => ({ id: row.id, email: row.email, name: signerName(row) }));
}

/** The language of an account's owner. */
export function accountLanguage({ language }: Pick<Account, "language">): Language {
  return toLanguage(language) ?? standardLanguage;
}

/** The chat linked to the account, or null. With `lock`, the link cannot change until the transaction ends. */
export async function findChat(ctx: Ctx, accountId: number, lock = false): Promise<string | null> {
  const link = ctx.db
    .select({ chatId: telegramLinks.chatId })
    .from(telegramLinks)
    .where(eq(telegramLinks.accountId, accountId));
  const [row] = await (lock ? link.for("share") : link);
  return row?.chatId ?? null;
}
