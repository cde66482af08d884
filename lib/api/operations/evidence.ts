import { z } from "zod";
import { chainDocument } from "@/lib/evidence/schema";
import { operation, type Operation } from "../operation";
import { pathUuid } from "../parameters";

const tag = "Files";
const byFile = z.object({ uuid: pathUuid });

export const downloadEvidenceOperation = operation({
  id: "downloadEvidence",
  method: "GET",
  path: "/file/{uuid}/evidence",
  tag,
  summary: "Download the evidence document",
  description:
    "A sealed PDF with the signers, their proofs, all hashes, and every event up to the seal. Created once, on the first request if the background job has not run yet.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: { content: ["application/pdf"] },
  errors: ["file_not_completed", "integrity_error", "key_unavailable", "storage_full", "unavailable"],
});

export const downloadBundleOperation = operation({
  id: "downloadBundle",
  method: "GET",
  path: "/file/{uuid}/bundle",
  tag,
  summary: "Download the verification bundle",
  description:
    "A ZIP with document.pdf, evidence.pdf, chain.json, certificates.pem, README.txt and a closing record signed by the seal's key (closing.json, closing.p7s). `npm run verify -- BUNDLE.zip` checks it offline. A signer's copy contains personal values of signatures and of that signer only.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: { content: ["application/zip"] },
  errors: ["file_not_completed", "integrity_error", "key_unavailable", "storage_full", "unavailable"],
});

export const showAuditOperation = operation({
  id: "showAudit",
  method: "GET",
  path: "/file/{uuid}/audit",
  tag,
  summary: "Retrieve the audit trail of a document",
  description:
    "Every event as it was hashed, with the hash of its predecessor. Personal values are listed beside it with the salts of their hashes. docs/EVIDENCE-FORMAT.md explains how to check the chain. Requester only.",
  caller: "requester",
  scope: "read",
  params: byFile,
  answer: chainDocument,
  errors: [],
});

export const evidenceOperations: readonly Operation[] = [
  downloadEvidenceOperation,
  downloadBundleOperation,
  showAuditOperation,
];
