import type { VerificationReport } from "@/lib/pades/verify/report";
import { sealFieldName } from "@/lib/pdf/fields/field-names";
import { evidenceReason, headInReason } from "../seal-words";
import { sealOf, type Seal } from "./seal-of";

interface About {
  uuid: string;
  /** The head that the evidence has to name; null where nobody knows it. */
  head: string | null;
}

/** Compares an evidence document with the document that it is about. `head` is the one of the document's own seal. */
export function checkEvidence({ uuid, head }: About, report: VerificationReport): string[] {
  const seal = report.signatures.find(({ field }) => field === sealFieldName(uuid));
  if (!seal) return ["the evidence document has no seal for this document"];
  if (report.verdict !== "intact" || seal.coverage !== "whole_file") return [`the evidence document is not as it was sealed: ${seal.explanation}`];
  const named = head ?? headInReason(seal.reason);
  return named !== null && seal.reason === evidenceReason(uuid, named) ? [] : ["the evidence document was made for another document or another audit trail"];
}

/** Compares it with the PDF itself, so that a chain that was left out vouches for nothing. */
export function checkEvidenceOf(document: VerificationReport, evidence: VerificationReport): string[] {
  const seal: Seal | null = sealOf(document);
  if (!seal) return ["the document has no seal that its evidence could be compared with"];
  return checkEvidence({ uuid: seal.uuid, head: headInReason(seal.record.reason) }, evidence);
}
