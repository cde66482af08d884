import { z } from "zod";
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
import { operation, pathId, pathUuid, type Operation } from "./operation";
import { documentBody } from "./request-bodies";

const tag = "Files";
const byFile = z.object({ uuid: pathUuid });
const reduced =
  "The requester and invited signers get the full document object. Everybody else gets a reduced view without addresses. Drafts are visible to their requester only.";

export const uploadFileOperation = operation({
  id: "uploadFile",
  method: "POST",
  path: "/file",
  tag,
  summary: "Upload a document as a draft without signers",
  description:
    "A PDF, or a file that is converted to one: DOCX, ODT, RTF, HTML, Markdown, JPEG, PNG, WebP or TIFF. The type is detected from the content, except Markdown, which needs `text/markdown`, `text/plain` or a name ending in `.md`. A form with several pictures becomes one document. DOCX, ODT and RTF need a converter; without one the response is `422 converter_missing`. `upload.convertedFrom` is set for a converted document, and `version=original` returns the file as it was uploaded. The name is taken from the query, from the form's `name`, or from the file. Pass the returned `fileId` to `POST /request-signature`.",
  caller: "requester",
  scope: "write",
  query: uploadQuery,
  body: documentBody,
  bodyKind: "document",
  answer: fileWire,
  errors: [
    "forbidden",
    "pdf_invalid",
    "pdf_encrypted",
    "pdf_locked",
    "pdf_xfa",
    "conversion_failed",
    "converter_missing",
    "quota_exceeded",
    "storage_full",
  ],
  leavesAccounts: true,
});

export const fetchFileOperation = operation({
  id: "fetchFile",
  method: "POST",
  path: "/file/fetch",
  tag,
  summary: "Fetch a document from a URL as a draft without signers",
  description:
    "Same rules as `file.url`: public addresses only, at most 3 redirects, 30 seconds in total. A failed fetch reveals nothing about the address.",
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
    "pdf_xfa",
    "conversion_failed",
    "converter_missing",
    "quota_exceeded",
    "storage_full",
  ],
});

export const duplicateFileOperation = operation({
  id: "duplicateFile",
  method: "POST",
  path: "/file/{uuid}/duplicate",
  tag,
  summary: "Duplicate a document as a draft",
  description:
    "Copies the original upload, or those of all files of an envelope, the signers and the fields. Nobody is notified, and the deadline is not copied.",
  caller: "requester",
  scope: "write",
  params: byFile,
  body: duplicateInput,
  copiesDocument: true,
  answer: fileWire,
  errors: [
    "forbidden",
    "not_found",
    "integrity_error",
    "pdf_invalid",
    "pdf_encrypted",
    "pdf_locked",
    "pdf_xfa",
    "conversion_failed",
    "converter_missing",
    "quota_exceeded",
    "storage_full",
  ],
});

export const listFilesOperation = operation({
  id: "listFiles",
  method: "GET",
  path: "/file/list",
  tag,
  summary: "List documents",
  description:
    "Documents you requested or were invited to sign, newest first by default. Paginate by page number or by `cursor`; cursors stay stable while documents are added or deleted, and every page is equally fast. `limit` and `per_page` are aliases of `length`. `q` searches names and signers.",
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
  summary: "Retrieve the dashboard",
  description:
    "One page of documents with the counts of every tab, as shown on the documents page. Leaner than `GET /file/list`: without fields and settings. `tab` selects the list; `counts` covers all tabs.",
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
  summary: "Check whether the list has changed",
  description:
    "A small response for polling. The mark changes when one of your documents is sent, viewed, signed or ended, or when you are invited to one. Reload the list when it changes.",
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
  summary: "Retrieve a document by id",
  description:
    "Available to the requester and invited signers. With a UUID instead of the id, the response is the reduced form that needs no credentials.",
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
  summary: "Retrieve a document by UUID",
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
  summary: "Download the document",
  description: "`original` is the upload, byte for byte. `current` is the newest revision.",
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
  summary: "Download documents as a ZIP",
  description:
    "The newest revision of each file, streamed. 404 if the caller may not read one of them. A file whose stored bytes are missing, altered, unreadable or deleted is left out, and the entry `NOT-INCLUDED.txt` lists it with its uuid and an error code. If no file can be read, the response is the error of the first one. A ZIP that cannot be opened was interrupted: request it again.",
  caller: "signer",
  scope: "read",
  query: archiveQuery,
  answer: { content: ["application/zip"] },
  errors: ["not_found", "integrity_error", "content_deleted"],
});

export const listPagesOperation = operation({
  id: "listPages",
  method: "GET",
  path: "/file/{uuid}/pages",
  tag,
  summary: "List page sizes in points",
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
  summary: "Render a page as an image",
  description: "The response has an `ETag`. A request with `If-None-Match` returns 304 while the image is unchanged.",
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
  summary: "Retrieve the progress of a request",
  description: "A small response for polling. Signers see the same data about other signers as in the document object.",
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
  summary: "Delete a document",
  description:
    "Only documents that can no longer be signed. Signers keep their access to a completed document; the content of any other document is deleted.",
  caller: "requester",
  scope: "write",
  params: byFile,
  answer: messageAnswer,
  errors: ["file_not_draft", "file_already_signed", "document_on_hold"],
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
