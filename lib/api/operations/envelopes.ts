import { z } from "zod";
import { messageAnswer } from "@/lib/documents/schema";
import {
  envelopeChange,
  envelopeFields,
  envelopeFieldsAnswer,
  filesToAdd,
  newEnvelope,
} from "@/lib/requests/envelopes/schema";
import { fileAnswer, fileWire, listAnswer, listQuery } from "@/lib/views/schema";
import { operation, pathUuid, type Operation } from "./operation";

const tag = "Envelopes";
const params = z.object({ uuid: pathUuid });
const writer = { caller: "requester", scope: "write" } as const;
const reader = { caller: "signer", scope: "read" } as const;
const documents = [
  "base64_invalid",
  "url_not_allowed",
  "url_unreachable",
  "email_unproved",
  "pdf_invalid",
  "pdf_encrypted",
  "pdf_locked",
  "pdf_xfa",
  "quota_exceeded",
  "storage_full",
  "is_envelope",
  "in_envelope",
] as const;
const placement = ["page_out_of_range", "element_outside_page", "signed_file_one_element", "glyph_missing"] as const;
const methods = ["gateway_not_configured", "method_not_allowed_here", "email_unproved"] as const;

export const createEnvelopeOperation = operation({
  id: "createEnvelope",
  method: "POST",
  path: "/envelopes",
  tag,
  summary: "Create an envelope",
  description:
    "Several PDFs in one signing request: one order, one link and one code per person. Creates a draft with status 0, or sends it with status 1, all or nothing. An error in one file identifies the file. The limit on fields applies to all files together.",
  ...writer,
  body: newEnvelope,
  bodyKind: "json-with-file",
  answer: fileAnswer,
  errors: [
    "not_found",
    "file_not_draft",
    "signers_missing",
    "document_on_hold",
    ...documents,
    ...placement,
    ...methods,
  ],
});

export const listEnvelopesOperation = operation({
  id: "listEnvelopes",
  method: "GET",
  path: "/envelopes",
  tag,
  summary: "List envelopes",
  description: "Same as `GET /file/list`, with envelopes only.",
  ...reader,
  query: listQuery.omit({ kind: true }),
  answer: listAnswer,
  errors: [],
});

export const showEnvelopeOperation = operation({
  id: "showEnvelope",
  method: "GET",
  path: "/envelopes/{uuid}",
  tag,
  summary: "Retrieve an envelope",
  description: "The file object with its files. For the requester and invited signers.",
  ...reader,
  params,
  answer: fileWire,
  errors: [],
});

export const updateEnvelopeOperation = operation({
  id: "updateEnvelope",
  method: "PATCH",
  path: "/envelopes/{uuid}",
  tag,
  summary: "Update or send an envelope",
  description:
    "Updates the members in the body. `files` reorders and renames the files of a draft. `status: 1` sends it exactly once. If one file cannot be prepared, nothing is sent and the error identifies it.",
  ...writer,
  params,
  body: envelopeChange,
  answer: fileAnswer,
  errors: [
    "signers_missing",
    "file_not_draft",
    "file_already_signed",
    "file_closed",
    "document_on_hold",
    "race_lost",
    "integrity_error",
    "pdf_locked",
    "pdf_xfa",
    "quota_exceeded",
    "storage_full",
    "sign_request_not_in_file",
    "glyph_missing",
    ...methods,
  ],
});

export const deleteEnvelopeOperation = operation({
  id: "deleteEnvelope",
  method: "DELETE",
  path: "/envelopes/{uuid}",
  tag,
  summary: "Delete an envelope",
  description: "Same rules as `DELETE /file/{uuid}`. Deletes all its files.",
  ...writer,
  params,
  answer: messageAnswer,
  errors: ["file_not_draft", "file_already_signed", "document_on_hold"],
});

export const addEnvelopeFilesOperation = operation({
  id: "addEnvelopeFiles",
  method: "POST",
  path: "/envelopes/{uuid}/files",
  tag,
  summary: "Add files to an envelope",
  description: "Adds files to a draft, at the end or at `position`. All files of the call are added, or none.",
  ...writer,
  params,
  body: filesToAdd,
  bodyKind: "json-with-file",
  answer: fileAnswer,
  errors: ["file_not_draft", "race_lost", "document_on_hold", ...documents],
});

export const removeEnvelopeFileOperation = operation({
  id: "removeEnvelopeFile",
  method: "DELETE",
  path: "/envelopes/{uuid}/files/{file}",
  tag,
  summary: "Remove a file from an envelope",
  description: "Deletes a file of a draft with its fields. The last file cannot be removed.",
  ...writer,
  params: params.extend({ file: pathUuid }),
  answer: fileAnswer,
  errors: ["file_not_draft", "envelope_needs_file", "document_on_hold"],
});

export const listEnvelopeFieldsOperation = operation({
  id: "listEnvelopeFields",
  method: "GET",
  path: "/envelopes/{uuid}/fields",
  tag,
  summary: "List the fields of an envelope",
  description: "The fields of all files; `file` identifies the file. The response has an `ETag`.",
  ...reader,
  params,
  answer: envelopeFieldsAnswer,
  errors: [],
});

export const saveEnvelopeFieldsOperation = operation({
  id: "saveEnvelopeFields",
  method: "PUT",
  path: "/envelopes/{uuid}/fields",
  tag,
  summary: "Save all fields of an envelope",
  description:
    "Replaces the fields of all files of a draft in one transaction. Fields without `elementId` are new; stored fields that are not listed are removed. Single fields of a file: `/file/{uuid}/elements` with the file’s uuid.",
  ...writer,
  params,
  body: envelopeFields,
  answer: envelopeFieldsAnswer,
  errors: [
    "file_not_draft",
    "document_on_hold",
    "sign_request_not_in_file",
    "quota_exceeded",
    "storage_full",
    ...placement,
  ],
});

export const envelopesOperations: readonly Operation[] = [
  createEnvelopeOperation,
  listEnvelopesOperation,
  showEnvelopeOperation,
  updateEnvelopeOperation,
  deleteEnvelopeOperation,
  addEnvelopeFilesOperation,
  removeEnvelopeFileOperation,
  listEnvelopeFieldsOperation,
  saveEnvelopeFieldsOperation,
];
