import { X509Certificate } from "node:crypto";
import type { Attachment, UploadSource } from "@/db/schema/files";
import { sourceTypeFacts, sourceTypeNames } from "@/lib/documents/source-choices";
import { sha256Hex } from "@/lib/platform/blobs/sha256";

/**
 * The entry of an attachment in a bundle: `attachments/51-31.pdf`, from the ids of its signing request and the
 * attachment.
 */
export function attachmentEntry({
  signRequestId,
  id,
  type,
}: Pick<Attachment, "signRequestId" | "id" | "type">): string {
  return `attachments/${signRequestId}-${id}.${type}`;
}

/** The only names that an offline check accepts for attachments. They cannot lead to another folder. */
export const attachmentEntryPattern = /^attachments\/\d{1,10}-\d{1,10}\.(?:pdf|jpeg|png|webp|heic|docx)$/;

/**
 * The entry of the source file of a converted document: `original.docx`. For a file of an envelope, by its position:
 * `originals/01.docx`.
 */
export function originalEntry({ type }: Pick<UploadSource, "type">, position: number | null): string {
  const ending = sourceTypeFacts[type].endings[0] ?? type;
  return position === null ? `original.${ending}` : `originals/${String(position).padStart(2, "0")}.${ending}`;
}

const endings = sourceTypeNames.map((type) => sourceTypeFacts[type].endings[0]).join("|");

export const originalEntryPattern = new RegExp(`^original\\.(?:${endings})$`);
/** For the files of an envelope. The group is the position. */
export const envelopeOriginalPattern = new RegExp(`^originals/(\\d{2})\\.(?:${endings})$`);

/** The entries of one envelope file in its bundle, by its position from 1: `documents/01.pdf`, `chains/01.json`. */
export function envelopeEntries(position: number): { document: string; chain: string } {
  const number = String(position).padStart(2, "0");
  return { document: `documents/${number}.pdf`, chain: `chains/${number}.json` };
}

/** The only names that an offline check accepts for files of an envelope. They cannot lead to another folder. */
export const envelopeEntryPattern = /^(?:documents\/\d{2}\.pdf|chains\/\d{2}\.json)$/;

/** The text of certificates.pem: each certificate below its name and fingerprint (RFC 7468), self-issued ones last. */
export function certificatesText(certificates: readonly X509Certificate[]): string {
  const rootsLast = [...certificates].sort((a, b) => Number(isSelfIssued(a)) - Number(isSelfIssued(b)));
  return rootsLast
    .map(
      (certificate) =>
        `${oneLine(certificate.subject)}\nSHA-256 ${fingerprintOf(certificate)}\n${certificate.toString()}`,
    )
    .join("\n");
}

/**
 * `certificates`, and those of `authorities` that issued one of them, directly or through other authorities, matched by
 * name and signature. Each once.
 */
export function withIssuers(
  certificates: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): X509Certificate[] {
  const found = new Map(certificates.map((certificate) => [fingerprintOf(certificate), certificate]));
  for (const certificate of found.values()) {
    // A map's iteration includes entries added during it.
    const issuers = authorities.filter(
      (authority) => !found.has(fingerprintOf(authority)) && isIssuedBy(certificate, authority),
    );
    issuers.forEach((issuer) => found.set(fingerprintOf(issuer), issuer));
  }
  return [...found.values()];
}

/** SHA-256 of the DER, lower-case hex. */
export function fingerprintOf({ raw }: X509Certificate): string {
  return sha256Hex(raw);
}

/** The certificates of a PEM text. Null for each block that does not contain one. */
export function certificatesIn(text: string): (X509Certificate | null)[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch {
      return null;
    }
  });
}

export function isSelfIssued({ subject, issuer }: X509Certificate): boolean {
  return subject === issuer;
}

function isIssuedBy(certificate: X509Certificate, authority: X509Certificate): boolean {
  try {
    return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
  } catch {
    // A key of a kind that is not known here.
    return false;
  }
}

/** A name must not look like the beginning of a certificate. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\p{Cf}-]+/gu, " ").trim();
}
