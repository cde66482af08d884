import type { ValidationData } from "@/lib/pades/augmentation/validation-data";

/** What proves a certificate's state, and the certificates that came with the proof. DER. */
export type RevocationEvidence = ValidationData;

export const noEvidence: RevocationEvidence = { certificates: [], ocspAnswers: [], revocationLists: [] };
