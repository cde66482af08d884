import { isIP } from "node:net";
import type { Account } from "@/db/schema/accounts";
import { findDemoAccount } from "@/lib/accounts/ensure-demo-account";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";

/**
 * The demo account, without a password: only on an instance that started with one, and only for callers on this machine. Throws `not_found` otherwise. The edge
 * has already refused calls from other origins, so no page from elsewhere can open a session through a name that resolves to this machine.
 */
export async function logInToDemo(ctx: Ctx): Promise<Account> {
  const account = isThisMachine(ctx.request?.address ?? "") ? await findDemoAccount(ctx) : null;
  if (!account) throw new DomainError("not_found");
  return account;
}

/** 127.0.0.0/8 and ::1 (RFC 6890), also as an IPv4-mapped address. */
function isThisMachine(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return isIP(plain) === 4 ? plain.startsWith("127.") : plain === "::1";
}
