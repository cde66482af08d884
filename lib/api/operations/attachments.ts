import { z } from "zod";
import { attachmentTypeFacts } from "@/lib/documents/attachments/type-choices";
import { attachmentListAnswer, attachmentWire } from "@/lib/documents/schema";
import { attachmentRemoved, attachmentUpload, ownAttachmentsAnswer } from "@/lib/signing/schema";
import { operation, pathId, pathUuid, type Operation } from "./operation";
import { fileBody } from "./request-bodies";

const byLink = z.object({ u: pathUuid });
const oneByLink = z.object({ u: pathUuid, id: pathId });
const mediaTypes = Object.values(attachmentTypeFacts).map(({ mediaType }) => mediaType);

const readErrors = ["not_found", "not_the_signer", "email_unproved", "link_expired", "link_withdrawn"] as const;
const changeErrors = [
  ...readErrors,
  "already_signed",
  "not_your_turn",
  "wrong_role",
  "file_closed",
  "sign_method_mismatch",
] as const;

export const listAttachmentsOperation = operation({
  id: "listAttachments",
  method: "GET",
  path: "/file/{uuid}/attachments",
  tag: "Files",
  summary: "List the attachments of a document",
  description:
    "Files that signers and approvers added at the requester's request. The requester sees all of them, others only their own.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid }),
  answer: attachmentListAnswer,
  errors: ["not_found"],
});

export const downloadAttachmentOperation = operation({
  id: "downloadAttachment",
  method: "GET",
  path: "/file/{uuid}/attachments/{id}/content",
  tag: "Files",
  summary: "Download an attachment",
  description:
    "Available to the requester and the person who added it. Always sent with `Content-Disposition: attachment` and the detected content type. The file is unmodified and was not scanned for malware.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: z.object({ uuid: pathUuid, id: pathId }),
  answer: { content: mediaTypes },
  errors: ["not_found", "integrity_error"],
});

export const listAttachmentsByLinkOperation = operation({
  id: "listAttachmentsByLink",
  method: "GET",
  path: "/sign/uuid/{u}/attachments",
  tag: "Signing",
  summary: "List your attachments by sign link",
  description:
    "The requested files and those already added. The link alone is not enough: the caller must be logged in or authenticated as a guest.",
  caller: "signer",
  guests: true,
  scope: "read",
  params: byLink,
  answer: ownAttachmentsAnswer,
  errors: [...readErrors],
});

export const uploadAttachmentOperation = operation({
  id: "uploadAttachment",
  method: "POST",
  path: "/sign/uuid/{u}/attachment-requests/{requestId}",
  tag: "Signing",
  summary: "Add an attachment by sign link",
  description:
    "Available to a signer or approver who was asked for it, until they have signed or approved. The body is the file, or a form with one file. The type is detected from the content, regardless of the name. The size counts towards the requester's storage.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: z.object({ u: pathUuid, requestId: pathId }),
  query: attachmentUpload,
  body: fileBody,
  bodyKind: "file",
  answer: attachmentWire,
  errors: [
    ...changeErrors,
    "attachment_type_invalid",
    "attachments_full",
    "document_on_hold",
    "quota_exceeded",
    "too_large",
    "storage_full",
    "rate_limited",
    "unavailable",
  ],
});

export const removeAttachmentOperation = operation({
  id: "removeAttachment",
  method: "DELETE",
  path: "/sign/uuid/{u}/attachments/{id}",
  tag: "Signing",
  summary: "Remove your attachment by sign link",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: oneByLink,
  answer: attachmentRemoved,
  errors: [...changeErrors, "document_on_hold"],
});

export const downloadAttachmentByLinkOperation = operation({
  id: "downloadAttachmentByLink",
  method: "GET",
  path: "/sign/uuid/{u}/attachments/{id}/content",
  tag: "Signing",
  summary: "Download your attachment by sign link",
  caller: "signer",
  guests: true,
  scope: "read",
  params: oneByLink,
  answer: { content: mediaTypes },
  errors: [...readErrors, "integrity_error"],
});

export const attachmentOperations: readonly Operation[] = [
  listAttachmentsOperation,
  downloadAttachmentOperation,
  listAttachmentsByLinkOperation,
  uploadAttachmentOperation,
  removeAttachmentOperation,
  downloadAttachmentByLinkOperation,
];
