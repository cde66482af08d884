import { randomUUID } from "node:crypto";
import { accounts, type Account } from "@/db/schema/accounts";
import { sealSessionId, startSession } from "@/lib/auth/session";
import type { AccountActor, Ctx } from "@/lib/context/context";

/** One `T` for each element of the list `L`: a tuple if `L` is one, so that a test needs no guard to take its first. */
export type EachOf<L extends readonly unknown[], T> = { -readonly [K in keyof L]: T };

/** A list whose first element exists. */
export type AtLeastOne = readonly [unknown, ...unknown[]];

/** The password of every account made here without one of its own. */
export const testPassword = "correct horse battery staple";

/** One hash a hasher: Argon2 is slow by design, and most tests never log in. */
const hashes = new WeakMap<Ctx["passwords"], Promise<string>>();

/** An account as an administrator would have made it: a requester with a proved address, unless specified otherwise. */
export async function makeAccount(ctx: Ctx, values: Partial<typeof accounts.$inferInsert> = {}): Promise<Account> {
  const hash = hashes.get(ctx.passwords) ?? ctx.passwords.hash(testPassword);
  hashes.set(ctx.passwords, hash);
  const [account] = await ctx.db
    .insert(accounts)
    .values({
      email: `${randomUUID()}@test.example`,
      displayName: "Test Person",
      passwordHash: await hash,
      role: "requester",
      madeBy: "administrator",
      emailProvedAt: new Date(),
      emailProof: "administrator",
      ...values,
    })
    .returning();
  if (!account) throw new Error("the account was not written");
  return account;
}

/** That account, as logged in just now with its password. */
export function actingAs(account: Account): AccountActor {
  return { kind: "account", account, proof: "password", scopes: ["read", "write", "sign"], signedInAt: new Date() };
}

/** Logs the account in; returns the browser's Cookie header. */
export async function logInByCookie(ctx: Ctx, account: Account): Promise<string> {
  return `paraph-session=${await sealSessionId(ctx, await startSession(ctx, account))}`;
}
