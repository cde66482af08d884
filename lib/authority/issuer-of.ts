import { X509Certificate } from "node:crypto";
import type { Ctx } from "@/lib/platform/context";
import type { CertificateIssuer } from "@/lib/x509/certificate";
import { instanceKeys } from "./instance-keys";
import { knownSigners, sha256Of } from "./known-signers";

/** SHA-256, lower-case hex, of the certificate of this instance's authority that issued this one; null for none. */
export async function issuerOf(ctx: Ctx, certificate: Buffer): Promise<string | null> {
  if (certificate.length === 0) return null;
  const candidates = [...(await allAuthorities(ctx)), ...(await knownSigners(ctx))];
  const issuer = candidates.find((candidate) => isIssuedBy(certificate, candidate));
  return issuer ? sha256Of(issuer.certificate) : null;
}

/** An authority with revocation data here: created by the instance, current or replaced, or the operator's own. */
export interface Authority extends CertificateIssuer {
  /** Below `/pki/`; null for an operator's authority, whose list is elsewhere. */
  listName: string | null;
}

/** Every authority of this instance, newest first and including replaced ones, and the operator's while it issues here. */
export async function allAuthorities(ctx: Ctx): Promise<Authority[]> {
  const { authorities, issuer } = await instanceKeys(ctx);
  if (authorities.some(({ certificate }) => certificate.equals(issuer.certificate))) return authorities;
  return [...authorities, { certificate: issuer.certificate, key: issuer.key, listName: null }];
}

/**
 * False for an erased certificate, which is empty; true when `authority` is named as the issuer, by name and by key (RFC 5280 section
 * 4.2.1.1).
 */
export function isIssuedBy(certificate: Buffer, authority: Pick<Authority, "certificate">): boolean {
  return (
    certificate.length > 0 && new X509Certificate(certificate).checkIssued(new X509Certificate(authority.certificate))
  );
}
