import { inArray, isNotNull } from "drizzle-orm";
import { accountSigningKeys, instanceKeys as instanceKeysTable } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context";
import { startOf } from "@/lib/keys/authority-certificates";
import { serialNumberOf, type AnswerTimes, type CertificateState } from "@/lib/keys/certificate-state";
import type { RevokedSerial } from "@/lib/keys/revocation-list";
import { isSealOfConfigured } from "./seal-name";
import type { AuthorityName, OwnAuthorityName } from "./revocation-places";

/** How long a verifier may keep an answer, in milliseconds: a revocation is known everywhere a day later. */
const answerLifetime = 24 * 3600 * 1000;

export function answerTimes(now: Date): AnswerTimes {
  const thisUpdate = startOf(now);
  return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + answerLifetime) };
}

/** Every certificate that the authority took back. The root issued the other authority only, which nobody can take back. */
export async function revokedSerials(ctx: Ctx, authority: OwnAuthorityName): Promise<RevokedSerial[]> {
  if (authority === "root") return [];
  const rows = await ctx.db.select({ serialNumber: accountSigningKeys.serialNumber, revokedAt: accountSigningKeys.revokedAt })
    .from(accountSigningKeys).where(isNotNull(accountSigningKeys.revokedAt)).orderBy(accountSigningKeys.id);
  return rows.flatMap(({ serialNumber, revokedAt }) => (revokedAt ? [{ serialNumber, revokedAt }] : []));
}

/**
 * The states of those of the serial numbers (lower-case hex) that the authority issued and the instance keeps. Certificates for one act
 * are not among them: they say themselves that no revocation will be available (RFC 9608).
 */
export async function certificateStates(ctx: Ctx, authority: AuthorityName, serialNumbers: readonly string[]): Promise<Map<string, CertificateState>> {
  const own = await ctx.db.select({ name: instanceKeysTable.name, certificate: instanceKeysTable.certificate }).from(instanceKeysTable);
  const issued = own.filter(({ name }) => issuerOf(name) === authority);
  const states = new Map(issued.map(({ certificate }): [string, CertificateState] => [serialNumberOf(certificate), { kind: "good" }]));
  if (authority === "root") return states;
  const keys = await ctx.db.select({ serialNumber: accountSigningKeys.serialNumber, revokedAt: accountSigningKeys.revokedAt })
    .from(accountSigningKeys).where(inArray(accountSigningKeys.serialNumber, [...serialNumbers]));
  for (const { serialNumber, revokedAt } of keys) states.set(serialNumber, revokedAt ? { kind: "revoked", at: revokedAt } : { kind: "good" });
  return states;
}

function issuerOf(name: string): AuthorityName {
  if (name === "root" || name === "issuing") return "root";
  return isSealOfConfigured(name) ? "configured" : "issuing";
}
