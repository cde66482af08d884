import { X509Certificate } from "node:crypto";
import { listSignatures } from "@/lib/pades/augmentation/list-signatures";
import type { ByteSource } from "@/lib/pdf/syntax/byte-source";
import { PdfError } from "@/lib/pdf/syntax/errors";
import { certificatesIn, certificatesText, fingerprintOf, isSelfIssued, withIssuers } from "../bundle-entries";
import { note, problem, type Findings, type Problem, type ProblemParams } from "./findings";

/**
 * Compares a bundle's certificates.pem with the certificates embedded in the signatures of its PDFs. It must contain
 * all of them, and otherwise only the authorities that issued them.
 */
export function checkCertificates(
  text: string,
  documents: readonly ByteSource[],
  evidence: ByteSource | null,
): Findings {
  const blocks = certificatesIn(text);
  const held = blocks.filter((certificate) => certificate !== null);
  const unread = blocks.length - held.length;
  const problems = [...(unread > 0 ? [problem("certificate_unreadable")] : []), ...checkFingerprints(text, blocks)];
  if (documents.length === 0) return { problems, notes: [note("certificates_not_compared")] };
  const inDocument = documents.flatMap(carriedBy);
  problems.push(...checkHeld(held, inDocument, evidence ? carriedBy(evidence) : []));
  const notes = held.some(isSelfIssued) ? [] : [note("no_root_certificate")];
  const isWritten = text === certificatesText(held);
  return { problems, notes: isWritten ? notes : [...notes, note("certificates_reworded")] };
}

function checkHeld(
  held: readonly X509Certificate[],
  inDocument: readonly X509Certificate[],
  inEvidence: readonly X509Certificate[],
): Problem[] {
  const holds = new Set(held.map(fingerprintOf));
  const missing = withIssuers(inDocument, []).filter((certificate) => !holds.has(fingerprintOf(certificate)));
  const related = new Set(withIssuers([...inDocument, ...inEvidence], held).map(fingerprintOf));
  const foreign = held.filter((certificate) => !related.has(fingerprintOf(certificate)));
  const carried = new Set([...inDocument, ...inEvidence].map(fingerprintOf));
  return [
    ...repeatedIn(held, carried).map((certificate) => problem("certificate_repeated", nameOf(certificate))),
    ...missing.map((certificate) => problem("certificate_missing", nameOf(certificate))),
    ...foreign.map((certificate) => problem("certificate_unexpected", nameOf(certificate))),
  ];
}

/**
 * Anyone can certify an authority's key under their own root, and the authority then appears to lead there.
 * Certificates inside the signatures do not count.
 */
function repeatedIn(held: readonly X509Certificate[], carried: ReadonlySet<string>): X509Certificate[] {
  const [holders, fingerprints] = [held.map(holderOf), held.map(fingerprintOf)];
  const isShared = (holder: string): boolean => holders.indexOf(holder) !== holders.lastIndexOf(holder);
  return held.filter((certificate, index) => {
    const fingerprint = fingerprintOf(certificate);
    return isShared(holderOf(certificate)) && (!carried.has(fingerprint) || fingerprints.indexOf(fingerprint) < index);
  });
}

function holderOf(certificate: X509Certificate): string {
  try {
    return `${certificate.subject} ${certificate.publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  } catch {
    // A key of an unsupported type.
    return fingerprintOf(certificate);
  }
}

/** People compare the lines `SHA-256 …`, so these must match the certificates below them. */
function checkFingerprints(text: string, blocks: readonly (X509Certificate | null)[]): Problem[] {
  const stated = [...text.matchAll(/^SHA-256 (.*)$/gm)].map(([, digits]) => digits);
  const isSame =
    stated.length === blocks.length &&
    blocks.every((certificate, index) => certificate === null || stated[index] === fingerprintOf(certificate));
  return isSame ? [] : [problem("certificate_fingerprints_mismatch")];
}

/** Empty for a file that cannot be read as a PDF, which its own check reports. */
function carriedBy(source: ByteSource): X509Certificate[] {
  try {
    const parties = listSignatures(source).flatMap((signature) => signature.parties);
    return parties
      .flatMap(({ signer, certificates }) => [signer, ...certificates])
      .map((der) => new X509Certificate(der));
  } catch (error) {
    if (error instanceof PdfError || (error instanceof Error && "code" in error)) return [];
    throw error;
  }
}

function nameOf(certificate: X509Certificate): ProblemParams["certificate_missing"] {
  return { subject: certificate.subject.replaceAll("\n", ", "), sha256: fingerprintOf(certificate) };
}
