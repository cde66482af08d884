import type { X509Certificate } from "node:crypto";
import { openCertificate } from "@/lib/pades/verify/cms/signer-certificate";
import type { ChainName, SignerDetails } from "@/lib/pades/verify/report";

const maxPathLength = 8;

export interface TrustAnchors {
  /** DER of this instance's root certificates (old ones included). */
  ours: readonly Buffer[];
  /** DER of roots known from elsewhere; none are shipped yet. */
  known: readonly Buffer[];
}

/**
 * Follows issuers from the signer up to an anchor. Each link is checked cryptographically and each issuer must be a CA
 * (RFC 5280 6.1.4 k), so that a signer's certificate cannot issue another. The answer never changes a verdict by itself.
 */
export function findChain(signer: X509Certificate, certificates: readonly Buffer[], anchors: TrustAnchors): ChainName {
  const issuers = certificates.slice(0, 64).map(openCertificate).filter((certificate) => certificate !== null);
  if (leadsTo(signer, issuers, anchors.ours)) return "ours";
  return leadsTo(signer, issuers, anchors.known) ? "known" : "unknown";
}

/** DER of the last certificate that the embedded ones lead to: what names an unknown instance. */
export function topOfChain(signer: X509Certificate, certificates: readonly Buffer[]): Buffer {
  const issuers = certificates.slice(0, 64).map(openCertificate).filter((certificate) => certificate !== null);
  let current = signer;
  for (let step = 0; step < maxPathLength; step++) {
    const issuer = issuers.find((candidate) => issued(candidate, current));
    if (!issuer || issuer.raw.equals(current.raw)) break;
    current = issuer;
  }
  return current.raw;
}

function leadsTo(signer: X509Certificate, issuers: readonly X509Certificate[], roots: readonly Buffer[]): boolean {
  const anchors = roots.map(openCertificate).filter((certificate) => certificate !== null);
  if (anchors.length === 0) return false;
  let current = signer;
  for (let step = 0; step < maxPathLength; step++) {
    const certificate = current;
    if (anchors.some((anchor) => anchor.raw.equals(certificate.raw) || issued(anchor, certificate))) return true;
    const issuer = issuers.find((candidate) => !candidate.raw.equals(certificate.raw) && issued(candidate, certificate));
    if (!issuer) return false;
    current = issuer;
  }
  return false;
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** What a reader wants to know of the signer's certificate. */
export function describeSigner(certificate: X509Certificate): SignerDetails {
  const email = emailOf(certificate);
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber,
    notBefore: isoTime(certificate.validFrom),
    notAfter: isoTime(certificate.validTo),
    ...(email ? { email } : {}),
  };
}

function emailOf(certificate: X509Certificate): string | null {
  const alternative = /(?:^|, )email:([^,\s"]+)/.exec(certificate.subjectAltName ?? "")?.[1];
  return alternative ?? /(?:^|\n)emailAddress=(\S+)/.exec(certificate.subject)?.[1] ?? null;
}

function oneLine(name: string): string {
  return (name ?? "").replaceAll("\n", ", ");
}

function isoTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
