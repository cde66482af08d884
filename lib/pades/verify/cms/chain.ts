import { type X509Certificate } from "node:crypto";
import type { PathCertificate, SignerDetails } from "@/lib/pades/verify/report/report";
import { sha256Hex } from "@/lib/platform/blobs/sha256";
import { subjectOf } from "@/lib/x509/distinguished-name";
import { hasIssued } from "./algorithms";
import { openCertificate } from "./signer-certificate";

const maxPathLength = 8;
/** Limit of embedded certificates to check. */
const mostCertificates = 32;

/** DER of the last certificate that the embedded ones lead to, which identifies an unknown instance. */
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

/** The issuer among the embedded certificates, or null at the end of the path and for a self-issued certificate. */
function findIssuer(certificate: X509Certificate, certificates: readonly Buffer[]): X509Certificate | null {
  for (const der of certificates.slice(0, mostCertificates)) {
    const candidate = der.equals(certificate.raw) ? null : openCertificate(der);
    if (candidate && issued(candidate, certificate)) {
      return candidate;
    }
  }
  return null;
}

/** Issuer → certificates that it did or did not issue. */
const outcomes = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  const answers = outcomes.get(issuer) ?? new WeakMap<X509Certificate, boolean>();
  outcomes.set(issuer, answers);
  const answer = answers.get(certificate) ?? (issuer.ca && hasIssued(issuer, certificate));
  answers.set(certificate, answer);
  return answer;
}

/** Details of the signer's certificate for display. */
export function describeSigner(certificate: X509Certificate): SignerDetails {
  const email = emailOf(certificate);
  return { ...namesAndTimes(certificate), ...(email ? { email } : {}) };
}

export function describeCertificate(certificate: X509Certificate): PathCertificate {
  return { ...namesAndTimes(certificate), sha256: sha256Hex(certificate.raw) };
}

function namesAndTimes(certificate: X509Certificate): Omit<PathCertificate, "sha256"> {
  return {
    subject: oneLine(certificate.subject),
    name: subjectOf(certificate),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber,
    notBefore: isoTime(certificate.validFrom),
    notAfter: isoTime(certificate.validTo),
  };
}

function emailOf(certificate: X509Certificate): string | null {
  const alternative = /(?:^|, )email:([^,\s"]+)/.exec(certificate.subjectAltName ?? "")?.[1];
  return alternative ?? subjectOf(certificate).emailAddress;
}

function oneLine(name: string): string {
  return (name ?? "").replaceAll("\n", ", ");
}

function isoTime(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
