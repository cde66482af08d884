import { sql } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { findAccountByEmail } from "./find";

/** `.example` is reserved (RFC 2606), so no e-mail can ever be sent to it. */
export const demoEmail = "demo@paraph.example";

/**
 * At start, on this machine only: the account for trying everything out. The password is random, created once and
 * printed by the caller at every start; if the account has another password (the file was lost), this one replaces
 * it. Null for an instance with accounts and without this one, such as a restored backup: such an instance must not
 * gain another administrator. Throws Error when links would leave this machine: a printed administrator's password
 * must not protect a public server.
 */
export async function ensureDemoAccount(ctx: Ctx, password: string): Promise<{ email: string } | null> {
  if (!/^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(ctx.publicUrl))
    throw new Error("the demo account is for loopback only");
  const found = await findAccountByEmail(ctx, demoEmail);
  if (found && (await ctx.passwords.verify(found.account.passwordHash, password))) return { email: demoEmail };
  if (!found && (await ctx.db.$count(accounts)) > 0) return null;
  const passwordHash = await ctx.passwords.hash(password);
  await ctx.db
    .insert(accounts)
    .values({
      email: demoEmail,
      displayName: "Demo",
      passwordHash,
      role: "admin",
      madeBy: "administrator",
      emailProvedAt: await ctx.now(),
      emailProof: "administrator",
    })
    .onConflictDoUpdate({
      target: accounts.email,
      set: { passwordHash, failedLoginsInRow: 0, credentialsVersion: sql`${accounts.credentialsVersion} + 1` },
    });
  return { email: demoEmail };
}

/**
 * The demo account of an instance that started with one; null on any other, even if an earlier start created the
 * account.
 */
export async function findDemoAccount(ctx: Ctx): Promise<Account | null> {
  if (!ctx.isDemo) return null;
  return (await findAccountByEmail(ctx, demoEmail))?.account ?? null;
}
