import type { VerificationReport } from "@/lib/pades/verify/report";
import { sealFieldName } from "@/lib/pdf/fields/field-names";
import type { ChainDocument } from "../schema";
import { headInReason, isEvidenceReason } from "../seal-words";
import { nameOf } from "./check-chain";
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
  if (report.verdict !== "intact" || seal.coverage !== "whole_file")
    return [`the evidence document is not as it was sealed: ${seal.explanation}`];
  const named = head ?? headInReason(seal.reason);
  const isItsOwn = named !== null && isEvidenceReason(seal.reason, uuid, named);
  return [
    ...(isItsOwn ? [] : ["the evidence document was made for another document or another audit trail"]),
    ...unsignedProblems(report),
  ];
}

/** Compares it with the PDF itself, so that a chain that was left out vouches for nothing. */
export function checkEvidenceOf(document: VerificationReport, evidence: VerificationReport): string[] {
  const seal: Seal | null = sealOf(document);
  if (!seal) return ["the document has no seal that its evidence could be compared with"];
  return checkEvidence({ uuid: seal.uuid, head: headInReason(seal.record.reason) }, evidence);
}

/** A service writes nothing beside its seal but a timestamp that holds: whatever else stands there was altered. */
function unsignedProblems({ notices }: VerificationReport): string[] {
  return notices.flatMap((notice) => {
    if (notice.code === "timestamp_not_credited")
      return [`the timestamp of the evidence document’s seal does not hold: ${notice.problem}`];
    return notice.code === "unsigned_attribute_unknown"
      ? [`beside the evidence document’s seal stands an attribute of an unknown kind, ${notice.oid}`]
      : [];
  });
}

/** Evidence is made once: each time that it was handed out it had the same bytes. */
export function checkEvidenceBytes({ data }: ChainDocument, { sha256 }: VerificationReport): string[] {
  const others = data.filter(
    (event) => event.type === "file.downloaded" && event.data.version === "evidence" && event.doc.sha256 !== sha256,
  );
  return others.map((event) => `the evidence document is not the one that was handed out at ${nameOf(event)}`);
}
