import type { X509Certificate } from "node:crypto";
import { openCertificate } from "@/lib/pades/verify/cms/signer-certificate";
import type { ChainName, SignerDetails } from "@/lib/pades/verify/report";

const maxPathLength = 8;
/** Embedded certificates that are looked at. */
const mostCertificates = 32;

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
  if (leadsTo(signer, certificates, anchors.ours)) {
    return "ours";
  }
  return leadsTo(signer, certificates, anchors.known) ? "known" : "unknown";
}

/** DER of the last certificate that the embedded ones lead to: what names an unknown instance. */
export function topOfChain(signer: X509Certificate, certificates: readonly Buffer[]): Buffer {
  let current = signer;
  for (let step = 0; step < maxPathLength; step += 1) {
    const issuer = findIssuer(current, certificates);
    if (!issuer) {
      break;
    }
    current = issuer;
  }
  return current.raw;
}

function leadsTo(signer: X509Certificate, certificates: readonly Buffer[], roots: readonly Buffer[]): boolean {
  const anchors = roots.map(openCertificate).filter((certificate) => certificate !== null);
  for (let current: X509Certificate | null = signer, step = 0; anchors.length > 0 && current && step < maxPathLength; step += 1) {
    const certificate: X509Certificate = current;
    if (anchors.some((anchor) => anchor.raw.equals(certificate.raw) || issued(anchor, certificate))) {
      return true;
    }
    current = findIssuer(certificate, certificates);
  }
  return false;
}

/** The issuer among the embedded certificates; null at the end of the path and for a self-issued one. */
function findIssuer(certificate: X509Certificate, certificates: readonly Buffer[]): X509Certificate | null {
  for (const der of certificates.slice(0, mostCertificates)) {
    const candidate = der.equals(certificate.raw) ? null : openCertificate(der);
    if (candidate && issued(candidate, certificate)) {
      return candidate;
    }
  }
  return null;
}

/** Issuer → what it did or did not issue: the signatures of one file ask the same again and again. */
const asked = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  const answers = asked.get(issuer) ?? new WeakMap<X509Certificate, boolean>();
  asked.set(issuer, answers);
  const answer = answers.get(certificate) ?? hasIssued(issuer, certificate);
  answers.set(certificate, answer);
  return answer;
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
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
