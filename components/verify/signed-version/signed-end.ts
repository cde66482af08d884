import type { SignatureRecord } from "../verification";

/** How many bytes of the file are what was signed; null where signed bytes were altered, because then it is no longer in the file. */
export function signedEnd({
  signedRevision,
  verdict,
}: Pick<SignatureRecord, "signedRevision" | "verdict">): number | null {
  return signedRevision === null || verdict === "invalid" ? null : signedRevision.end;
}

/** "Lease.pdf" is kept as "Lease - as Ana signed it.pdf"; what a file name cannot hold becomes a space. */
export function versionFileName(name: string, version: string): string {
  const part = version
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${name.replace(/\.pdf$/i, "")} - ${part}.pdf`;
}
