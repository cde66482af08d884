import { inArray, isNotNull } from "drizzle-orm";
import { accountSigningKeys, instanceKeys, type RevocationReason } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/platform/context";
import { startOf } from "@/lib/x509/authority-certificates";
import { serialNumberOf, wholeSeconds, type AnswerTimes, type CertificateState } from "@/lib/x509/certificate";
import type { RevokedSerial } from "@/lib/x509/revocation-list";
import { sha256Of } from "./known-signers";
import { isIssuedBy, type Authority } from "./list-authorities";

/** Validity of an answer for verifiers, in milliseconds: a revocation is known everywhere within a day. */
const answerLifetime = 24 * 3600 * 1000;

/**
 * The time of an answer with these revocations. It is backdated like certificates, but never to before a revocation it contains (RFC 5280
 * section 5.1.2.4, RFC 6960 section 4.2.2.1).
 */
export function answerTimes(now: Date, revocations: readonly Date[]): AnswerTimes {
  const newest = Math.max(...revocations.map((at) => wholeSeconds(at).getTime()), startOf(now).getTime());
  const thisUpdate = new Date(newest);
  return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + answerLifetime) };
}

interface StoredCertificate {
  serialNumber: string;
  certificate: Buffer;
  /** If the certificate itself was erased with its owner. */
  issuerSha256: string | null;
  revokedAt: Date | null;
  revocationReason: RevocationReason | null;
}

const accountColumns = {
  serialNumber: accountSigningKeys.serialNumber,
  certificate: accountSigningKeys.certificate,
  issuerSha256: accountSigningKeys.issuerSha256,
  revokedAt: accountSigningKeys.revokedAt,
  revocationReason: accountSigningKeys.revocationReason,
};
const instanceColumns = {
  certificate: instanceKeys.certificate,
  revokedAt: instanceKeys.revokedAt,
  revocationReason: instanceKeys.revocationReason,
};
const toStored = (
  row: Pick<StoredCertificate, "certificate" | "revokedAt" | "revocationReason">,
): StoredCertificate => ({
  ...row,
  serialNumber: serialNumberOf(row.certificate),
  issuerSha256: null,
});

/** Every certificate that the authority revoked: of accounts, of seals, of authorities below it. */
export async function revokedSerials(ctx: Ctx, authority: Authority): Promise<RevokedSerial[]> {
  const ofAccounts = await ctx.db
    .select(accountColumns)
    .from(accountSigningKeys)
    .where(isNotNull(accountSigningKeys.revokedAt))
    .orderBy(accountSigningKeys.id);
  const own = await ctx.db
    .select(instanceColumns)
    .from(instanceKeys)
    .where(isNotNull(instanceKeys.revokedAt))
    .orderBy(instanceKeys.id);
  return [...own.map(toStored), ...ofAccounts]
    .filter(isOf(authority))
    .flatMap(({ serialNumber, revokedAt, revocationReason }) =>
      revokedAt ? [{ serialNumber, revokedAt, reason: revocationReason ?? ("unspecified" as const) }] : [],
    );
}

/**
 * The states of those serial numbers (lower-case hex) that the authority issued and the instance stores. Single-use certificates are not
 * included: they declare that no revocation data will be available (RFC 9608).
 */
export async function certificateStates(
  ctx: Ctx,
  authority: Authority,
  serialNumbers: readonly string[],
): Promise<Map<string, CertificateState>> {
  const own = await ctx.db.select(instanceColumns).from(instanceKeys);
  const ofAccounts = await ctx.db
    .select(accountColumns)
    .from(accountSigningKeys)
    .where(inArray(accountSigningKeys.serialNumber, [...serialNumbers]));
  const issued = [...own.map(toStored), ...ofAccounts].filter(isOf(authority));
  return new Map(issued.map((stored): [string, CertificateState] => [stored.serialNumber, stateOf(stored)]));
}

function isOf(authority: Authority): (stored: StoredCertificate) => boolean {
  const sha256 = sha256Of(authority.certificate);
  return ({ certificate, issuerSha256 }) =>
    issuerSha256 ? issuerSha256 === sha256 : isIssuedBy(certificate, authority);
}

function stateOf({ revokedAt, revocationReason }: StoredCertificate): CertificateState {
  return revokedAt ? { kind: "revoked", at: revokedAt, reason: revocationReason ?? "unspecified" } : { kind: "good" };
}
