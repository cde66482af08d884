import { and, desc, eq, gt, ilike, isNotNull, isNull, lt, lte, or, sql, type SQL } from "drizzle-orm";
import { accounts, accountSigningKeys, type AccountSigningKey } from "@/db/schema/accounts";
import { signRequests, type SignatureFacts } from "@/db/schema/files";
import { assertAdmin } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import { likePattern } from "@/lib/platform/plain-text";
import type { CertificateStatusName } from "./schema";

export interface CertificateQuery {
  q?: string | undefined;
  status?: CertificateStatusName | undefined;
  cursor?: number | undefined;
  length?: number | undefined;
}

export interface OwnedCertificate {
  key: AccountSigningKey;
  owner: { accountId: number; email: string; displayName: string; erased: boolean };
}

export interface CertificatePage {
  owned: OwnedCertificate[];
  /** A single-use certificate. It is not listed, and only found by its complete serial number. */
  singleUse: SignatureFacts | null;
  nextCursor: number | null;
  now: Date;
}

const usualLength = 50;

/**
 * Certificates of accounts, newest first. `q` matches the owner's name or address or the serial number. Throws
 * `forbidden`.
 */
export async function listCertificates(ctx: Ctx, actor: Actor, query: CertificateQuery): Promise<CertificatePage> {
  assertAdmin(actor);
  const now = await ctx.now();
  const length = query.length ?? usualLength;
  const rows = await ctx.db
    .select({
      key: accountSigningKeys,
      email: accounts.email,
      displayName: accounts.displayName,
      erasedAt: accounts.erasedAt,
    })
    .from(accountSigningKeys)
    .innerJoin(accounts, eq(accounts.id, accountSigningKeys.accountId))
    .where(
      and(
        matching(query.q),
        havingStatus(query.status, now),
        query.cursor === undefined ? undefined : lt(accountSigningKeys.id, query.cursor),
      ),
    )
    .orderBy(desc(accountSigningKeys.id))
    .limit(length + 1);
  const owned = rows.slice(0, length).map(({ key, email, displayName, erasedAt }) => ({
    key,
    owner: { accountId: key.accountId, email, displayName, erased: erasedAt !== null },
  }));
  const last = owned.at(-1)?.key.id ?? null;
  const singleUse =
    owned.length === 0 && query.cursor === undefined && query.q !== undefined
      ? await findSingleUse(ctx, query.q)
      : null;
  return { owned, singleUse, nextCursor: rows.length > length ? last : null, now };
}

/** Searches the signatures for a single-use certificate. Scans all signers, because administrators rarely need it. */
export async function findSingleUse(ctx: Ctx, serialNumber: string): Promise<SignatureFacts | null> {
  const wanted = asSerialNumber(serialNumber);
  if (!/^[0-9a-f]{16,40}$/.test(wanted)) return null;
  const [row] = await ctx.db
    .select({ signature: signRequests.signature })
    .from(signRequests)
    .where(and(isNotNull(signRequests.signature), sql`${signRequests.signature} ->> 'serialNumber' = ${wanted}`))
    .limit(1);
  return row?.signature ?? null;
}

export function statusOf(
  { revokedAt, replacedAt, notAfter }: Pick<AccountSigningKey, "revokedAt" | "replacedAt" | "notAfter">,
  now: Date,
): CertificateStatusName {
  if (revokedAt) return "revoked";
  if (notAfter <= now) return "expired";
  return replacedAt ? "replaced" : "in_use";
}

function havingStatus(status: CertificateStatusName | undefined, now: Date): SQL | undefined {
  const { revokedAt, replacedAt, notAfter } = accountSigningKeys;
  switch (status) {
    case undefined:
      return undefined;
    case "revoked":
      return isNotNull(revokedAt);
    case "expired":
      return and(isNull(revokedAt), lte(notAfter, now));
    case "replaced":
      return and(isNull(revokedAt), gt(notAfter, now), isNotNull(replacedAt));
    case "in_use":
      return and(isNull(revokedAt), gt(notAfter, now), isNull(replacedAt));
  }
}

function matching(q: string | undefined): SQL | undefined {
  if (q === undefined || q.trim() === "") return undefined;
  const pattern = likePattern(q.trim());
  return or(
    ilike(accounts.email, pattern),
    ilike(accounts.displayName, pattern),
    eq(accountSigningKeys.serialNumber, asSerialNumber(q)),
  );
}

/** Serial numbers are often pasted with colons and in capitals. */
export function asSerialNumber(text: string): string {
  return text.replace(/[\s:]/g, "").toLowerCase();
}
