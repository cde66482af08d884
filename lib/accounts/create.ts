import { randomBytes } from "node:crypto";
import type { Account } from "@/db/schema/accounts";
import { noteAct } from "@/lib/administration/note-act";
import type { Actor, Ctx } from "@/lib/context";
import { markDone } from "@/lib/idempotency/mark-done";
import { assertAdmin, assertFreshProof } from "./actor";
import { insertAccount } from "./insert";
import { acceptPassword } from "./password-rules";
import type { NewAccount } from "./schema";

/**
 * An account made by an administrator. Another administrator, and an account that is proved and has a password, which can sign as that
 * address at once, need the administrator's password given a short while ago. Throws `forbidden`, `reauth_required`, `validation_failed` (weak password),
 * `account_exists`.
 */
export async function createAccount(ctx: Ctx, actor: Actor, input: NewAccount): Promise<Account> {
  const acting = assertAdmin(actor);
  if (input.role === "admin" || (input.emailProved && input.password !== undefined))
    await assertFreshProof(ctx, acting);
  const passwordHash = await ctx.passwords.hash(
    input.password === undefined ? unguessable() : acceptPassword("/password", input.password, input),
  );
  return ctx.tx(async (inner) => {
    const account = await insertAccount(inner, {
      email: input.email,
      displayName: input.displayName,
      passwordHash,
      role: input.role,
      madeBy: "administrator",
      ...(input.emailProved ? { emailProvedAt: await inner.now(), emailProof: "administrator" as const } : {}),
    });
    await noteAct(inner, acting, "account.created", { accountId: account.id, role: account.role });
    await markDone(inner, { accountId: account.id });
    return account;
  });
}

/** Nobody knows it, so nobody logs in before a password is set. */
function unguessable(): string {
  return randomBytes(32).toString("base64url");
}
