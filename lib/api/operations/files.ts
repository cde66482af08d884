import { z } from "zod";
import { pdfBody } from "@/lib/api/request-bodies";
import {
  archiveQuery,
  downloadQuery,
  duplicateInput,
  fetchInput,
  messageAnswer,
  pageImageQuery,
  pagesAnswer,
  uploadQuery,
} from "@/lib/documents/schema";
import {
  dashboardAnswer,
  dashboardParameters,
  fileWire,
  listAnswer,
  listMarkAnswer,
  listQuery,
  progressAnswer,
} from "@/lib/views/schema";
import { operation, type Operation } from "../operation";
import { pathId, pathUuid } from "../parameters";

const tag = "Files";
const byFile = z.object({ uuid: pathUuid });
const reduced =
  "Requester and told signers get the whole file object, everybody else a reduced view without addresses; a draft is its requester's alone.";

export const uploadFileOperation = operation({
  id: "uploadFile",
  method: "POST",
  path: "/file",
  tag,
  summary: "Upload a PDF as a draft without signers",
  description:
    "Streamed. Without `name` in the query the form's field `name` counts, else the name of its file. `POST /request-signature` takes the draft by its `fileId`.",
  caller: "requester",
  scope: "write",
  query: uploadQuery,
  body: pdfBody,
  bodyKind: "pdf",
  answer: fileWire,
  errors: ["forbidden", "pdf_invalid", "pdf_encrypted", "pdf_locked", "quota_exceeded", "storage_full"],
});

export const fetchFileOperation = operation({
  id: "fetchFile",
  method: "POST",
  path: "/file/fetch",
  tag,
  summary: "Fetch a PDF from a URL as a draft without signers",
  description:
    "As `file.url` of a request: only from public addresses, following at most 3 redirects, 30 seconds in all. A fetch that fails says nothing of what is at the address.",
  caller: "requester",
  scope: "write",
  body: fetchInput,
  answer: fileWire,
  errors: [
    "forbidden",
    "email_unproved",
    "url_not_allowed",
    "url_unreachable",
    "pdf_invalid",
    "pdf_encrypted",
    "pdf_locked",
    "quota_exceeded",
    "storage_full",
  ],
});

export const duplicateFileOperation = operation({
  id: "duplicateFile",
  method: "POST",
  path: "/file/{uuid}/duplicate",
  tag,
  summary: "A new draft of the same document, signers and boxes",
  description: "The document as it was uploaded. Nobody is told; a deadline is not taken over.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: duplicateInput,
  answer: fileWire,
  errors: [
    "forbidden",
    "not_found",
    "integrity_error",
    "pdf_invalid",
    "pdf_encrypted",
    "pdf_locked",
    "quota_exceeded",
    "storage_full",
  ],
});

export const listFilesOperation = operation({
  id: "listFiles",
  method: "GET",
  path: "/file/list",
  tag,
  summary: "Files I requested or was told of as a signer",
  description:
    "Newest first unless sorted otherwise. By page number, or by `cursor`: pages that do not shift when files come and go, as fast far back as at the front. `limit` and `per_page` are other names of `length`; `q` looks in names and signers.",
  caller: "signer",
  scope: "read",
  query: listQuery,
  answer: listAnswer,
  errors: [],
});

export const showDashboardOperation = operation({
  id: "showDashboard",
  method: "GET",
  path: "/file/dashboard",
  tag,
  summary: "The documents page: counts of each tab and one page of documents",
  description:
    "The documents of `GET /file/list`, read leaner: without elements and settings, narrowed and ordered as the documents page does. `tab` chooses what is listed; `counts` has all tabs.",
  caller: "signer",
  scope: "read",
  query: dashboardParameters,
  answer: dashboardAnswer,
  errors: [],
});

export const showListMarkOperation = operation({
  id: "showListMark",
  method: "GET",
  path: "/file/list/mark",
  tag,
  summary: "Whether my list has changed",
  description:
    "Small, for asking every few seconds: another mark whenever a document of mine was sent, seen, signed or ended, or I was told of one. Read the list then.",
  caller: "signer",
  scope: "read",
  answer: listMarkAnswer,
  errors: [],
});

export const showFileByIdOperation = operation({
  id: "showFileById",
  method: "GET",
  path: "/file/validate/file_id/{fileId}",
  tag,
  summary: "One file, by id",
  description:
    "For requester and told signers. A uuid in place of the id answers like the uuid form, which needs no credential.",
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
  query: downloadQuery,
  answer: { content: ["application/pdf"] },
  errors: ["integrity_error"],
});

export const downloadArchiveOperation = operation({
  id: "downloadArchive",
  method: "GET",
  path: "/file/archive",
  tag,
  summary: "Several documents as one zip",
  description:
    "The newest revision of each file, streamed. 404 if the caller may not read one of them. A file whose stored bytes are damaged ends the answer early: the zip then has no directory and cannot be opened.",
  caller: "signer",
  scope: "read",
  query: archiveQuery,
  answer: { content: ["application/zip"] },
  errors: ["not_found"],
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
  description:
    "The answer carries an `ETag`; asked again with `If-None-Match`, it is 304 while the picture is the same.",
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
  description:
    "Small, for asking every few seconds. A signer learns of the other signers what the file object says of them.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byFile,
  answer: progressAnswer,
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
  uploadFileOperation,
  fetchFileOperation,
  duplicateFileOperation,
  listFilesOperation,
  showDashboardOperation,
  showListMarkOperation,
  showFileByIdOperation,
  showFileByUuidOperation,
  downloadFileOperation,
  downloadArchiveOperation,
  listPagesOperation,
  drawPageOperation,
  showProgressOperation,
  deleteFileOperation,
];
