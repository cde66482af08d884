import type { z } from "zod";
import type { signatureRecord, verificationReport } from "@/lib/verification/schema";

export type Report = z.infer<typeof verificationReport>;
export type SignatureRecord = z.infer<typeof signatureRecord>;
