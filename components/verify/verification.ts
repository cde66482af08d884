import type { z } from "zod";
import type { signatureRecord, verificationReport } from "@/lib/verification/schema";

export type SignatureRecord = z.infer<typeof signatureRecord>;
export type Report = z.infer<typeof verificationReport>;

/** What drawing the signed version and the file as it is now came to. */
export type PictureReport = NonNullable<SignatureRecord["pictures"]>;

/** Points from the top left corner of the page as a reader sees it; pages from 1. */
export type PicturePlace = PictureReport["places"][number];

/** The program that drew both versions. */
export type Renderer = PicturePlace["renderer"];

/** Nothing speaks against what was signed. */
export function isGreen({ verdict }: Pick<SignatureRecord, "verdict">): boolean {
  return verdict === "intact" || verdict === "intact_later_allowed";
}

export function isRevoked({ revocation }: Pick<SignatureRecord, "revocation">): boolean {
  return revocation.status === "revoked";
}
