import { z } from "zod";
import { revisionDownloadQuery, revisionImageQuery, revisionsAnswer } from "@/lib/documents/schema";
import { chainDocument } from "@/lib/evidence/schema";
import { operation, pathId, pathUuid, type Operation } from "./operation";

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

export const listRevisionsOperation = operation({
  id: "listRevisions",
  method: "GET",
  path: "/file/{uuid}/revisions",
  tag,
  summary: "List signed revisions",
  description:
    "The document as sent, as signed by each signer, as sealed and as timestamped, oldest first. A signer saw the revision before their own. Empty for drafts and for envelopes, whose files have revisions of their own. For the requester and invited signers.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid }),
  answer: revisionsAnswer,
  errors: [],
});

export const downloadRevisionOperation = operation({
  id: "downloadRevision",
  method: "GET",
  path: "/file/{uuid}/revisions/{revision}/content",
  tag,
  summary: "Download a signed revision",
  description:
    "A PDF that ends with the signature of this revision. The history records the download with the revision's number. Unknown numbers are 404.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid, revision: pathId }),
  query: revisionDownloadQuery,
  answer: { content: ["application/pdf"] },
  errors: ["integrity_error"],
});

export const drawRevisionPageOperation = operation({
  id: "drawRevisionPage",
  method: "GET",
  path: "/file/{uuid}/revisions/{revision}/pages/{n}/image",
  tag,
  summary: "Render a page of a signed revision",
  description:
    "Every revision has the pages listed by `GET /file/{uuid}/pages`. The answer has an `ETag` for `If-None-Match`.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid, revision: pathId, n: pathId }),
  query: revisionImageQuery,
  answer: { content: ["image/png", "image/webp"] },
  errors: ["integrity_error", "too_large"],
});

export const revisionsOperations: readonly Operation[] = [
  listRevisionsOperation,
  downloadRevisionOperation,
  drawRevisionPageOperation,
];
