import { z } from "zod";
import { auditAnswer, fileWire, listAnswer, listQuery, progressAnswer } from "@/lib/file-views/schema";
import { contentQuery, messageAnswer, pageImageQuery, pagesAnswer, uploadQuery } from "@/lib/files/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";
import { pdfBody } from "../pdf-body";

const tag = "Files";
const byFile = z.object({ uuid: pathUuid });
const reduced = "Requester and told signers get the whole file object, everybody else a reduced view without addresses; a draft is its requester's alone.";

export const uploadFileOperation = operation({
  id: "uploadFile",
  method: "POST",
  path: "/file",
  tag,
  summary: "Upload a PDF as a draft without signers",
  description: "Streamed. Without `name` in the query the form's field `name` counts, else the name of its file. `POST /request-signature` takes the draft by its `fileId`.",
  caller: "requester",
  scope: "write",
  query: uploadQuery,
  body: pdfBody,
  bodyKind: "pdf",
  answer: fileWire,
  errors: ["forbidden", "pdf_invalid", "pdf_encrypted", "pdf_locked", "storage_full"],
});

export const listFilesOperation = operation({
  id: "listFiles",
  method: "GET",
  path: "/file/list",
  tag,
  summary: "Files I requested or was told of as a signer",
  description: "Newest first unless sorted otherwise. By page number, or by `cursor`: pages that do not shift when files come and go, as fast far back as at the front. `limit` and `per_page` are other names of `length`; `q` looks in names and signers.",
  caller: "signer",
  scope: "read",
  query: listQuery,
  answer: listAnswer,
  errors: [],
});

export const showFileByIdOperation = operation({
  id: "showFileById",
  method: "GET",
  path: "/file/validate/file_id/{fileId}",
  tag,
  summary: "One file, by id",
  description: "For requester and told signers. A uuid in place of the id answers like the uuid form, which needs no credential.",
  caller: "signer",
  scope: "read",
  params: z.object({ fileId: pathId }),
  answer: fileWire,
  errors: [],
});

export const showFileByUuidOperation = operation({
  id: "showFileByUuid",
  method: "GET",
  path: "/file/validate/uuid/{uuid}",
  aliases: ["/file/validate/{uuid}"],
  tag,
  summary: "One file, by uuid",
  description: reduced,
  caller: "public",
  guests: true,
  scope: "read",
  params: byFile,
  answer: fileWire,
  errors: [],
});

export const downloadFileOperation = operation({
  id: "downloadFile",
  method: "GET",
  path: "/file/{uuid}/content",
  tag,
  summary: "The document's bytes",
  description: "`original`: exactly as uploaded; `current`: the newest revision.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  query: contentQuery,
  answer: { content: ["application/pdf"] },
  errors: ["integrity_error"],
});

export const listPagesOperation = operation({
  id: "listPages",
  method: "GET",
  path: "/file/{uuid}/pages",
  tag,
  summary: "Each page's visible size in points",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: pagesAnswer,
  errors: [],
});

export const drawPageOperation = operation({
  id: "drawPage",
  method: "GET",
  path: "/file/{uuid}/pages/{n}/image",
  tag,
  summary: "A page as an image",
  description: "The answer carries an `ETag`; asked again with `If-None-Match`, it is 304 while the picture is the same.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid, n: pathId }),
  query: pageImageQuery,
  answer: { content: ["image/png", "image/webp"] },
  errors: ["integrity_error", "too_large"],
});

export const showProgressOperation = operation({
  id: "showProgress",
  method: "GET",
  path: "/file/{uuid}/progress",
  tag,
  summary: "How far a request has come",
  description: "Small, for asking every few seconds. A signer learns of the other signers what the file object says of them.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: progressAnswer,
  errors: [],
});

export const showAuditOperation = operation({
  id: "showAudit",
  method: "GET",
  path: "/file/{uuid}/audit",
  tag,
  summary: "The audit chain of a file, for its requester",
  description: "Each event carries the hash of the one before it; personal values appear as salted hashes.",
  caller: "requester",
  scope: "read",
  params: byFile,
  answer: auditAnswer,
  errors: [],
});

export const deleteFileOperation = operation({
  id: "deleteFile",
  method: "DELETE",
  path: "/file/{uuid}",
  tag,
  summary: "Delete a file that nobody can sign any more",
  description: "A completed document stays with its signers; of any other the bytes go.",
  caller: "requester",
  scope: "write",
  params: byFile,
  answer: messageAnswer,
  errors: ["file_not_draft", "file_already_signed"],
});

export const filesOperations: readonly Operation[] = [
  uploadFileOperation, listFilesOperation, showFileByIdOperation, showFileByUuidOperation, downloadFileOperation,
  listPagesOperation, drawPageOperation, showProgressOperation, showAuditOperation, deleteFileOperation,
];
