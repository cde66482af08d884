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
