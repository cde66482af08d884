import type { z } from "zod";
import type { Account, ApiToken } from "@/db/schema/accounts";
import type { Scope } from "@/lib/context/context";
import { toLanguage } from "@/lib/platform/locale/languages";
import { mayRequest } from "./actor";
import type { OwnAccount } from "./own-account";
import type {
  accountAnswer,
  madeTokenAnswer,
  ownAccountAnswer,
  phoneAnswer,
  sessionAnswer,
  tokenAnswer,
} from "./schema";
import type { OwnSession } from "./sessions";

/** An account in API form, without hashes and counters. */
export function toAccountWire(account: Account): z.infer<typeof accountAnswer> {
  return {
    id: account.id,
    email: account.email,
    displayName: account.displayName,
    role: account.role,
    emailProved: account.emailProvedAt !== null,
    phone: account.phone,
    language: toLanguage(account.language),
    timeZone: account.timeZone,
    createdAt: account.createdAt.toISOString(),
  };
}

export function toOwnAccountWire({ account, hasSigningKey, storage }: OwnAccount): z.infer<typeof ownAccountAnswer> {
  return {
    ...toAccountWire(account),
    storage,
    account: { uid: account.email, emailAddress: account.email, displayName: account.displayName },
    settings: { canRequestSign: mayRequest(account.role), hasSignatureFile: hasSigningKey },
  };
}

export function toPhoneWire({ email, displayName, phone }: Account): z.infer<typeof phoneAnswer> {
  const message = phone === null ? "The account has no phone number any more" : "The phone number is saved";
  return { status: "success", data: { userId: email, phone: phone ?? "", displayname: displayName, email, message } };
}

export function toSessionWire({ session, isCurrent }: OwnSession): z.infer<typeof sessionAnswer> {
  return {
    id: session.id,
    isCurrent,
    address: session.address,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  };
}

export function toTokenWire(token: ApiToken): z.infer<typeof tokenAnswer> {
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes as Scope[],
    createdAt: token.createdAt.toISOString(),
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    expiresAt: token.expiresAt?.toISOString() ?? null,
  };
}

export function toMadeTokenWire({ row, token }: { row: ApiToken; token: string }): z.infer<typeof madeTokenAnswer> {
  return { ...toTokenWire(row), token };
}
