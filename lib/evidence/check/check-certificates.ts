import { X509Certificate } from "node:crypto";
import { listSignatures } from "@/lib/pades/augmentation/list-signatures";
import type { ByteSource } from "@/lib/pdf/byte-source";
import { PdfError } from "@/lib/pdf/errors";
import { certificatesIn, certificatesText, fingerprintOf, isSelfIssued, withIssuers } from "../bundle-entries";

export interface Findings {
  problems: string[];
  notes: string[];
}

/**
 * Compares a bundle's certificates.pem with the certificates embedded in the signatures of its PDFs. It must contain all of them, and otherwise
 * only the authorities that issued them.
 */
export function checkCertificates(
  text: string,
  documents: readonly ByteSource[],
  evidence: ByteSource | null,
): Findings {
  const blocks = certificatesIn(text);
  const held = blocks.filter((certificate) => certificate !== null);
  const unread = blocks.length - held.length;
  const problems = [
    ...(unread > 0 ? ["certificates.pem contains an unreadable certificate"] : []),
    ...checkFingerprints(text, blocks),
  ];
  if (documents.length === 0) return { problems, notes: ["certificates.pem could not be compared: no PDF given"] };
  const inDocument = documents.flatMap(carriedBy);
  problems.push(...checkHeld(held, inDocument, evidence ? carriedBy(evidence) : []));
  const notes = held.some(isSelfIssued) ? [] : ["certificates.pem contains no root certificate"];
  const isWritten = text === certificatesText(held);
  return {
    problems,
    notes: isWritten
      ? notes
      : [
          ...notes,
          "certificates.pem differs from what this version writes: rely on its certificates only, not on the text around them",
        ],
  };
}

function checkHeld(
  held: readonly X509Certificate[],
  inDocument: readonly X509Certificate[],
  inEvidence: readonly X509Certificate[],
): string[] {
  const holds = new Set(held.map(fingerprintOf));
  const missing = withIssuers(inDocument, []).filter((certificate) => !holds.has(fingerprintOf(certificate)));
  const related = new Set(withIssuers([...inDocument, ...inEvidence], held).map(fingerprintOf));
  const foreign = held.filter((certificate) => !related.has(fingerprintOf(certificate)));
  const carried = new Set([...inDocument, ...inEvidence].map(fingerprintOf));
  return [
    ...repeatedIn(held, carried).map(
      (certificate) =>
        `certificates.pem contains a second certificate with the same name and key: ${nameOf(certificate)}`,
    ),
    ...missing.map(
      (certificate) => `certificates.pem is missing a certificate of the document’s signatures: ${nameOf(certificate)}`,
    ),
    ...foreign.map(
      (certificate) =>
        `certificates.pem contains an unexpected certificate, not in the path of any signature: ${nameOf(certificate)}`,
    ),
  ];
}

/**
 * Anyone can certify an authority's key under their own root, and the authority then appears to lead there. Certificates inside the signatures
 * do not count.
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
function checkFingerprints(text: string, blocks: readonly (X509Certificate | null)[]): string[] {
  const said = [...text.matchAll(/^SHA-256 (.*)$/gm)].map(([, digits]) => digits);
  const isSame =
    said.length === blocks.length &&
    blocks.every((certificate, index) => certificate === null || said[index] === fingerprintOf(certificate));
  return isSame ? [] : ["the fingerprints in certificates.pem do not match its certificates"];
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

function nameOf(certificate: X509Certificate): string {
  return `${certificate.subject.replaceAll("\n", ", ")}, SHA-256 ${fingerprintOf(certificate)}`;
}
