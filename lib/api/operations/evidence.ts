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
  summary: "The evidence document of a completed file",
  description:
    "A sealed PDF: who signed, what each of them proved, hashes, and every event up to the seal. Made once; asked before the job has made it, it is made at once.",
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
  summary: "Everything that is needed to check a completed file without this service",
  description:
    "A zip of document.pdf, evidence.pdf, chain.json, certificates.pem and README.txt, with a closing record that the seal's key signs (closing.json, closing.p7s); `npm run verify -- BUNDLE.zip` checks it offline. In a signer's copy the chain holds no personal values but of acts of signing and of that signer's own.",
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
  summary: "The audit chain of a file, for its requester",
  description:
    "Every event as it was hashed, in `data`, each with the hash of the one before it; personal values stand beside, with the salts of their hashes. How to check it is in docs/EVIDENCE-FORMAT.md.",
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
