import { z } from "zod";
import {
  approveInput,
  checkedAnswer,
  fieldsToCheck,
  pagesSeenAnswer,
  pagesSeenInput,
  sentCodeAnswer,
  signedAnswer,
  signInput,
} from "@/lib/signing/schema";
import { verificationReport } from "@/lib/verification/schema";
import { fileAnswer } from "@/lib/views/schema";
import { operation, pathId, pathUuid, type Operation } from "./operation";
import { pdfBody } from "./request-bodies";

const tag = "Signing";
const byFile = z.object({ fileId: pathId });
const byLink = z.object({ u: pathUuid });

const stateErrors = [
  "email_unproved",
  "not_the_signer",
  "not_found",
  "file_not_released",
  "file_already_signed",
  "file_closed",
  "already_signed",
  "not_your_turn",
] as const;
const signerOnly = ["wrong_role"] as const;
const linkErrors = ["link_expired", "link_withdrawn"] as const;
const codeErrors = [
  "sign_method_mismatch",
  "rate_limited",
  "code_locked",
  "gateway_unavailable",
  "phone_missing",
  "chat_missing",
] as const;
const signErrors = [
  "code_expired",
  "code_wrong",
  "code_locked",
  "sign_password_wrong",
  "sign_password_locked",
  "sign_password_missing",
  "sign_method_mismatch",
  "signature_image_missing",
  "field_missing",
  "attachment_missing",
  "glyph_missing",
  "race_lost",
  "integrity_error",
  "key_unavailable",
  "unavailable",
  "storage_full",
] as const;

const codeDescription =
  "Sends the signer a one-time code over the channel of the request's sign method. It replaces earlier codes.";
const signDescription =
  "Signs as the signer with the caller's address. Wrong codes and signing passwords are counted. A correct code is only consumed by the signature. Guests who entered a code over the same channel within the last 15 minutes, on the same preparation of the document, need no second one, and neither do requests with the sign method `link`.";

export const requestCodeByFileOperation = operation({
  id: "requestCodeByFile",
  method: "POST",
  path: "/sign/file_id/{fileId}/code",
  tag,
  summary: "Send a signing code",
  description: codeDescription,
  caller: "signer",
  scope: "sign",
  params: byFile,
  answer: sentCodeAnswer,
  errors: [...stateErrors, ...signerOnly, ...codeErrors],
  leavesAccounts: true,
});

export const requestCodeByLinkOperation = operation({
  id: "requestCodeByLink",
  method: "POST",
  path: "/sign/uuid/{u}/code",
  tag,
  summary: "Send a signing code by sign link",
  description: codeDescription,
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  answer: sentCodeAnswer,
  errors: [...stateErrors, ...linkErrors, ...signerOnly, ...codeErrors],
});

export const checkFieldsByLinkOperation = operation({
  id: "checkFieldsByLink",
  method: "POST",
  path: "/sign/uuid/{u}/check",
  tag,
  summary: "Check field values before signing",
  description:
    "Applies the same rules as signing before a code is requested, and reports characters that cannot be drawn. Nothing is stored.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: fieldsToCheck,
  answer: checkedAnswer,
  errors: [
    ...stateErrors,
    ...linkErrors,
    ...signerOnly,
    "sign_method_mismatch",
    "field_missing",
    "attachment_missing",
    "glyph_missing",
    "unavailable",
  ],
});

export const signByFileOperation = operation({
  id: "signByFile",
  method: "POST",
  path: "/sign/file_id/{fileId}",
  tag,
  summary: "Sign a document",
  description: signDescription,
  caller: "signer",
  scope: "sign",
  params: byFile,
  body: signInput,
  answer: signedAnswer,
  errors: [...stateErrors, ...signerOnly, ...signErrors],
  leavesAccounts: true,
});

export const signByLinkOperation = operation({
  id: "signByLink",
  method: "POST",
  path: "/sign/uuid/{u}",
  tag,
  summary: "Sign a document by sign link",
  description: signDescription,
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: signInput,
  answer: signedAnswer,
  errors: [...stateErrors, ...linkErrors, ...signerOnly, ...signErrors],
});

export const approveByLinkOperation = operation({
  id: "approveByLink",
  method: "POST",
  path: "/sign/uuid/{u}/approve",
  tag,
  summary: "Approve a document by sign link",
  description:
    "Available to approvers. Needs the same authentication as a signature: a code, the signing password or the link. The PDF is not changed; the approval is recorded in the audit trail and the evidence document. To reject, decline with a reason.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: approveInput,
  answer: fileAnswer,
  errors: [
    ...stateErrors,
    ...linkErrors,
    ...signerOnly,
    "code_expired",
    "code_wrong",
    "code_locked",
    "sign_password_wrong",
    "sign_password_locked",
    "sign_password_missing",
    "sign_method_mismatch",
    "attachment_missing",
    "race_lost",
    "unavailable",
  ],
});

export const pagesSeenByLinkOperation = operation({
  id: "pagesSeenByLink",
  method: "POST",
  path: "/sign/uuid/{u}/seen",
  tag,
  summary: "Record the pages that a viewer has read",
  description:
    "Records the pages that were displayed to an authenticated viewer. The viewer is done after the last page. Opening the link or fetching page images records nothing, because mail scanners do both.",
  caller: "signer",
  guests: true,
  scope: "sign",
  params: byLink,
  body: pagesSeenInput,
  answer: pagesSeenAnswer,
  errors: [...stateErrors, ...linkErrors, ...signerOnly, "sign_method_mismatch"],
});

export const validatePdfOperation = operation({
  id: "validatePdf",
  method: "POST",
  path: "/file/validate",
  tag,
  summary: "Verify the signatures of a PDF",
  description: "Accepts PDFs from any source. The file is not stored.",
  caller: "public",
  body: pdfBody,
  bodyKind: "pdf",
  answer: verificationReport,
  errors: ["pdf_invalid", "too_large", "unavailable", "storage_full"],
});

export const signingOperations: readonly Operation[] = [
  requestCodeByFileOperation,
  requestCodeByLinkOperation,
  checkFieldsByLinkOperation,
  signByFileOperation,
  signByLinkOperation,
  approveByLinkOperation,
  pagesSeenByLinkOperation,
  validatePdfOperation,
];
