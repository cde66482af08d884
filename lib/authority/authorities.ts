import { X509Certificate } from "node:crypto";
import { and, inArray, isNull } from "drizzle-orm";
import { instanceKeys as storedKeys, type InstanceKey } from "@/db/schema/accounts";
import { assertAdmin, assertFreshProof } from "@/lib/accounts/actor";
import { assertValidCredentialAtEnd } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { certificateEnd, type CertificateIssuer } from "@/lib/x509/certificate";
import { instanceKeys, lockKeys, makeMissingKeys } from "./instance-keys";
import { knownSigners, sealName, type KnownSigner } from "./known-signers";
import type { RotatedKey } from "./schema";
import { listName, readKeyRows } from "./stored-keys";

export interface InstanceCertificate {
  row: Pick<InstanceKey, "name" | "certificate" | "retiredAt" | "revokedAt" | "revocationReason">;
  /** Path below `/pki/`, or null for a seal. */
  listName: string | null;
}

export interface InstanceCertificates {
  own: InstanceCertificate[];
  configured: (KnownSigner & { isInUse: boolean })[];
  publicUrl: string;
  now: Date;
}

/**
 * The instance's own certificates, current and replaced, and every one configured by an operator, newest first. Throws
 * `forbidden`, `key_unavailable`.
 */
export async function listAuthorities(ctx: Ctx, actor: Actor): Promise<InstanceCertificates> {
  assertAdmin(actor);
  await instanceKeys(ctx);
  const rows = await readKeyRows(ctx);
  const own = rows.map((row) => ({
    row,
    listName: isAuthority(row) ? listName(row, rows.filter(({ name }) => name === row.name).indexOf(row)) : null,
  }));
  const inUse = await ctx.configuredSigners();
  const configured = (await knownSigners(ctx)).map((signer) => ({
    ...signer,
    isInUse: inUse.some(({ certificate }) => certificate.equals(signer.certificate)),
  }));
  return {
    own: own.toSorted((one, other) => rank(one) - rank(other) || other.row.certificate.compare(one.row.certificate)),
    configured,
    publicUrl: ctx.publicUrl,
    now: await ctx.now(),
  };
}

function isAuthority({ name }: Pick<InstanceKey, "name">): boolean {
  return name === "root" || name === "issuing";
}

/** Current before replaced, in the order root, issuing authority, seals. */
function rank({ row }: InstanceCertificate): number {
  return (row.retiredAt ? 10 : 0) + (row.name === "root" ? 0 : row.name === "issuing" ? 1 : 2);
}

export interface CertificateEnd {
  role: "root" | "issuing" | "seal";
  expiresAt: Date;
}

/**
 * When the certificates in use expire: the operator's, and those created by the instance that are still used besides
 * them. Empty before the first document.
 */
export async function certificateEnds(
  ctx: Pick<Ctx, "db" | "configuredSigners" | "signingKeyType">,
): Promise<CertificateEnd[]> {
  const configured = await ctx.configuredSigners();
  const authority = configured.find(({ isAuthority }) => isAuthority) ?? null;
  const seal = configured.find(({ isAuthority }) => !isAuthority) ?? null;
  const current = (await readKeyRows(ctx)).filter(
    ({ retiredAt, revokedAt }) => retiredAt === null && revokedAt === null,
  );
  const own = (name: string) => current.find((row) => row.name === name);
  const inUse = [
    { role: "root", certificate: authority ? undefined : own("root")?.certificate },
    { role: "issuing", certificate: (authority ?? own("issuing"))?.certificate },
    { role: "seal", certificate: (seal ?? own(sealName(ctx, authority)))?.certificate },
  ] as const;
  return inUse.flatMap(({ role, certificate }) =>
    certificate ? [{ role, expiresAt: certificateEnd(certificate) }] : [],
  );
}

/**
 * SHA-256, lower-case hex, of the certificate of this instance's authority that issued this one, or null if there is
 * none.
 */
export async function issuerOf(ctx: Ctx, certificate: Buffer): Promise<string | null> {
  if (certificate.length === 0) return null;
  const candidates = [...(await allAuthorities(ctx)), ...(await knownSigners(ctx))];
  const issuer = candidates.find((candidate) => isIssuedBy(certificate, candidate));
  return issuer ? sha256Hex(issuer.certificate) : null;
}

/** An authority with revocation data here: created by the instance, current or replaced, or the operator's own. */
export interface Authority extends CertificateIssuer {
  /** Path below `/pki/`, or null for an operator's authority, whose list is elsewhere. */
  listName: string | null;
}

/**
 * Every authority of this instance, newest first and including replaced ones, and the operator's while it issues
 * certificates here.
 */
export async function allAuthorities(ctx: Ctx): Promise<Authority[]> {
  const { authorities, issuer } = await instanceKeys(ctx);
  if (authorities.some(({ certificate }) => certificate.equals(issuer.certificate))) return authorities;
  return [...authorities, { certificate: issuer.certificate, key: issuer.key, listName: null }];
}

/**
 * False for an erased certificate, which is empty. True if `authority` is the issuer, by name and by key (RFC 5280
 * section 4.2.1.1).
 */
export function isIssuedBy(certificate: Buffer, authority: Pick<Authority, "certificate">): boolean {
  return (
    certificate.length > 0 && new X509Certificate(certificate).checkIssued(new X509Certificate(authority.certificate))
  );
}

/**
 * Creates a new seal, or a new issuing authority with a new seal below it, under the same root. Existing signatures are
 * not affected. Previous keys are kept only to provide revocation data for the certificates they issued. Requests in
 * progress finish under the new keys. Every process uses them from its next operation on. Throws `forbidden`,
 * `reauth_required`, `key_unavailable`.
 */
export async function rotateKey(ctx: Ctx, actor: Actor, { key }: { key: RotatedKey }): Promise<void> {
  const acting = assertAdmin(actor);
  await assertFreshProof(ctx, acting);
  await ctx.tx(async (tx) => {
    await assertValidCredentialAtEnd(tx, acting);
    await lockKeys(tx);
    // Missing keys are created first, such as all of them on a server that has signed nothing yet.
    await makeMissingKeys(tx);
    const rows = (await readKeyRows(tx)).filter(({ retiredAt }) => retiredAt === null);
    const issuing = rows.find(({ name }) => name === "issuing");
    const seals = rows.filter(
      ({ name, certificate }) =>
        name.startsWith("seal-") && (key === "seal" || (issuing && isIssuedBy(certificate, issuing))),
    );
    const retired = [...seals, ...(key === "issuing" && issuing ? [issuing] : [])].map(({ id }) => id);
    await tx.db
      .update(storedKeys)
      .set({ retiredAt: await tx.now() })
      .where(and(inArray(storedKeys.id, retired), isNull(storedKeys.retiredAt)));
    await makeMissingKeys(tx);
    await markDone(tx, {});
  });
  ctx.log.warn({ key }, "signing key rotated");
}
