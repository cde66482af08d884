import { inArray, isNotNull } from "drizzle-orm";
import { accountSigningKeys, instanceKeys as instanceKeysTable, type RevocationReason } from "@/db/schema/accounts";
import type { Ctx } from "@/lib/context/context";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { DomainError } from "@/lib/platform/errors";
import { dayMs } from "@/lib/platform/locale/format";
import { serialNumberOf, wholeSeconds, type AnswerTimes, type CertificateState } from "@/lib/x509/certificate";
import { startOf } from "@/lib/x509/issued-certificates";
import {
  requestedSerialNumber,
  makeOcspResponse,
  makeRevocationList,
  namesAsIssuer,
  readOcspRequest,
  refuseOcsp,
  type RevokedSerial,
} from "@/lib/x509/revocation";
import { allAuthorities, isIssuedBy, type Authority } from "./authorities";
import { instanceKeys } from "./instance-keys";

/**
 * The current revocation list at this path below `/pki/`, DER (RFC 5280 section 5): `root.crl` and `crl` of the first
 * root and issuing authority, `crl/…` of later ones. Throws `not_found`.
 */
export async function revocationListAt(ctx: Ctx, listName: string): Promise<Buffer> {
  const { authorities } = await instanceKeys(ctx);
  const authority = authorities.find((candidate) => candidate.listName === listName);
  if (!authority) throw new DomainError("not_found");
  // Reads the clock before the rows, because a list must not claim to be newer than its content.
  const now = await ctx.now();
  const revoked = await revokedSerials(ctx, authority);
  return makeRevocationList(
    authority,
    revoked,
    BigInt(now.getTime()),
    answerTimes(
      now,
      revoked.map(({ revokedAt }) => revokedAt),
    ),
  );
}

/**
 * Responds to an OCSP request (RFC 6960), DER to DER: `malformedRequest` for anything else, `unauthorized` for
 * certificates of other issuers, or of several of our authorities at once, which would need several keys to sign. A
 * replaced authority still signs the status of its certificates.
 */
export async function answerOcsp(ctx: Ctx, der: Uint8Array): Promise<Buffer> {
  const request = readOcspRequest(der);
  if (!request) return refuseOcsp("malformedRequest");
  const authority = (await allAuthorities(ctx)).find(({ certificate }) =>
    request.certificates.every(namesAsIssuer(certificate)),
  );
  if (!authority) return refuseOcsp("unauthorized");
  const now = await ctx.now();
  const states = await certificateStates(ctx, authority, request.certificates.map(requestedSerialNumber));
  const revocations = [...states.values()].flatMap((state) => (state.kind === "revoked" ? [state.at] : []));
  return makeOcspResponse(
    authority,
    request,
    (id) => states.get(requestedSerialNumber(id)) ?? { kind: "unknown" },
    answerTimes(now, revocations),
  );
}

/** Validity of a response for verifiers, in milliseconds: a revocation is known everywhere within a day. */
const answerLifetime = dayMs;

/**
 * The time of a response with these revocations. It is backdated like certificates, but never to before a revocation it
 * contains (RFC 5280 section 5.1.2.4, RFC 6960 section 4.2.2.1).
 */
export function answerTimes(now: Date, revocations: readonly Date[]): AnswerTimes {
  const newest = Math.max(...revocations.map((at) => wholeSeconds(at).getTime()), startOf(now).getTime());
  const thisUpdate = new Date(newest);
  return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + answerLifetime) };
}

interface StoredCertificate {
  serialNumber: string;
  certificate: Buffer;
  /** The issuer, needed if the certificate itself was erased with its owner. */
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
  certificate: instanceKeysTable.certificate,
  revokedAt: instanceKeysTable.revokedAt,
  revocationReason: instanceKeysTable.revocationReason,
};
const toStored = (
  row: Pick<StoredCertificate, "certificate" | "revokedAt" | "revocationReason">,
): StoredCertificate => ({
  ...row,
  serialNumber: serialNumberOf(row.certificate),
  issuerSha256: null,
});

/** Every certificate revoked under the authority: of accounts, of seals, of authorities below it. */
export async function revokedSerials(ctx: Ctx, authority: Authority): Promise<RevokedSerial[]> {
  const ofAccounts = await ctx.db
    .select(accountColumns)
    .from(accountSigningKeys)
    .where(isNotNull(accountSigningKeys.revokedAt))
    .orderBy(accountSigningKeys.id);
  const own = await ctx.db
    .select(instanceColumns)
    .from(instanceKeysTable)
    .where(isNotNull(instanceKeysTable.revokedAt))
    .orderBy(instanceKeysTable.id);
  return [...own.map(toStored), ...ofAccounts]
    .filter(isOf(authority))
    .flatMap(({ serialNumber, revokedAt, revocationReason }) =>
      revokedAt ? [{ serialNumber, revokedAt, reason: revocationReason ?? ("unspecified" as const) }] : [],
    );
}

/**
 * The states of those serial numbers (lower-case hex) that the authority issued and the instance stores. Single-use
 * certificates are not included, because they declare that no revocation data will be available (RFC 9608).
 */
async function certificateStates(
  ctx: Ctx,
  authority: Authority,
  serialNumbers: readonly string[],
): Promise<Map<string, CertificateState>> {
  const own = await ctx.db.select(instanceColumns).from(instanceKeysTable);
  const ofAccounts = await ctx.db
    .select(accountColumns)
    .from(accountSigningKeys)
    .where(inArray(accountSigningKeys.serialNumber, [...serialNumbers]));
  const issued = [...own.map(toStored), ...ofAccounts].filter(isOf(authority));
  return new Map(issued.map((stored): [string, CertificateState] => [stored.serialNumber, stateOf(stored)]));
}

function isOf(authority: Authority): (stored: StoredCertificate) => boolean {
  const sha256 = sha256Hex(authority.certificate);
  return ({ certificate, issuerSha256 }) =>
    issuerSha256 ? issuerSha256 === sha256 : isIssuedBy(certificate, authority);
}

function stateOf({ revokedAt, revocationReason }: StoredCertificate): CertificateState {
  return revokedAt ? { kind: "revoked", at: revokedAt, reason: revocationReason ?? "unspecified" } : { kind: "good" };
}
